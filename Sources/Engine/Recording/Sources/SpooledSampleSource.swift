// SpooledSampleSource.swift
// Random access to a file whose decoder cannot jump: everything is decoded once, in the background, into a temporary
// file. The first request starts that, so no file is made unless samples are needed.

import AudioDecoding
import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// The samples of a sound file that can only be decoded forwards.
public final class SpooledSampleSource: SampleSource {
  private struct State {
    var spool: SampleSpool?
    var isCancelled = false
  }

  public let path: FilePath
  public let channels: Int
  public let sampleRate: Int
  private let options: OpenOptions
  private let description: AudioDescription
  private let place: SpoolPlace
  private let state = Monitor(State())

  /// - Parameters:
  ///   - options: the options with which the file was first opened.
  ///   - description: from the reader that opened the file first. Reading fails when the file has
  ///     changed since.
  ///   - place: where the samples are kept.
  public init(
    path: FilePath, options: OpenOptions = OpenOptions(), description: AudioDescription,
    place: SpoolPlace = .standard
  ) {
    self.path = path
    self.options = options
    channels = description.channels
    sampleRate = description.sampleRate
    self.description = description
    self.place = place
  }

  deinit { cancel() }

  /// Waits until decoding has reached the end of `range`; samples that are already decoded are returned at once.
  ///
  /// - Throws: `noSpace` when the samples cannot be kept, and the errors of opening and reading a file.
  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let first = max(0, range.lowerBound)
    guard range.upperBound > first, let spool = spool() else {
      return SampleSlice(range: first..<first, channels: channels, samples: [])
    }
    return try spool.samples.read(range)
  }

  public var access: SampleAccess {
    state.withLock { $0.spool }?.samples.access ?? .notYet
  }

  public func cancel() {
    let spool = state.withLock { state in
      state.isCancelled = true
      return state.spool
    }
    spool?.cancel()
  }

  /// - Returns: nil after `cancel`.
  private func spool() -> SampleSpool? {
    state.withLock { state in
      if state.isCancelled { return nil }
      if let spool = state.spool, !spool.samples.neverBegan { return spool }
      let spool = SampleSpool(path: path, description: description, place: place) {
        [path, options, description] goesOn throws(AudioFileError) in
        try AudioFileReader.reopen(path, options: options, as: description, goesOn: goesOn)
      }
      state.spool = spool
      return spool
    }
  }
}
