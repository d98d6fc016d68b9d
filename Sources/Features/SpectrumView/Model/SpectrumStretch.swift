// SpectrumStretch.swift
// What a spectrum is made of. A value; two are equal when the same would be found in both.

import Localization
import Spectral
import WaveformCore
import WaveformModel

/// A stretch of a waveform.
struct SpectrumStretch: Equatable {
  /// `PlotViewModel.number`.
  let plot: Int, restarts: Int
  let range: FrameRange
  let channels: [Int]
  let format: SpectrumFormat

  /// True when this is the same stretch, which has grown.
  func continues(_ past: SpectrumStretch) -> Bool {
    let grown = SpectrumStretch(
      plot: past.plot, restarts: past.restarts,
      range: past.range.lowerBound..<max(range.upperBound, past.range.upperBound), channels: past.channels,
      format: past.format)
    // A shorter stretch was padded.
    return self == grown && past.range.count >= format.size
  }
}

extension StretchReading {
  /// Reads a part of a waveform.
  ///
  /// - Parameter past: an earlier part, which this one continues; nil: none was read to its end.
  /// - Returns: nil when it cannot be read; where there is no memory, `answer` says so.
  static func begin(
    _ part: SpectrumStretch, after past: (part: SpectrumStretch, progress: StretchReading.Progress)?,
    of plot: PlotViewModel, _ answer: @escaping @MainActor (StretchReading.Answer) -> Void
  ) -> StretchReading? {
    guard let source = plot.source else { return nil }
    let name = plot.laneName
    let frames =
      past.map { $0.part.range.upperBound..<part.range.upperBound }
      ?? StretchAnalyzer.frames(for: part.range, of: part.format)
    let reading = StretchReading(
      frames, of: source, name: name, length: plot.framesRead, channels: part.channels, part.format,
      after: past?.progress, answer)
    if reading == nil {
      answer(
        .failed(localized("There is no memory to compute the spectrum of “\(name)”. Close other windows.")))
    }
    return reading
  }
}
