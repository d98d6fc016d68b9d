// Flap.swift
// A panel that comes out beside what it belongs to, or over it where there is no room beside.

import CGtk

/// An `AdwFlap`: contents, and a panel at their side.
@MainActor public final class Flap: Widget {
  public func setPanel(_ panel: Widget) { adw_flap_set_flap(opaque, panel.widget) }

  /// True when the panel is out, or on its way.
  public var isRevealed: Bool {
    get { adw_flap_get_reveal_flap(opaque) != 0 }
    set { if newValue != isRevealed { adw_flap_set_reveal_flap(opaque, newValue ? 1 : 0) } }
  }
}
