// SampleSlice+Clicks.swift
// A stretch of samples without its clicks.

import WaveformCore

extension SampleSlice {
  /// The slice as `NoiseReducer` repairs it: what a noise profile is to be taken of when clicks are repaired before the
  /// noise is reduced, or it would hold the clicks, too.
  ///
  /// - Parameters:
  ///   - clicks: as in `NoiseReductionSettings`; 0 changes nothing.
  ///   - sampleRate: frames per second.
  public func repaired(clicks: Double, sampleRate: Int) -> SampleSlice {
    let settings = NoiseReductionSettings(clicks: clicks)
    // Without a profile nothing is refused.
    guard settings.clicks > 0,
      let reducer = try? NoiseReducer(nil, settings: settings, channels: channels, sampleRate: sampleRate)
    else { return self }
    let stream = NoiseReductionStream(reducer, workers: 0)
    var samples: [Float] = []
    let keep: NoiseReductionStream.Write<Never> = { samples += $0 }
    withSamples { stream.append($0, write: keep) }
    stream.finish(write: keep)
    return SampleSlice(range: range, channels: channels, samples: samples)
  }
}
