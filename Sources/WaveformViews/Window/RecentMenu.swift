// RecentMenu.swift
// The menu of recordings that were opened lately.

import GtkBridge

/// Fills the menu of one button.
@MainActor final class RecentMenu {
  private let menu = Menu()

  init(_ button: Widget) {
    button.setMenu(menu)
    button.onPopoverOpen { [weak self] in self?.refresh() }
  }

  /// Filled when it is opened; those that do not exist any more go as soon as that is known.
  private func refresh() {
    let files = RecentFiles.sounds()
    let first = Array(files.prefix(10))
    fill(first)
    RecentFiles.existing(among: files, atMost: 10) { [weak self] existing in
      if existing != first { self?.fill(existing) }
    }
  }

  private func fill(_ files: [FileReference]) {
    menu.removeAll()
    // There is no such action, so it cannot be chosen.
    if files.isEmpty { menu.append("No Recent Recordings", action: "win.none", target: "") }
    for file in files {
      menu.append(file.displayName, action: Command.openRecent.rawValue, target: file.uri)
    }
  }
}
