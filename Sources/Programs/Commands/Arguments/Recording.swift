// Recording.swift
// A recording that has been read completely.

import AudioFormats
import HostIO
import Recording
import SystemPackage
import WaveformCore

struct Recording: Sendable {
  let description: AudioDescription
  let peaks: WaveformPeaks
  let report: ReadReport

  /// Reads a whole file on the calling thread, or takes its peaks from `cache`.
  init(reading path: FilePath, options: OpenOptions, cache: PeakCache?) throws(AudioFileError) {
    // `readNow` calls back on this thread only, and returns after the last event.
    nonisolated(unsafe) var opened: (AudioDescription, WaveformPeaks)?
    nonisolated(unsafe) var finished: ReadReport?
    nonisolated(unsafe) var failure: AudioFileError?
    let reader = PeakReader(path: path, options: options, blocks: .constant(16_384), cache: cache) { event in
      switch event {
      case .opened(let description, let peaks): opened = (description, peaks)
      case .progress, .preview, .following: break
      case .finished(let report): finished = report
      case .failed(let error): failure = error
      }
    }
    reader.readNow()
    guard let opened, let finished else { throw failure ?? AudioFileError(.damaged, path: path) }
    (description, peaks) = opened
    report = finished
  }
}

extension RecordingPicture {
  convenience init(_ recording: Recording, source: any SampleSource) {
    self.init(
      recording.peaks, description: recording.description, length: recording.report.frames, source: source)
  }
}
