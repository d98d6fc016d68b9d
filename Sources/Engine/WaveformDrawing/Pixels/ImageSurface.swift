// ImageSurface.swift
// Owns a Cairo image surface. Not Sendable: made, painted and read on one thread at a time (a tile on the
// main thread, an exported picture on the thread that renders it).
// Unsafe: the pixel pointer belongs to Cairo and lives as long as this object; every access is checked
// against width and height, or goes through a canvas that clips.

import CCairo
import Localization
import WaveformCore

/// A picture in memory: 32-bit ARGB, premultiplied, in device pixels.
public final class ImageSurface {
  /// Size in device pixels; may be 0.
  public let width: Int, height: Int
  /// Device pixels per logical pixel. Cairo knows it, so that the picture is drawn at its logical size.
  public let scale: Double
  /// The `cairo_surface_t`, as a source for other drawing. Owned by this object.
  public let pointer: OpaquePointer

  /// The largest width and height that Cairo can address.
  public static let largestSide = 32_767

  /// A transparent picture.
  ///
  /// - Throws: `impossibleSize` beyond 0…32,767 pixels a side, `outOfMemory`.
  public convenience init(width: Int, height: Int, scale: Double) throws(DrawingError) {
    guard (0...Self.largestSide).contains(width), (0...Self.largestSide).contains(height), scale > 0 else {
      throw DrawingError(
        .impossibleSize,
        localized("A picture of \(width) × \(height) pixels cannot be made; 32,767 a side is the limit."))
    }
    try self.init(
      owning: cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)), scale: scale)
  }

  /// A transparent picture with a whole number of device pixels per logical pixel.
  ///
  /// - Throws: as the other one.
  public convenience init(width: Int, height: Int, scale: Int = 1) throws(DrawingError) {
    try self.init(width: width, height: height, scale: Double(scale))
  }

  /// Takes over an image surface; destroys it if it has an error.
  init(owning surface: OpaquePointer, scale: Double) throws(DrawingError) {
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw DrawingError(
        .outOfMemory, localized("There is not enough memory for the picture."), status: Int32(status.rawValue)
      )
    }
    pointer = surface
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    self.scale = scale
    cairo_surface_set_device_scale(surface, scale, scale)
  }

  deinit { cairo_surface_destroy(pointer) }

  /// The bytes of the pixels.
  public var byteCount: Int { Int(cairo_image_surface_get_stride(pointer)) * height }

  /// The pixel at (`x`, `y`) in device pixels from the top left: premultiplied 0xAARRGGBB.
  public func pixel(_ x: Int, _ y: Int) -> UInt32 {
    precondition((0..<width).contains(x) && (0..<height).contains(y))
    return withCanvas { $0[x, y] }
  }

  /// Fills the whole picture.
  public func fill(_ color: Color) { fill(rowPixels: Array(repeating: color.pixel, count: height)) }

  /// Fills each row with a pixel.
  func fill(rowPixels: [UInt32]) {
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    withCanvas { $0.fill([all], x: 0, y: 0, rowPixels: rowPixels) }
  }

  /// Makes the whole picture transparent, like a new one.
  ///
  /// Recordings that use the picture keep the old contents: Cairo copies it for them first. So this is cheap
  /// only when the recordings are gone.
  public func erase() {
    withCanvas { canvas in
      _ = canvas.base?.initializeMemory(as: UInt8.self, repeating: 0, count: canvas.bytesPerRow * height)
    }
  }

  /// Draws with Cairo. The context's unit is the device pixel, whatever the scale.
  public func withContext<Result>(_ body: (_ context: OpaquePointer) -> Result) -> Result {
    let context = cairo_create(pointer)!
    defer { cairo_destroy(context) }
    cairo_scale(context, 1 / scale, 1 / scale)
    return body(context)
  }

  /// Paints the picture at (`x`, `y`) of another context, whose unit is the logical pixel; pixel on pixel if that place is the
  /// corner of one.
  public func draw(in context: OpaquePointer, x: Double = 0, y: Double = 0) {
    cairo_set_source_surface(context, pointer, x, y)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
    // A recording keeps outlines, and the scale at which they are played, in parts of 256 logical pixels. Between whole scales
    // edges would fill a part of a device pixel, or lie beside it; a picture without an outline does not.
    guard scale == scale.rounded() else { return cairo_paint(context) }
    // Only its own rectangle, so that a recording knows which pictures a damaged place needs.
    cairo_rectangle(context, x, y, Double(width) / scale, Double(height) / scale)
    cairo_fill(context)
  }

  /// Paints the picture smaller, with its upper left corner at (`x`, `y`) of a context whose unit is the logical pixel.
  ///
  /// - Parameter factor: of its logical size, > 0.
  public func draw(in context: OpaquePointer, x: Double, y: Double, factor: Double) {
    cairo_save(context)
    cairo_translate(context, x, y)
    cairo_scale(context, factor, factor)
    cairo_set_source_surface(context, pointer, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    cairo_paint(context)
    cairo_restore(context)
  }

  /// Paints the picture into a context whose unit is the device pixel, with its upper left corner on that at (`x`, `y`).
  public func copy(in context: OpaquePointer, x: Int = 0, y: Int = 0) {
    cairo_save(context)
    cairo_translate(context, Double(x), Double(y))
    cairo_scale(context, scale, scale)
    draw(in: context)
    cairo_restore(context)
  }

  /// Reads or writes the pixels themselves.
  func withCanvas<Result>(_ body: (PixelCanvas) -> Result) -> Result {
    cairo_surface_flush(pointer)
    defer { cairo_surface_mark_dirty(pointer) }
    return body(
      PixelCanvas(
        base: UnsafeMutableRawPointer(cairo_image_surface_get_data(pointer)), width: width, height: height,
        bytesPerRow: Int(cairo_image_surface_get_stride(pointer))))
  }
}

/// Why a picture could not be made, read or written.
public struct DrawingError: Error, Sendable {
  public enum Code: Sendable {
    /// Larger than Cairo can draw, or no pixels at all where a format needs some.
    case impossibleSize
    case outOfMemory
    /// The bytes are not a picture.
    case damagedPicture
    /// The picture could not be encoded, or its bytes could not be written.
    case writeFailed
  }

  public let code: Code
  /// A sentence for a person.
  public let message: String
  /// The number of Cairo's status; 0 when Cairo reported no error.
  public let status: Int32

  package init(_ code: Code, _ message: String, status: Int32 = 0) {
    self.code = code
    self.message = message
    self.status = status
  }
}
