// FunctionPainter.swift
// Paints functions as round lines with Cairo. A moving figure is painted in every frame. Therefore
// antialiasing is coarse, which costs half of the fine one; gradients are pictures of one row, which cost
// half of Cairo's own; and inks that are blended with the ground use a picture of both (docs/performance.md).
// One thread.

import CCairo
import WaveformCore

/// Paints a figure of functions into a rectangle of device pixels with its origin at (0, 0).
public struct FunctionPainter {
  public let look: FunctionLook
  /// In device pixels.
  public let width: Int, height: Int
  /// Device pixels per logical pixel.
  public let scale: Double
  /// One source for each ink that is not a plain colour.
  private var sources: [InkSource?]

  public init(look: FunctionLook, width: Int, height: Int, scale: Double) {
    precondition(!look.inks.isEmpty && look.inks.allSatisfy { !$0.colors.isEmpty })
    self.look = look
    self.width = max(width, 0)
    self.height = max(height, 0)
    self.scale = scale
    let width = self.width
    sources = look.inks.map { $0.colors.count > 1 && width > 0 ? InkSource($0, width: width) : nil }
    guard look.ground != nil, width > 0, self.height > 0 else { return }
    var blended: [FunctionLook.Ink: InkSource] = [:]
    for (index, ink) in look.inks.enumerated() where ink.blending == .overlay {
      if blended[ink] == nil { blended[ink] = InkSource(ink, over: self) }
      sources[index] = blended[ink]
    }
  }

  /// The steps that a line needs to look round: one for three logical pixels.
  public var steps: Int { max(Int(Double(width) / (3 * scale)), 1) }

  /// Paints the ground below the curves.
  ///
  /// - Parameter context: its unit is the device pixel.
  public func paintGround(in context: OpaquePointer) {
    guard let ground = look.ground, width > 0, height > 0 else { return }
    let (width, height) = (Double(width), Double(height))
    let radius = min(ground.radius * scale, width / 2, height / 2)
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_new_path(context)
    cairo_arc(context, width - radius, radius, radius, -.pi / 2, 0)
    cairo_arc(context, width - radius, height - radius, radius, 0, .pi / 2)
    cairo_arc(context, radius, height - radius, radius, .pi / 2, .pi)
    cairo_arc(context, radius, radius, radius, .pi, 1.5 * .pi)
    cairo_close_path(context)
    let pattern = cairo_pattern_create_linear(0, 0, width, height)!
    defer { cairo_pattern_destroy(pattern) }
    for (index, color) in ground.colors.enumerated() {
      let offset = ground.colors.count > 1 ? Double(index) / Double(ground.colors.count - 1) : 0
      cairo_pattern_add_color_stop_rgba(pattern, offset, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(context, pattern)
    cairo_fill(context)
  }

  /// Paints the curves, the last one first.
  ///
  /// - Parameters:
  ///   - curves: the lines of each curve, the front one first.
  ///   - context: its unit is the device pixel.
  public func paint(_ curves: [[[FunctionWaveform.Place]]], in context: OpaquePointer) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_set_antialias(context, CAIRO_ANTIALIAS_FAST)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    for (index, lines) in curves.enumerated().reversed() {
      let place = min(index, look.inks.count - 1)
      stroke(lines, look.inks[place], sources[place], in: context)
    }
  }

  private func stroke(
    _ lines: [[FunctionWaveform.Place]], _ ink: FunctionLook.Ink, _ source: InkSource?,
    in context: OpaquePointer
  ) {
    let pen = ink.width * scale
    // The pen with its round ends must stay within the rectangle.
    let margin = look.padding * scale + pen / 2
    let (across, down) = (Double(width) - 2 * margin, Double(height) - 2 * margin)
    guard across >= 0, down >= 0, ink.opacity > 0 else { return }
    cairo_new_path(context)
    for line in lines {
      for (index, place) in line.enumerated() {
        let (x, y) = (margin + place.x * across, margin + place.y * down)
        if index == 0 { cairo_move_to(context, x, y) }
        // A single place is a dot: Cairo draws a line of no length with its caps.
        if index > 0 || line.count == 1 { cairo_line_to(context, x, y) }
      }
    }
    cairo_set_line_width(context, pen)
    let isBlended = source?.isBlended ?? false
    cairo_set_operator(
      context, ink.blending == .overlay && !isBlended ? CAIRO_OPERATOR_OVERLAY : CAIRO_OPERATOR_OVER)
    if let source {
      cairo_set_source(context, source.pattern)
    } else {
      ink.setColor(in: context)
    }
    cairo_stroke(context)
  }
}

extension FunctionLook.Ink {
  /// Sets its first colour as the source.
  fileprivate func setColor(in context: OpaquePointer) {
    cairo_set_source_rgba(context, colors[0].red, colors[0].green, colors[0].blue, colors[0].alpha * opacity)
  }
}

/// A picture as a source of strokes.
private final class InkSource {
  let pattern: OpaquePointer
  /// True when the ink has been blended with the ground.
  let isBlended: Bool

  /// A row of colours, repeated downwards.
  init(_ ink: FunctionLook.Ink, width: Int) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), 1)!
    if let data = cairo_image_surface_get_data(surface) {
      for x in 0..<width {
        let place = Double(x) / Double(max(width - 1, 1)) * Double(ink.colors.count - 1)
        let first = min(Int(place), ink.colors.count - 2)
        var color = ink.colors[first].mixed(with: ink.colors[first + 1], at: place - Double(first))
        color.alpha *= ink.opacity
        UnsafeMutableRawPointer(data).storeBytes(of: color.pixel, toByteOffset: 4 * x, as: UInt32.self)
      }
      cairo_surface_mark_dirty(surface)
    }
    pattern = cairo_pattern_create_for_surface(surface)!
    isBlended = false
    // The pattern keeps a reference to it.
    cairo_surface_destroy(surface)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
  }

  /// The ink blended with the whole ground of `painter`. Two lines of this ink that cross cover each other,
  /// and are not blended twice.
  init(_ ink: FunctionLook.Ink, over painter: FunctionPainter) {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(painter.width), Int32(painter.height))!
    let context = cairo_create(surface)!
    painter.paintGround(in: context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVERLAY)
    if ink.colors.count > 1 {
      let row = InkSource(ink, width: painter.width)
      withExtendedLifetime(row) { cairo_set_source(context, row.pattern) }
    } else {
      ink.setColor(in: context)
    }
    cairo_paint(context)
    cairo_destroy(context)
    pattern = cairo_pattern_create_for_surface(surface)!
    isBlended = true
    cairo_surface_destroy(surface)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
  }

  deinit { cairo_pattern_destroy(pattern) }
}
