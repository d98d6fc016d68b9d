// OpusSampleSource.swift
// Random access to an Opus file: by jumps if they are exact, else from a spool. The first request decides that on its
// thread, because it has to examine every packet. Any thread.

import AudioFormats
import HostIO
import Synchronization
import SystemPackage
import WaveformCore

/// The samples of an Opus file.
final class OpusSampleSource: SampleSource {
  private struct State {
    var source: (any SampleSource)?
    var isCancelled = false
  }

  let channels: Int
  let sampleRate: Int
  let path: FilePath
  private let options: OpenOptions
  private let description: AudioDescription
  private let place: SpoolPlace
  private let state = Mutex(State())
  /// Held while the packets are examined, so that this is done once.
  private let look = Mutex(())

  /// - Parameters:
  ///   - options: the options with which the file was first opened.
  ///   - description: from the reader that opened the file first.
  ///   - place: where a spool would keep samples.
  init(path: FilePath, options: OpenOptions, description: AudioDescription, place: SpoolPlace = .standard) {
    self.path = path
    self.options = options
    self.description = description
    self.place = place
    channels = description.channels
    sampleRate = description.sampleRate
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let first = max(0, range.lowerBound)
    guard range.upperBound > first, let source = source() else {
      return SampleSlice(range: first..<first, channels: channels, samples: [])
    }
    return try source.read(range)
  }

  func cancel() {
    let source = state.withLock { state in
      state.isCancelled = true
      return state.source
    }
    source?.cancel()
  }

  /// `notYet` before the first read.
  var access: SampleAccess { state.withLock { $0.source }?.access ?? .notYet }

  /// True when it reads by jumps; nil before the first read.
  var jumps: Bool? { state.withLock { $0.source.map { $0 is FileSampleSource } } }

  /// - Returns: nil after `cancel`.
  private func source() -> (any SampleSource)? {
    look.withLock { _ in
      let known = state.withLock { $0 }
      if known.isCancelled || known.source != nil { return known.isCancelled ? nil : known.source }
      let isExact = isExact
      return state.withLock { state in
        guard !state.isCancelled else { return nil }
        state.source =
          isExact
          ? FileSampleSource(path: path, options: options, description: description.with(.exact))
          : SpooledSampleSource(path: path, options: options, description: description, place: place)
        return state.source
      }
    }
  }

  /// True when jumps are exact, in the same file that was first opened.
  private var isExact: Bool {
    guard let file = try? FileBytes(path: path),
      description.fileState.map({ file.state.hasSameContent(as: $0) }) ?? true
    else { return false }
    return OpusModes.areOnlyCELT(in: file, goesOn: { state.withLock { !$0.isCancelled } })
  }
}
