// CachedBin.swift
// A bin whose contents are kept as one picture while they do not change. For every damaged pixel the Cairo
// renderer walks through the whole node tree of a window, symbolic icons and shadows included; a picture is
// one node. GTK calls `snapshot` exactly when something inside must be drawn again, so the picture is never
// out of date.

import CGtk

/// Holds one child; named `BarlineCachedBin` in interface descriptions.
public enum CachedBin {
  /// Registers the class for `Builder`. May be called several times.
  @MainActor public static func register() { _ = cachedBinType }
}

private let cachedBinType: GType = {
  var query = GTypeQuery()
  g_type_query(adw_bin_get_type(), &query)
  return g_type_register_static_simple(
    adw_bin_get_type(), "BarlineCachedBin", query.class_size, initializeClass, query.instance_size, nil,
    GTypeFlags(0))
}()

/// Set once, when the class is made; read only on the main thread.
nonisolated(unsafe) private var snapshotContents:
  (@convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void)?

private func initializeClass(_ type: gpointer?, _: gpointer?) {
  let widgetClass = type!.assumingMemoryBound(to: GtkWidgetClass.self)
  snapshotContents = widgetClass.pointee.snapshot
  widgetClass.pointee.snapshot = takeSnapshot
}

private func takeSnapshot(_ widget: UnsafeMutablePointer<GtkWidget>?, _ snapshot: OpaquePointer?) {
  let inner = gtk_snapshot_new()!
  snapshotContents!(widget, inner)
  guard let node = gtk_snapshot_free_to_node(inner) else { return }
  let pointers = UncheckedSendable((node, snapshot, widget))
  MainActor.assumeIsolated {
    let (node, snapshot, widget) = pointers.value
    let contents = RenderNode(owned: node)
    // Only the Cairo renderer benefits; others draw the nodes faster than they upload a picture.
    guard RenderNode.isDrawnWithCairo(widget!) else { return Snapshot(raw: snapshot!).append(contents) }
    follow(widget!)
    let pixels = PixelScale(of: widget!)
    guard !pixels.isWhole else { return Snapshot(raw: snapshot!).append(contents.flattened(on: pixels)) }
    // A picture of whole device pixels, which the bin's corner may lie between.
    let first = Point(x: pixels.left / pixels.factor, y: pixels.top / pixels.factor)
    let picture = contents.moved(x: -first.x, y: -first.y).flattened(on: pixels).moved(x: first.x, y: first.y)
    Snapshot(raw: snapshot!).append(picture)
  }
}

private let followerKey = "barline-pixels"

/// Has a bin drawn again for other device pixels, once it has been drawn for some: the toolkit tells it of whole scales only.
@MainActor private func follow(_ widget: UnsafeMutablePointer<GtkWidget>) {
  let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
  guard LaterToolkit.surfaceScale != nil, g_object_get_data(object, followerKey) == nil else { return }
  let follower = PixelFollower(widget) { gtk_widget_queue_draw(widget) }
  g_object_set_data_full(object, followerKey, Unmanaged.passRetained(follower).toOpaque(), releaseBox)
}

extension RenderNode {
  /// The node as a single picture, painted now.
  ///
  /// - Parameter pixels: those that it is drawn on; its origin is the first of them.
  func flattened(on pixels: PixelScale) -> RenderNode {
    var bounds = graphene_rect_t()
    gsk_render_node_get_bounds(raw, &bounds)
    var rounded = graphene_rect_t()
    graphene_rect_round_extents(&bounds, &rounded)
    let outline = Rect(
      x: Double(rounded.origin.x), y: Double(rounded.origin.y), width: Double(rounded.size.width),
      height: Double(rounded.size.height))
    return .picture(of: outline, on: pixels) { gsk_render_node_draw(raw, $0) }
  }

  /// A picture of the device pixels around a rectangle, painted now.
  static func picture(
    of outline: Rect, on pixels: PixelScale, draw: (_ context: OpaquePointer) -> Void
  ) -> RenderNode {
    let (across, down) = pixels.pixels(around: outline)
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, gint(across.count), gint(down.count))!
    defer { cairo_surface_destroy(surface) }
    cairo_surface_set_device_scale(surface, pixels.factor, pixels.factor)
    let rect = Rect(
      x: pixels.logical(across.lowerBound), y: pixels.logical(down.lowerBound),
      width: pixels.logical(across.count), height: pixels.logical(down.count))
    let context = cairo_create(surface)!
    cairo_translate(context, -rect.x, -rect.y)
    draw(context)
    cairo_destroy(context)
    return RenderNode.cairo(bounds: rect) { context in
      cairo_set_source_surface(context, surface, rect.x, rect.y)
      // Pixel on pixel: nothing lies between two of them.
      if !pixels.isWhole { cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST) }
      cairo_paint(context)
    }
  }

  /// True when the window of `widget` is drawn with Cairo.
  static func isDrawnWithCairo(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native) else {
      return false
    }
    let instance = UnsafeMutableRawPointer(renderer).assumingMemoryBound(to: GTypeInstance.self)
    return g_type_check_instance_is_a(instance, gsk_cairo_renderer_get_type()) != 0
  }
}

extension SnapshotArea {
  /// The faster form of the node: one picture if the window is drawn with Cairo, else the node itself.
  public func optimized(_ node: RenderNode) -> RenderNode {
    RenderNode.isDrawnWithCairo(widget) ? node.flattened(on: pixels) : node
  }
}
