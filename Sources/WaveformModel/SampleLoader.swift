// SampleLoader.swift
// Reads the samples around the view in the background, for zoom levels finer than the bins. One read at a time;
// while it runs only the latest wish is remembered. The main actor never waits for a file.

import AudioFile
import Dispatch
import WaveformCore

/// The samples around the visible stretch of one waveform.
@MainActor final class SampleLoader {
  /// Samples of all channels that are held at most: 16 MiB of Float.
  static let limit = 4 << 20

  /// What is here now.
  private(set) var slice: SampleSlice?

  private let source: any SampleSource
  private let arrived: () -> Void
  private let failed: (AudioFileError) -> Void
  private let queue = DispatchQueue(label: "org.barline.samples")
  private var pending: FrameRange?
  private var wish: FrameRange?

  init(
    source: any SampleSource, arrived: @escaping () -> Void, failed: @escaping (AudioFileError) -> Void
  ) {
    self.source = source
    self.arrived = arrived
    self.failed = failed
  }

  /// Asks for `visible`, and a view's width to either side of it where that fits.
  func request(_ visible: FrameRange, length: Int) {
    guard visible.count * source.channels <= Self.limit else { return }
    // An older wish is none any more: what it would bring is not what is looked at now.
    wish = nil
    if slice?.holds(visible, length: length) == true { return }
    let margin = min(visible.count, (Self.limit / source.channels - visible.count) / 2)
    let range = (visible.lowerBound - 1 - margin..<visible.upperBound + 1 + margin).clamped(toLength: length)
    if let pending, pending.contains(visible) { return }
    guard pending == nil else {
      wish = range
      return
    }
    load(range)
  }

  isolated deinit { source.cancel() }

  private func load(_ range: FrameRange) {
    pending = range
    let source = source
    queue.async { [weak self] in
      let result = Result { () throws(AudioFileError) in try source.read(range) }
      Task { @MainActor in self?.finish(result) }
    }
  }

  private func finish(_ result: Result<SampleSlice, AudioFileError>) {
    pending = nil
    switch result {
    case .success(let slice) where slice.range.isEmpty: break
    case .success(let slice):
      self.slice = slice
      arrived()
    case .failure(let error): failed(error)
    }
    if let next = wish {
      wish = nil
      load(next)
    }
  }
}

extension SampleSlice {
  /// True when every frame of `frames` that exists is here.
  func holds(_ frames: FrameRange, length: Int) -> Bool {
    let needed = frames.clamped(toLength: length)
    return needed.isEmpty || (range.lowerBound <= needed.lowerBound && needed.upperBound <= range.upperBound)
  }
}

extension Range where Bound == Int {
  func contains(_ other: FrameRange) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
