// ComparedReading.swift
// The samples of two waveforms that are compared, and of their difference, for as long as they are. Made and ended on the
// main actor; read on any thread.

import AudioFormats
import Localization
import WaveformCore
import WaveformModel

/// What is read of a comparison.
final class ComparedReading: Sendable {
  /// Why two waveforms cannot be compared, and what can be done: sentences.
  struct Problem: Error {
    let text: String
  }

  /// The samples of one waveform.
  struct End: Sendable {
    fileprivate let access: PlotAccess
    /// What its channels are, and the recording in whose order they are read.
    fileprivate let layout: ChannelLayout, order: ChannelLayout
    /// Frames of the waveform.
    let length: Int
    let peaks: WaveformPeaks?

    var source: any SampleSource { access.source.inOrder(of: order, from: layout) }
  }

  let first: End, second: End
  /// The difference as it is laid now.
  let live: LiveSource

  @MainActor init(_ pair: ComparedPair, _ laid: LaidPair) throws(Problem) {
    first = try End(pair.first, inOrderOf: pair.first)
    second = try End(pair.second, inOrderOf: pair.first)
    live = LiveSource(Self.difference(first.source, second.source, laid))
  }

  /// Lays the two in another way.
  func become(_ laid: LaidPair) { live.become(difference(laid)) }

  /// B − A as they are laid, on the frames of A.
  func difference(_ laid: LaidPair) -> any SampleSource {
    Self.difference(first.source, second.source, laid)
  }

  /// Reads end early from now on.
  func cancel() { for end in [first, second] { end.access.end() } }
}

extension ComparedReading.End {
  @MainActor fileprivate init(
    _ plot: PlotViewModel, inOrderOf other: PlotViewModel
  ) throws(ComparedReading.Problem) {
    guard let access = PlotAccess(plot), let own = plot.description?.layout else {
      throw ComparedReading.Problem(
        text: localized("“\(plot.path.displayName)” cannot be read any more. Reload it to compare it."))
    }
    self.init(
      access: access, layout: own, order: other.description?.layout ?? own, length: plot.framesRead,
      peaks: plot.peaks)
  }
}
