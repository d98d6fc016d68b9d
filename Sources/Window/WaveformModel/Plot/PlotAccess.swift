// PlotAccess.swift
// The samples of a waveform for what is computed of all of them: noise reduction, and comparisons. Made on the main
// actor; read on any thread.

import AudioFormats

/// All samples of a waveform, for as long as somebody computes something of them.
///
/// The source is one of its own where the file can be decoded from any place, so that views and the player do not wait
/// for it. Otherwise it is the waveform's: what has to decode everything first is not asked to do so twice.
package struct PlotAccess: Sendable {
  package let source: any SampleSource
  /// True when nobody else reads it.
  private let isOwn: Bool

  /// - Returns: nil when the waveform cannot be read, or not any more.
  @MainActor package init?(_ plot: PlotViewModel) {
    guard let description = plot.description, let shared = plot.source else { return nil }
    isOwn = !plot.isComputed && !plot.isHeard && description.seeking == .exact
    source = isOwn ? plot.ownSource(description) : shared
  }

  /// Reads end early from now on, unless somebody else needs them.
  package func end() { if isOwn { source.cancel() } }
}
