// PeakCacheSettings.swift
// The peak cache as the user sees it: a setting, and a command that empties it. Only a background thread
// touches the folder, because it may lie on a dead network share.

import GtkBridge
import HostIO
import Recording

extension Settings {
  /// Whether peaks are kept for the next time that a file is opened.
  var keepsPeakCache: Bool {
    get { bool("keep-peak-cache", default: true) }
    set { set("keep-peak-cache", newValue) }
  }

  /// The user's cache; nil while it is switched off.
  var peakCache: PeakCache? { keepsPeakCache ? PeakCache.ofUser() : nil }
}

extension PeakCache {
  /// Empties the cache, even while it is switched off, and shows how much that freed.
  @MainActor static func clear(telling messages: Messages) {
    guard let cache = PeakCache.ofUser() else { return messages.show("There is no peak cache") }
    _ = BackgroundThread.start { [weak messages] in
      let freed = cache.clear()
      Task { @MainActor in
        messages?.show(
          freed.entries == 0
            ? "The peak cache is empty" : "Peak cache cleared: \(sizeText(freed.bytes)) freed")
      }
    }
  }
}
