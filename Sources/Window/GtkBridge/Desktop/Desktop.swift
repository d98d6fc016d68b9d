// Desktop.swift
// What the program asks of the desktop: colours, animations, settings and recent files.

import CGtk

/// Light, dark and high contrast, as chosen on the desktop.
@MainActor public final class StyleManager: NativeObject {
  /// The application's style manager; the application must have been started.
  public static let shared = StyleManager(UnsafeMutableRawPointer(adw_style_manager_get_default()!))

  public enum Scheme: String, CaseIterable, Sendable { case follow, light, dark }

  public var isDark: Bool { adw_style_manager_get_dark(opaque) != 0 }
  public var isHighContrast: Bool { adw_style_manager_get_high_contrast(opaque) != 0 }

  public func setScheme(_ scheme: Scheme) {
    let native =
      switch scheme {
      case .follow: ADW_COLOR_SCHEME_DEFAULT
      case .light: ADW_COLOR_SCHEME_FORCE_LIGHT
      case .dark: ADW_COLOR_SCHEME_FORCE_DARK
      }
    adw_style_manager_set_color_scheme(opaque, native)
  }

  /// Calls `handler` when colours change.
  public func onChange(_ handler: @escaping Action0) -> [SignalConnection] {
    [connectNotify("dark", handler), connectNotify("high-contrast", handler)]
  }

  /// Applies a style sheet to the whole program.
  public static func addStyleSheet(_ css: [UInt8]) {
    let provider = gtk_css_provider_new()!
    css.withUnsafeBytes {
      gtk_css_provider_load_from_data(
        provider, $0.bindMemory(to: CChar.self).baseAddress, gssize($0.count))
    }
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(UnsafeMutableRawPointer(provider))
  }
}

/// The program's settings. When the schema is not installed they last until the program ends.
@MainActor public final class Settings {
  private let native: UnsafeMutablePointer<GSettings>?
  private var memory: [String: String] = [:]

  public init(schema: String) {
    // g_settings_new would end the process if the schema is missing.
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema, 1)
    else {
      native = nil
      return
    }
    native = g_settings_new_full(found, nil, nil)
    g_settings_schema_unref(found)
  }

  isolated deinit { if let native { g_object_unref(native) } }

  public func string(_ key: String, default value: String) -> String {
    guard let native else { return memory[key] ?? value }
    return takeString(g_settings_get_string(native, key)) ?? value
  }

  /// - Returns: false when it cannot be kept, because whoever looks after the computer has settled it.
  @discardableResult
  public func set(_ key: String, _ value: String) -> Bool {
    memory[key] = value
    return native.map { g_settings_set_string($0, key, value) != 0 } ?? true
  }

  public func int(_ key: String, default value: Int) -> Int {
    guard let native else { return memory[key].flatMap { Int($0) } ?? value }
    return Int(g_settings_get_int(native, key))
  }

  public func set(_ key: String, _ value: Int) {
    memory[key] = String(value)
    if let native { g_settings_set_int(native, key, gint(clamping: value)) }
  }

  public func double(_ key: String, default value: Double) -> Double {
    guard let native else { return memory[key].flatMap { Double($0) } ?? value }
    return g_settings_get_double(native, key)
  }

  public func set(_ key: String, _ value: Double) {
    memory[key] = String(value)
    if let native { g_settings_set_double(native, key, value) }
  }

  public func bool(_ key: String, default value: Bool) -> Bool {
    guard let native else { return memory[key].map { $0 == "true" } ?? value }
    return g_settings_get_boolean(native, key) != 0
  }

  public func set(_ key: String, _ value: Bool) {
    memory[key] = String(value)
    if let native { g_settings_set_boolean(native, key, value ? 1 : 0) }
  }
}

/// Recently used files, shared with the desktop.
@MainActor public enum RecentFiles {
  /// Tells the desktop that `file` was opened.
  public static func add(_ file: FileReference) {
    gtk_recent_manager_add_item(gtk_recent_manager_get_default(), file.uri)
  }

  /// The latest sound files, newest first, including those that no longer exist.
  public static func sounds() -> [FileReference] {
    let items = gtk_recent_manager_get_items(gtk_recent_manager_get_default())
    var found: [(file: FileReference, time: gint64)] = []
    var node = items
    while let item = node {
      let info = OpaquePointer(item.pointee.data)
      let type = gtk_recent_info_get_mime_type(info).map { String(cString: $0) } ?? ""
      if type.hasPrefix("audio/") || gtk_recent_info_has_application(info, g_get_application_name()) != 0,
        let uri = gtk_recent_info_get_uri(info)
      {
        let time = g_date_time_to_unix(gtk_recent_info_get_modified(info))
        found.append((FileReference(uri: String(cString: uri)), time))
      }
      gtk_recent_info_unref(info)
      node = item.pointee.next
    }
    g_list_free(items)
    return found.sorted { $0.time > $1.time }.map(\.file)
  }
}

/// Whether the desktop allows animations.
@MainActor public enum Animations {
  private static let settings = NativeObject(UnsafeMutableRawPointer(gtk_settings_get_default()!))

  /// False when the user wants no animations.
  public static var areEnabled: Bool { settings.bool("gtk-enable-animations") }

  /// Calls `handler` when the setting changes.
  public static func onChange(_ handler: @escaping Action0) -> SignalConnection {
    settings.connectNotify("gtk-enable-animations", handler)
  }
}
