// SpectrumSubject.swift
// What must be known of a waveform to make its spectra. A value, of one moment.

import AudioFormats
import Recording
import SystemPackage

/// A waveform as its spectra see it.
struct SpectrumSubject {
  let path: FilePath
  let options: OpenOptions
  let cache: PeakCache?
  let description: AudioDescription?
  /// See `PlotViewModel`.
  let isComputed: Bool, isComplete: Bool, isFailed: Bool, isFollowing: Bool
  /// Frames that exist for certain while the recording is read or grows; then all.
  let length: Int
  let framesPerBin: Int
  let source: (any SampleSource)?

  var sampleRate: Int { description?.sampleRate ?? 0 }
  var channels: Int { description?.channels ?? 0 }
}
