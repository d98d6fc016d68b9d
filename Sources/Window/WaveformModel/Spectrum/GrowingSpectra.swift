// GrowingSpectra.swift
// The spectra of a recording that is still being written: read on from where they end, each time it has grown, so that
// nothing is read twice. The thread that feeds the waveform does that before it tells of new frames, and a picture shows
// both at once; what is too much for it a worker reads. The main actor never waits for a file.

import AudioFormats
import HostIO
import Spectral
import Synchronization
import WaveformCore

/// The spectra of a growing recording.
final class GrowingSpectra: Sendable {
  let pyramid: SpectrogramPyramid
  /// Its last transforms.
  let recent: RecentTransforms
  private let source: any SampleSource
  private let builder: Mutex<SpectrogramBuilder<Float>>
  private let worker = BackgroundWorker()
  private let isCancelled = Atomic(false)
  private let heldFrames = Atomic(0), heldTransforms = Atomic(0)

  /// Frames that the thread that feeds the waveform reads at most: a second or so, in a millisecond.
  private static let most = 1 << 16

  init(_ format: SpectrumFormat, of source: any SampleSource) {
    self.source = source
    pyramid = SpectrogramPyramid(format, channels: source.channels)
    recent = RecentTransforms(format, channels: source.channels)
    builder = Mutex(SpectrogramBuilder(pyramid, recent: recent))
  }

  deinit { cancel() }

  /// Frames that have been read.
  var frames: Int { heldFrames.load(ordering: .acquiring) }
  /// Transforms that are known.
  var transforms: Int { heldTransforms.load(ordering: .acquiring) }

  /// Ends the reading after the current block.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Reads on where little has come; on the thread that feeds the waveform.
  ///
  /// - Parameters:
  ///   - length: frames that there are now.
  ///   - state: the file that holds them.
  func follow(to length: Int, _ state: FileState) {
    guard length - frames <= Self.most else { return }
    source.follow(state)
    // While a worker reads, it is the one who catches up.
    _ = builder.withLockIfAvailable { read(to: length, with: $0) }
  }

  /// Reads on, however much has come.
  ///
  /// - Parameters:
  ///   - length: frames that there are now.
  ///   - isLast: true when there will be no more.
  ///   - done: called on the worker's thread; for the last call with true when all are there.
  func grow(to length: Int, isLast: Bool, done: @escaping @Sendable (Bool) -> Void) {
    // The object, not its parts: it lives until the job has run.
    worker.run { [self] in
      let isWhole = builder.withLock { builder in
        guard !pyramid.isComplete else { return true }
        read(to: length, with: builder)
        guard isLast, builder.end == length else { return !isLast }
        builder.finish()
        return true
      }
      done(isWhole)
    }
  }

  private func read(to length: Int, with builder: SpectrogramBuilder<Float>) {
    let first = length - (recent.capacity + 1) * recent.format.hop
    // Where it ends is told by `builder`.
    _ = try? source.forEachBlock(
      of: builder.end..<max(builder.end, length), frames: Self.most,
      goesOn: { !isCancelled.load(ordering: .relaxed) }
    ) { slice in
      slice.withSamples {
        builder.append(
          $0.baseAddress!, frames: slice.range.count, isRecent: slice.range.upperBound > first)
      }
    }
    heldTransforms.store(recent.known.upperBound, ordering: .releasing)
    heldFrames.store(builder.end, ordering: .releasing)
  }
}

/// What the thread that feeds a waveform has to do for its spectra: nothing, unless they are shown.
final class SpectraFollower: Sendable {
  private let growing = Mutex<GrowingSpectra?>(nil)

  func follow(_ growing: GrowingSpectra?) { self.growing.withLock { $0 = growing } }

  /// The recording has `length` frames now.
  func grew(to length: Int, _ state: FileState) { growing.withLock { $0 }?.follow(to: length, state) }
}
