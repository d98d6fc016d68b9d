// PeakCacheSettings.swift
// The peak cache as the user sees it: a setting.

import GtkBridge
import Recording

extension Settings {
  /// Whether peaks are kept for the next time that a file is opened.
  var keepsPeakCache: Bool {
    get { bool("keep-peak-cache", default: true) }
    set { set("keep-peak-cache", newValue) }
  }

  /// The user's cache; nil while it is switched off.
  package var peakCache: PeakCache? { keepsPeakCache ? PeakCache.ofUser() : nil }
}
