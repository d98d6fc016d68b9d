// GrowingSpool.swift
// Samples that are computed rather than decoded, in a temporary file: one thread appends, any number of threads wait
// for what they need and read it. The file has no name, and is deleted when its last user closes
// it.

import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// Samples that can be read at any place as soon as they have been appended.
public final class GrowingSpool: SampleSource {
  private struct State: Sendable {
    var file: SpoolFile?
    var frames = 0
    /// Bytes for which the last check found room.
    var checked = 0
    /// Nothing more will be appended.
    var hasEnded = false
    var isCancelled = false
  }

  private enum Answer {
    case file(SpoolFile, frames: Int)
    case nothing
  }

  public let channels: Int
  public let sampleRate: Int
  public let path: FilePath
  private let expectedFrames: Int
  private let place: SpoolPlace
  private let state = Monitor(State())

  /// - Parameters:
  ///   - path: the recording from which the samples are computed; errors name it.
  ///   - expectedFrames: how many frames there will be, to check for room.
  public init(
    channels: Int, sampleRate: Int, expectedFrames: Int, for path: FilePath, in place: SpoolPlace = .standard
  ) {
    self.channels = channels
    self.sampleRate = sampleRate
    self.expectedFrames = expectedFrames
    self.path = path
    self.place = place
  }

  deinit { cancel() }

  private var bytesPerFrame: Int { channels * MemoryLayout<Float>.stride }

  // MARK: The writing thread

  /// Appends interleaved frames; does nothing after `cancel`.
  ///
  /// - Throws: `noSpace`, `readFailed`.
  public func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    var (known, written, checked, isCancelled) = state.withLock {
      ($0.file, $0.frames * bytesPerFrame, $0.checked, $0.isCancelled)
    }
    let bytes = UnsafeRawBufferPointer(samples)
    guard !isCancelled, !bytes.isEmpty else { return }
    if let known, written + bytes.count > checked {
      checked = written + max(place.step, bytes.count)
      try place.check(known, holding: written, growingTo: checked, for: path)
    } else if known == nil {
      let (expected, overflow) = expectedFrames.multipliedReportingOverflow(by: bytesPerFrame)
      checked = max(place.step, bytes.count)
      known = try place.makeFile(ofSize: overflow ? .max : max(expected, bytes.count), for: path)
    }
    guard let file = known else { return }
    try file.write(bytes, at: written)
    state.withLock {
      if $0.isCancelled { return }
      $0.file = file
      $0.checked = checked
      $0.frames += samples.count / channels
    }
  }

  /// Call this when nothing more will be appended.
  public func end() { state.withLock { $0.hasEnded = true } }

  // MARK: Readers

  /// Frames that can be read by now.
  public var frames: Int { state.wait { $0.frames } }

  /// Waits until `range` has been appended.
  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let first = max(0, range.lowerBound)
    let nothing = SampleSlice(range: first..<first, channels: channels, samples: [])
    guard range.upperBound > first else { return nothing }
    let answer: Answer = state.wait { state in
      if state.isCancelled { return .nothing }
      guard state.frames >= range.upperBound || state.hasEnded else { return nil }
      guard let file = state.file, first < state.frames else { return .nothing }
      return .file(file, frames: state.frames)
    }
    guard case .file(let file, let frames) = answer else { return nothing }
    let end = min(range.upperBound, frames)
    let count = (end - first) * channels
    var failure: AudioFileError?
    let samples = [Float](unsafeUninitializedCapacity: count) { samples, filled in
      do throws(AudioFileError) {
        try file.read(
          at: first * bytesPerFrame,
          into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: samples[..<count])))
        filled = count
      } catch { failure = error }
    }
    if let failure { throw failure }
    return SampleSlice(range: first..<end, channels: channels, samples: samples)
  }

  public var access: SampleAccess { state.wait { $0.hasEnded } ? .direct : .notYet }

  /// Makes waiting readers return without samples, and releases the file.
  public func cancel() {
    state.withLock {
      $0.isCancelled = true
      $0.file = nil
    }
  }
}
