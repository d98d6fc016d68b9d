// Animations.swift
// Whether the desktop wants things to move.

import CGtk

/// The desktop's wish about animations.
@MainActor public enum Animations {
  private static let settings = NativeObject(UnsafeMutableRawPointer(gtk_settings_get_default()!))

  /// False when nothing is to move that need not.
  public static var areEnabled: Bool { settings.bool("gtk-enable-animations") }

  /// Calls `handler` when that changes.
  public static func onChange(_ handler: @escaping Action0) -> SignalConnection {
    settings.connectNotify("gtk-enable-animations", handler)
  }
}
