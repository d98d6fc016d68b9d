// Widget+Pixels.swift
// Asks the toolkit where the device pixels of a widget lie, and follows them. At whole scales nothing is followed but the
// scale itself: no place is computed, and no layout is listened to.

import CGtk

extension Widget {
  /// The device pixels of the widget. Before GTK 4.12 scales are whole numbers.
  public var pixels: PixelScale { PixelScale(of: widget) }
}

extension PixelScale {
  /// The device pixels of a widget; those of its display while it is not shown.
  @MainActor init(of widget: UnsafeMutablePointer<GtkWidget>) {
    guard let surfaceScale = LaterToolkit.surfaceScale, let native = gtk_widget_get_native(widget),
      let surface = gtk_native_get_surface(native), case let factor = surfaceScale(surface), factor > 0
    else {
      self.init(factor: Double(gtk_widget_get_scale_factor(widget)))
      return
    }
    guard factor != factor.rounded() else {
      self.init(factor: factor)
      return
    }
    // The surface has the window's shadow as well.
    var (x, y, shadowX, shadowY) = (0.0, 0.0, 0.0, 0.0)
    gtk_widget_translate_coordinates(widget, UnsafeMutablePointer<GtkWidget>(native), 0, 0, &x, &y)
    gtk_native_get_surface_transform(native, &shadowX, &shadowY)
    self.init(factor: factor, x: x + shadowX, y: y + shadowY)
  }
}

/// Tells when a widget that is shown gets other device pixels: by another scale of the display or another screen; and, where a
/// logical pixel has a fraction of them, when the widget is moved, of which the toolkit does not tell it.
@MainActor final class PixelFollower {
  private typealias Following = (object: NativeObject, connection: SignalConnection)

  /// Whoever holds the follower holds the widget, or is held by it.
  private let widget: UnsafeMutablePointer<GtkWidget>
  private let changed: Action0
  private var scale: Following?
  private var layout: Following?
  private var known: PixelScale?

  init(_ widget: UnsafeMutablePointer<GtkWidget>, changed: @escaping Action0) {
    self.widget = widget
    self.changed = changed
    guard LaterToolkit.surfaceScale != nil else { return }
    let wrapper = Widget.of(widget)
    wrapper.connect("realize") { [weak self] in self?.begin() }
    wrapper.connect("unrealize") { [weak self] in self?.end() }
    if gtk_widget_get_realized(widget) != 0 { begin() }
  }

  isolated deinit { end() }

  private func begin() {
    end()
    guard let native = gtk_widget_get_native(widget),
      let surface = gtk_native_get_surface(native)
    else { return }
    let object = NativeObject(UnsafeMutableRawPointer(surface))
    scale = (object, object.connectNotify("scale") { [weak self] in self?.compare() })
    compare()
  }

  private func end() {
    for following in [scale, layout] { following?.connection.disconnect() }
    (scale, layout, known) = (nil, nil, nil)
  }

  private func compare() {
    let now = PixelScale(of: widget)
    followLayout(!now.isWhole)
    guard now != known else { return }
    let isNew = known == nil
    known = now
    // Whoever has just been realized is laid out and drawn anyway.
    if !isNew { changed() }
  }

  /// A frame with another layout tells so after all widgets have their places, and before they are drawn.
  private func followLayout(_ isFollowed: Bool) {
    guard isFollowed != (layout != nil) else { return }
    layout?.connection.disconnect()
    layout = nil
    guard isFollowed, let clock = gtk_widget_get_frame_clock(widget) else { return }
    let object = NativeObject(UnsafeMutableRawPointer(clock))
    layout = (object, object.connectAfter("layout") { [weak self] in self?.compare() })
  }
}
