// SampleLoader.swift
// Reads the samples around the view in the background, for zoom levels finer than the bins, and keeps what
// was seen last. The visible stretch is read first, then the one ahead. There is one read at a time;
// meanwhile only the latest request is remembered. The main actor never waits for a file.

import AudioFormats
import HostIO
import WaveformCore

/// The samples around the visible stretch of one waveform, and of stretches seen before.
@MainActor final class SampleLoader {
  /// The most samples of all channels in one slice, and in all slices: 16 and 32 MiB of Float.
  nonisolated static let sliceLimit = 4 << 20, limit = 8 << 20

  /// What has been read; the slice that was needed last comes first.
  private var slices: [SampleSlice] = []

  private let source: any SampleSource
  private let arrived: () -> Void
  private let failed: (AudioFileError) -> Void
  private let worker = BackgroundWorker()
  /// The request that is being read, and the one after it.
  private var pending: Request?, next: Request?
  /// The stretch that was needed last, and the direction from the one before it: −1 or 1; 0 after a jump.
  private var last = FrameRange(uncheckedBounds: (0, 0))
  private var direction = 0
  private var length = 0

  /// A stretch to be read, and what has been read of it already.
  private struct Request: Sendable {
    let range: FrameRange
    let base: SampleSlice?
  }

  init(
    source: any SampleSource, arrived: @escaping () -> Void, failed: @escaping (AudioFileError) -> Void
  ) {
    self.source = source
    self.arrived = arrived
    self.failed = failed
  }

  isolated deinit { source.cancel() }

  /// True when no request is being read or waiting.
  var isIdle: Bool { pending == nil && next == nil }

  /// True when a slice cannot hold so many frames.
  func isTooLong(_ frames: Int) -> Bool { frames > Self.sliceLimit / source.channels }

  /// A slice that holds every existing frame of `frames`.
  func slice(holding frames: FrameRange, length: Int) -> SampleSlice? {
    slices.first { $0.holds(frames, length: length) }
  }

  /// Asks for `needed`, and once that has been read, for a view's width in the direction of travel, or to
  /// both sides.
  ///
  /// - Parameter needed: what is drawn, within the recording.
  func request(_ needed: FrameRange, length: Int) {
    guard !needed.isEmpty, !isTooLong(needed.count) else { return }
    follow(needed)
    self.length = length
    // The view has moved on from the request before.
    next = nil
    guard let request = nextRequest(for: needed, length: length) else { return }
    if let pending, pending.range.contains(request.range) { return }
    if pending == nil { load(request) } else { next = request }
  }

  private func follow(_ needed: FrameRange) {
    if !needed.overlaps(last) {
      direction = 0
    } else if needed.lowerBound != last.lowerBound || needed.upperBound != last.upperBound {
      let moved = needed.lowerBound + needed.upperBound - last.lowerBound - last.upperBound
      // A zoom moves both ends, so it has no direction.
      let isZoom = abs(needed.count - last.count) > 1 + needed.count / 1000
      direction = isZoom ? 0 : moved.signum()
    }
    last = needed
  }

  private func nextRequest(for needed: FrameRange, length: Int) -> Request? {
    let width = min(needed.count, (Self.sliceLimit / source.channels - needed.count) / 2)
    // Ask again when half of it has been used up.
    func ahead(_ width: Int) -> FrameRange {
      (needed.lowerBound - (direction > 0 ? 0 : width)..<needed.upperBound + (direction < 0 ? 0 : width))
        .clamped(toLength: length)
    }
    guard let index = slices.firstIndex(where: { $0.holds(needed, length: length) }) else {
      // While the view moves, read along what lies ahead, so that reading does not fall behind.
      let base = slices.first { $0.range.overlaps(needed) }
      return Request(range: base == nil || direction == 0 ? needed : ahead(width), base: base)
    }
    slices.insert(slices.remove(at: index), at: 0)
    if slices[0].holds(ahead(width / 2), length: length) { return nil }
    return Request(range: ahead(width), base: slices[0])
  }

  private func load(_ request: Request) {
    pending = request
    let source = source
    worker.run { [weak self] in
      let result = Result { () throws(AudioFileError) in try Self.read(request, from: source) }
      Task { @MainActor in self?.finish(result) }
    }
  }

  /// Reads what is missing and joins it with what has been read. Runs on the worker's thread.
  private nonisolated static func read(
    _ request: Request, from source: any SampleSource
  ) throws(AudioFileError) -> SampleSlice {
    // Drop samples that lie too far away.
    let slack = max(0, sliceLimit / source.channels - request.range.count) / 2
    return try source.read(request.range, keeping: request.base, slack: slack)
  }

  private func finish(_ result: Result<SampleSlice, AudioFileError>) {
    pending = nil
    switch result {
    case .success(let slice) where slice.range.isEmpty: break
    case .success(let slice):
      let hadAll = self.slice(holding: last, length: length) != nil
      keep(slice)
      if !hadAll, self.slice(holding: last, length: length) != nil { arrived() }
    case .failure(let error): failed(error)
    }
    if let request = next {
      next = nil
      load(request)
    }
  }

  private func keep(_ slice: SampleSlice) {
    slices.removeAll { slice.range.contains($0.range) }
    slices.insert(slice, at: 0)
    var total = 0
    let kept = slices.prefix {
      total += $0.range.count * $0.channels
      return total <= Self.limit
    }
    slices = Array(kept)
  }
}

extension Range where Bound == Int {
  func contains(_ other: FrameRange) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
