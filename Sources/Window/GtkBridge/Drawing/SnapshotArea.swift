// SnapshotArea.swift
// A drawing area that gives GTK kept render nodes instead of painting each frame again. GTK compares node
// trees by pointer, so a kept node costs nothing (measured in docs/performance.md). The subclass is
// registered from Swift; it overrides only `GtkWidgetClass.snapshot`.

import CGtk

/// A widget whose contents Swift appends as render nodes.
@MainActor open class SnapshotArea: Widget {
  /// The role of an area for assistive technology; fixed when the area is made.
  public enum Role: Sendable {
    case image, label, meter, presentation

    var native: GtkAccessibleRole {
      switch self {
      case .image: GTK_ACCESSIBLE_ROLE_IMG
      case .label: GTK_ACCESSIBLE_ROLE_LABEL
      case .meter: GTK_ACCESSIBLE_ROLE_METER
      case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
      }
    }
  }

  public init(role: Role) {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, gint(role.native.rawValue))
    let made = withUnsafePointer(to: value) { value in
      "accessible-role".withCString { name in
        var names: [UnsafePointer<CChar>?] = [name]
        return g_object_new_with_properties(snapshotAreaType, 1, &names, value)
      }
    }
    super.init(owned: UnsafeMutableRawPointer(g_object_ref_sink(made!)!))
    // It shows time, or numbers: "−0.5" would be written "0.5−".
    runLeftToRight()
    let box = Box<@MainActor (OpaquePointer) -> Void> { [weak self] in self?.take($0) }
    g_object_set_data_full(object, snapshotKey, box.retained, releaseBox)
    let resized = Box<@MainActor () -> Void> { [weak self] in self?.resized() }
    _ = attach(
      "resize",
      unsafeBitCast(
        callResize as @convention(c) (Data, gint, gint, Data) -> Void, to: GCallback.self), resized)
    connectNotify("scale-factor") { [weak self] in self?.resized() }
    connectNotify("parent") { [weak self] in self?.placed() }
    follower = PixelFollower(widget) { [weak self] in
      self?.resized()
      self?.queueDraw()
    }
  }

  public required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(role:) only") }

  /// Tells of other device pixels: where they are a fraction of logical ones, by a change of the scale or of the place.
  private var follower: PixelFollower?

  /// What an area shows may be a whole recording, which has to go with its row: GTK holds a widget that was removed until the
  /// pointer's next press.
  private func placed() {
    if gtk_widget_get_parent(widget) == nil { liveAlone() } else { liveWithObject() }
  }

  /// Appends what the area shows. Called after `queueDraw`, and when the size has changed. The origin is the first whole device
  /// pixel of the area: see `PixelScale`.
  open func snapshot(_ snapshot: Snapshot) {}

  /// Called when the size or the device pixels have changed.
  open func resized() {}

  private func take(_ raw: OpaquePointer) {
    let pixels = pixels, snapshot = Snapshot(raw: raw, pixels: pixels)
    guard !pixels.isWhole else { return self.snapshot(snapshot) }
    gtk_snapshot_save(raw)
    var first = graphene_point_t(x: Float(pixels.left / pixels.factor), y: Float(pixels.top / pixels.factor))
    gtk_snapshot_translate(raw, &first)
    self.snapshot(snapshot)
    gtk_snapshot_restore(raw)
  }

  /// The whole device pixels of the area.
  public var deviceWidth: Int { pixels.columns(in: width) }
  public var deviceHeight: Int { pixels.rows(in: height) }

  /// All that the area may draw on, in logical pixels from its first device pixel: as many of these as there are whole ones.
  public var bounds: Rect {
    let pixels = pixels
    return Rect(
      x: 0, y: 0, width: pixels.logical(pixels.columns(in: width)),
      height: pixels.logical(pixels.rows(in: height)))
  }

  /// The least height and width of the area, in logical pixels.
  public func setContentSize(width: Int? = nil, height: Int? = nil) {
    let area = raw.assumingMemoryBound(to: GtkDrawingArea.self)
    if let width { gtk_drawing_area_set_content_width(area, gint(width)) }
    if let height { gtk_drawing_area_set_content_height(area, gint(height)) }
  }
}

private let snapshotKey = "barline-snapshot"

private let snapshotAreaType: GType = {
  var query = GTypeQuery()
  g_type_query(gtk_drawing_area_get_type(), &query)
  return g_type_register_static_simple(
    gtk_drawing_area_get_type(), "BarlineSnapshotArea", query.class_size, initializeClass,
    query.instance_size, nil,
    GTypeFlags(0))
}()

private func initializeClass(_ type: gpointer?, _: gpointer?) {
  type!.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = takeSnapshot
}

private func takeSnapshot(_ widget: UnsafeMutablePointer<GtkWidget>?, _ snapshot: OpaquePointer?) {
  let object = UnsafeMutableRawPointer(widget!).assumingMemoryBound(to: GObject.self)
  guard let data = g_object_get_data(object, snapshotKey), let snapshot else { return }
  let closure = UncheckedSendable((Box<@MainActor (OpaquePointer) -> Void>.closure(data), snapshot))
  MainActor.assumeIsolated { OwnTime.count { closure.value.0(closure.value.1) } }
}

private func callResize(_: Data, _: gint, _: gint, _ data: Data) {
  let closure = UncheckedSendable(Box<Action0>.closure(data))
  MainActor.assumeIsolated { closure.value() }
}
