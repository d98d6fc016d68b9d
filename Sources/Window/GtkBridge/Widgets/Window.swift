// Window.swift
// Application windows and their keys.

import CGtk

/// An `AdwApplicationWindow`.
@MainActor public final class Window: Widget {
  var window: UnsafeMutablePointer<GtkWindow> { raw.assumingMemoryBound(to: GtkWindow.self) }

  public func setApplication(_ application: Application) {
    gtk_window_set_application(window, application.application)
  }

  public func present() { gtk_window_present(window) }

  public func close() { gtk_window_close(window) }

  /// Closes the window at once, without a "close-request" signal.
  public func destroy() { gtk_window_destroy(window) }

  public var title: String {
    get { gtk_window_get_title(window).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(window, newValue) }
  }

  public var isMaximized: Bool { gtk_window_is_maximized(window) != 0 }
  public func maximize() { gtk_window_maximize(window) }

  /// The size of the window when it is neither maximized nor tiled.
  public var defaultSize: (width: Int, height: Int) {
    get {
      var width: gint = 0
      var height: gint = 0
      gtk_window_get_default_size(window, &width, &height)
      return (Int(width), Int(height))
    }
    set { gtk_window_set_default_size(window, gint(newValue.width), gint(newValue.height)) }
  }

  /// Shows the window above `parent`, to which it belongs.
  public func present(over parent: Window) {
    gtk_window_set_transient_for(window, parent.window)
    present()
  }
}

extension Widget {
  /// Binds keys to actions. The focused widget gets a key first: a focused button keeps its Space, an open
  /// menu its arrows.
  ///
  /// - Parameter keys: pairs of a key such as `<Shift>Left` and an action such as `win.step-back`.
  public func addShortcuts(_ keys: [(key: String, action: String)]) {
    let controller = gtk_shortcut_controller_new()!
    let shortcuts = OpaquePointer(UnsafeRawPointer(controller))
    for (key, action) in keys {
      guard let trigger = gtk_shortcut_trigger_parse_string(key) else { fatalError("no key \(key)") }
      gtk_shortcut_controller_add_shortcut(
        shortcuts, gtk_shortcut_new(trigger, gtk_named_action_new(action)))
    }
    gtk_widget_add_controller(widget, controller)
  }
}
