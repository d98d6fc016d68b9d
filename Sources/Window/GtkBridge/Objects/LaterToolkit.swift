// LaterToolkit.swift
// Functions that are younger than the GTK 4.8 whose headers the program is built with. They are looked up when the program
// runs; where the installed toolkit lacks one, what it is for stays as it was.
// Unsafe: a function is called with the type that its documentation names.

import CGtk
import Glibc

/// Functions of later versions of the toolkit.
@MainActor enum LaterToolkit {
  /// `gdk_surface_get_scale`, since GTK 4.12: device pixels per logical pixel, with its fraction. The property `scale` of a
  /// surface came with it.
  static let surfaceScale = find(
    "gdk_surface_get_scale", as: (@convention(c) (_ surface: OpaquePointer) -> Double).self)

  /// - Returns: nil where the installed toolkit does not have it.
  private static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
    // No handle: in all libraries that the program has loaded.
    dlsym(nil, name).map { unsafeBitCast($0, to: type) }
  }
}
