// OnsetLookup.swift
// The beginnings of sounds in what is visible, searched on a thread of its own before an edge comes near them. Main actor;
// of what is asked for during a search only the last is searched afterwards.

import AudioFormats
import HostIO
import WaveformCore

/// Keeps the onsets of one stretch of one waveform.
@MainActor final class OnsetLookup {
  /// Seconds of the longest stretch that is searched: in a longer view they lie too close to each other.
  private static let longest = 60

  private struct Stretch: Equatable {
    let plot: Int
    let range: FrameRange
  }

  private let worker = BackgroundWorker()
  private var known: (stretch: Stretch, onsets: [Int])?
  private var searched: Stretch?
  private var next: (@MainActor () -> Void)?

  /// Those of the recording that are known, in ascending order.
  func onsets(of plot: PlotViewModel, in range: FrameRange) -> ArraySlice<Int> {
    guard let known, known.stretch.plot == plot.number else { return [] }
    let all = known.onsets
    return all[all.firstPlace(from: range.lowerBound)..<all.firstPlace(from: range.upperBound)]
  }

  /// Searches a stretch, unless it is known.
  ///
  /// - Parameter range: frames of the recording.
  func prepare(_ range: FrameRange, of plot: PlotViewModel) {
    let range = range.clamped(toLength: plot.framesRead)
    guard plot.sampleRate > 0, !range.isEmpty, range.count <= Self.longest * plot.sampleRate,
      let source = plot.source, source.access != .notYet
    else { return }
    let stretch = Stretch(plot: plot.number, range: range)
    if let known, known.stretch.plot == plot.number, known.stretch.range.contains(range) { return }
    guard searched != stretch else { return }
    guard searched == nil else {
      next = { [weak self, weak plot] in
        if let plot { self?.prepare(range, of: plot) }
      }
      return
    }
    searched = stretch
    let length = plot.framesRead
    let isStarted = worker.run { [weak self] in
      let onsets = try? source.onsets(in: range, length: length)
      Task { @MainActor in self?.found(onsets, in: stretch) }
    }
    if !isStarted { searched = nil }
  }

  private func found(_ onsets: [Int]?, in stretch: Stretch) {
    searched = nil
    if let onsets { known = (stretch, onsets) }
    let waiting = next
    next = nil
    waiting?()
  }
}

extension [Int] {
  /// The place of the first number of an ascending list that is not below another one.
  fileprivate func firstPlace(from number: Int) -> Int {
    var low = 0, high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] >= number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
