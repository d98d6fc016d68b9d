// PreferencesGroup.swift
// A group of rows that come and go.

import CGtk

/// An `AdwPreferencesGroup`.
@MainActor public final class PreferencesGroup: Widget {
  private var native: UnsafeMutablePointer<AdwPreferencesGroup> {
    raw.assumingMemoryBound(to: AdwPreferencesGroup.self)
  }

  public func add(_ row: Widget) { adw_preferences_group_add(native, row.widget) }
  public func remove(_ row: Widget) { adw_preferences_group_remove(native, row.widget) }
}
