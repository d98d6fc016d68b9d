// SettingSwitches.swift
// The commands of the program that switch a setting, and show what it is. Main actor.

import GtkBridge

/// Switches that belong to no window.
@MainActor enum SettingSwitches {
  /// - Parameter crossfades: called when loops are to be crossfaded from now on, or no more.
  static func add(
    to actions: CommandActions, _ settings: Settings, crossfades: @escaping @MainActor (Bool) -> Void
  ) {
    let scheme = settings.string("color-scheme", default: "follow")
    StyleManager.shared.setScheme(.init(rawValue: scheme) ?? .follow)
    actions.addChoice(.colorScheme, state: scheme) { [weak actions] name in
      guard let scheme = StyleManager.Scheme(rawValue: name) else { return }
      StyleManager.shared.setScheme(scheme)
      settings.set("color-scheme", name)
      actions?.setState(.colorScheme, name)
    }
    toggle(.crossfadeLoops, of: actions, isOn: settings.bool("crossfade-loops", default: false)) {
      settings.set("crossfade-loops", $0)
      crossfades($0)
    }
    toggle(.playTogether, of: actions, isOn: settings.bool("play-together", default: false)) {
      settings.set("play-together", $0)
    }
    toggle(.keepPeakCache, of: actions, isOn: settings.keepsPeakCache) { settings.keepsPeakCache = $0 }
  }

  private static func toggle(
    _ command: Command, of actions: CommandActions, isOn: Bool, _ change: @escaping @MainActor (Bool) -> Void
  ) {
    actions.addToggle(command, isOn: isOn) { [weak actions] isOn in
      change(isOn)
      actions?.setState(command, isOn)
    }
  }
}
