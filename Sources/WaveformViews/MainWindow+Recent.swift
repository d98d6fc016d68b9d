// MainWindow+Recent.swift
// The menu of recordings that were opened lately.

import GtkBridge

extension MainWindow {
  /// Filled when it is opened; those that do not exist any more go as soon as that is known.
  func refreshRecentMenu() {
    let files = RecentFiles.sounds()
    let first = Array(files.prefix(10))
    fillRecentMenu(first)
    RecentFiles.existing(among: files, atMost: 10) { [weak self] existing in
      if existing != first { self?.fillRecentMenu(existing) }
    }
  }

  private func fillRecentMenu(_ files: [FileReference]) {
    recentMenu.removeAll()
    // There is no such action, so it cannot be chosen.
    if files.isEmpty { recentMenu.append("No Recent Recordings", action: "win.none", target: "") }
    for file in files {
      recentMenu.append(file.displayName, action: Command.openRecent.rawValue, target: file.uri)
    }
  }
}
