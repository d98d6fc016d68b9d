// GrowingSpectra.swift
// The coarse spectra of a recording that is still being written: read on from where they end, each time it has grown. So
// nothing is read twice, and they are complete when it is. On a worker's thread; the main actor never waits for a file.

import AudioFormats
import HostIO
import Spectral
import Synchronization
import WaveformCore

/// The spectra of a growing recording.
final class GrowingSpectra: Sendable {
  let pyramid: SpectrogramPyramid
  private let builder: SpectrogramBuilder<Float>
  private let worker = BackgroundWorker()
  private let isCancelled = Atomic(false)

  init(_ format: SpectrumFormat, channels: Int) {
    pyramid = SpectrogramPyramid(format, channels: channels)
    builder = SpectrogramBuilder(pyramid)
  }

  deinit { cancel() }

  /// Ends the reading after the current block.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Reads on. Calls are served in their order.
  ///
  /// - Parameters:
  ///   - length: frames that there are now.
  ///   - isLast: true when there will be no more.
  ///   - done: called on the worker's thread with true when columns have come; for the last call, when all are there.
  func grow(
    to length: Int, from source: any SampleSource, isLast: Bool, done: @escaping @Sendable (Bool) -> Void
  ) {
    // The object, not its parts: it lives until the job has run.
    worker.run { [self] in
      guard !pyramid.isComplete else { return done(true) }
      let before = pyramid.transforms
      while builder.end < length, !isCancelled.load(ordering: .relaxed) {
        let wanted = builder.end..<min(builder.end + 65_536, length)
        guard let slice = try? source.read(wanted), slice.range == wanted else { break }
        slice.withSamples { builder.append($0.baseAddress!, frames: wanted.count) }
      }
      guard isLast else { return done(pyramid.transforms > before) }
      guard builder.end == length else { return done(false) }
      builder.finish()
      done(true)
    }
  }
}
