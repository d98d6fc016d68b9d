// PeakCacheSettings.swift
// The peak cache as the user sees it: on or off, and emptied by a command. The folder is worked in on a background
// thread only: it may lie on a dead network share.

import GtkBridge
import HostIO
import Recording

extension Settings {
  /// Whether peaks are kept from one opening to the next.
  var keepsPeakCache: Bool {
    get { bool("keep-peak-cache", default: true) }
    set { set("keep-peak-cache", newValue) }
  }

  /// The user's cache; nil while it is switched off.
  var peakCache: PeakCache? { keepsPeakCache ? PeakCache.ofUser() : nil }
}

extension PeakCache {
  /// Empties the cache, also while it is switched off, and says how much that freed.
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
