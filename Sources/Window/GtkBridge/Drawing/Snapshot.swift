// Snapshot.swift
// Render nodes, and the list of them that a widget gives GTK for a frame. Lengths are logical pixels. Where those are no whole
// numbers of device pixels, every edge is moved to the nearest device pixel.

import CGtk

/// A colour; components 0…1, not premultiplied.
public struct RGBA: Hashable, Sendable {
  public var red: Double, green: Double, blue: Double, alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public func withAlpha(_ alpha: Double) -> RGBA {
    RGBA(red: red, green: green, blue: blue, alpha: self.alpha * alpha)
  }

  var native: GdkRGBA {
    GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha))
  }
}

/// A rectangle in logical pixels.
public struct Rect: Hashable, Sendable {
  public var x: Double, y: Double, width: Double, height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var isEmpty: Bool { width <= 0 || height <= 0 }

  var native: graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }

  fileprivate func rounded(by radius: Double) -> GskRoundedRect {
    var outline = GskRoundedRect()
    var bounds = native
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
    return outline
  }
}

/// A kept drawing: appending the same node again costs nothing.
@MainActor public final class RenderNode {
  let raw: OpaquePointer

  /// Takes over a reference of the caller.
  init(owned raw: OpaquePointer) { self.raw = raw }

  isolated deinit { gsk_render_node_unref(raw) }

  /// Records what `draw` paints with Cairo.
  ///
  /// - Parameters:
  ///   - pixels: those that it is drawn on; needed for outlines, not for pictures.
  ///   - draw: gets a `cairo_t *` whose unit is the logical pixel and whose origin is that of the widget.
  public static func cairo(
    bounds: Rect, on pixels: PixelScale = .one, draw: (OpaquePointer) -> Void
  ) -> RenderNode {
    // Cairo plays a recording at a scale in parts of 256: outlines far from the origin would be off by whole pixels.
    guard pixels.factor * 256 == (pixels.factor * 256).rounded() else {
      return picture(of: bounds, on: pixels, draw: draw)
    }
    var rect = bounds.native
    let node = gsk_cairo_node_new(&rect)!
    let context = gsk_cairo_node_get_draw_context(node)!
    draw(context)
    cairo_destroy(context)
    return RenderNode(owned: node)
  }

  /// The node at another place.
  func moved(x: Double, y: Double) -> RenderNode {
    var distance = graphene_point_t(x: Float(x), y: Float(y))
    // No distance is no transform.
    guard let transform = gsk_transform_translate(nil, &distance) else { return self }
    defer { gsk_transform_unref(transform) }
    return RenderNode(owned: gsk_transform_node_new(raw, transform)!)
  }

  /// The part of the node within `rect`.
  public func clipped(to rect: Rect) -> RenderNode {
    var bounds = rect.native
    return RenderNode(owned: gsk_clip_node_new(raw, &bounds)!)
  }

  /// Records what `body` appends; nil when it appends nothing.
  ///
  /// - Parameter pixels: those that it is drawn on.
  public static func recording(on pixels: PixelScale = .one, _ body: (Snapshot) -> Void) -> RenderNode? {
    let snapshot = gtk_snapshot_new()!
    body(Snapshot(raw: snapshot, pixels: pixels))
    // gtk_snapshot_free_to_node is for a snapshot without other owners, as this one is.
    return gtk_snapshot_free_to_node(snapshot).map(RenderNode.init(owned:))
  }
}

/// The frame that a widget is building. Valid only during the call that gave it.
@MainActor public struct Snapshot {
  let raw: OpaquePointer
  /// What edges are drawn on. The origin is the edge of a device pixel, inside of `translated` as well.
  var pixels = PixelScale.one

  public func append(_ node: RenderNode) { gtk_snapshot_append_node(raw, node.raw) }

  public func fill(_ rect: Rect, _ color: RGBA) {
    guard !rect.isEmpty else { return }
    var rgba = color.native
    var bounds = pixels.onEdges(rect).native
    gtk_snapshot_append_color(raw, &rgba, &bounds)
  }

  /// Clips what `body` appends to `rect`.
  public func clip(to rect: Rect, _ body: () -> Void) {
    var bounds = pixels.onEdges(rect).native
    gtk_snapshot_push_clip(raw, &bounds)
    body()
    gtk_snapshot_pop(raw)
  }

  /// Moves what `body` appends.
  public func translated(x: Double, y: Double, _ body: () -> Void) {
    gtk_snapshot_save(raw)
    var point = graphene_point_t(x: Float(pixels.edge(x)), y: Float(pixels.edge(y)))
    gtk_snapshot_translate(raw, &point)
    body()
    gtk_snapshot_restore(raw)
  }

  public func text(_ layout: TextLayout, x: Double, y: Double, _ color: RGBA) {
    translated(x: x, y: y) {
      var rgba = color.native
      gtk_snapshot_append_layout(raw, layout.opaque, &rgba)
    }
  }

  // MARK: Round corners

  /// Fills `rect` with corners rounded by `radius`.
  public func fill(_ rect: Rect, radius: Double, _ color: RGBA) {
    guard !rect.isEmpty else { return }
    var rounded = pixels.onEdges(rect).rounded(by: radius)
    gtk_snapshot_push_rounded_clip(raw, &rounded)
    fill(rect, color)
    gtk_snapshot_pop(raw)
  }

  /// Draws a border of `width` inside `rect`, with outer corners rounded by `radius`.
  public func border(_ rect: Rect, radius: Double, width: Double, _ color: RGBA) {
    guard !rect.isEmpty else { return }
    var rounded = pixels.onEdges(rect).rounded(by: radius)
    let width = pixels.isWhole ? width : max(pixels.edge(width), pixels.logical(1))
    let widths = [Float](repeating: Float(width), count: 4)
    let colors = [GdkRGBA](repeating: color.native, count: 4)
    gtk_snapshot_append_border(raw, &rounded, widths, colors)
  }
}

/// A line of text in a widget's font, with digits of equal width.
@MainActor public final class TextLayout: NativeObject {
  /// - Parameter scale: the size relative to the widget's font.
  public convenience init(_ text: String, for widget: Widget, scale: Double = 1, isBold: Bool = false) {
    self.init(owned: UnsafeMutableRawPointer(gtk_widget_create_pango_layout(widget.widget, text)!))
    let attributes = pango_attr_list_new()!
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
    if scale != 1 { pango_attr_list_insert(attributes, pango_attr_scale_new(scale)) }
    if isBold { pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
    pango_layout_set_attributes(opaque, attributes)
    pango_attr_list_unref(attributes)
  }

  /// Shortens the text at its end to a width in logical pixels.
  public func ellipsize(width: Double) {
    pango_layout_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    pango_layout_set_width(opaque, gint(width * Double(PANGO_SCALE)))
    pango_layout_set_single_paragraph_mode(opaque, 1)
  }

  /// Width and height in logical pixels.
  public var size: Point {
    var width: gint = 0
    var height: gint = 0
    pango_layout_get_pixel_size(opaque, &width, &height)
    return Point(x: Double(width), y: Double(height))
  }
}
