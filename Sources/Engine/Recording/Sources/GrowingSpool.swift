// GrowingSpool.swift
// Samples in a temporary file: one thread appends, any number of threads wait for what they need and read it. The file has
// no name, and is deleted when its last user closes it.

import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// Samples that can be read at any place as soon as they have been appended.
public final class GrowingSpool: SampleSource {
  private struct State: Sendable {
    var file: SpoolFile?
    /// In their order; of two that follow each other one has two bytes for each sample, the other one four.
    var runs: [SpoolRun] = []
    var frames = 0
    /// Bytes in the file, and those for which the last check found room.
    var written = 0, checked = 0
    /// Nothing more will be appended.
    var hasEnded = false
    /// Why that is before the end.
    var failure: AudioFileError?
    var isCancelled = false
  }

  private enum Answer {
    case runs([SpoolRun], SpoolFile, frames: Int)
    case failed(AudioFileError)
    case nothing
  }

  public let channels: Int
  public let sampleRate: Int
  public let path: FilePath
  private let expectedFrames: Int
  private let place: SpoolPlace
  private let packs: Bool
  private let state = Monitor(State())

  /// - Parameters:
  ///   - path: the recording from which the samples come; errors name it.
  ///   - expectedFrames: how many frames there will be, to check for room.
  ///   - packs: true where samples may be of 16 bits, which then take half the room.
  public init(
    channels: Int, sampleRate: Int, expectedFrames: Int, for path: FilePath, in place: SpoolPlace = .standard,
    packs: Bool = false
  ) {
    self.channels = channels
    self.sampleRate = sampleRate
    self.expectedFrames = expectedFrames
    self.path = path
    self.place = place
    self.packs = packs
  }

  deinit { cancel() }

  // MARK: The writing thread

  /// Appends interleaved frames; does nothing after `cancel`.
  ///
  /// - Throws: `noSpace`, `readFailed`.
  public func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    var (known, written, checked, isCancelled) = state.withLock {
      ($0.file, $0.written, $0.checked, $0.isCancelled)
    }
    guard !isCancelled, !samples.isEmpty else { return }
    let integers = UnsafeMutableBufferPointer<Int16>.allocate(capacity: packs ? samples.count : 0)
    defer { integers.deallocate() }
    let isInt16 = packs && SpoolRun.pack(samples, into: integers)
    let bytes =
      isInt16
      ? UnsafeRawBufferPointer(UnsafeBufferPointer(integers)) : UnsafeRawBufferPointer(samples)
    let frames = samples.count / channels
    if let known, written + bytes.count > checked {
      checked = written + max(place.step, bytes.count)
      try place.check(known, holding: written, growingTo: checked, for: path)
    } else if known == nil {
      // The first samples show how wide they are. An unknown length counts as one step.
      let (expected, overflow) = expectedFrames.multipliedReportingOverflow(by: bytes.count / frames)
      checked = max(place.step, bytes.count)
      known = try place.makeFile(ofSize: overflow ? .max : max(expected, checked), for: path)
    }
    guard let file = known else { return }
    try file.write(bytes, at: written)
    state.withLock {
      if $0.isCancelled { return }
      $0.file = file
      $0.checked = checked
      if $0.runs.last?.isInt16 != isInt16 {
        $0.runs.append(SpoolRun(first: $0.frames, offset: written, isInt16: isInt16))
      }
      $0.written += bytes.count
      $0.frames += frames
    }
  }

  /// Call this when nothing more will be appended.
  ///
  /// - Parameter failure: why there is no more; whoever wants more gets it. Nil: that was all.
  public func end(_ failure: AudioFileError? = nil) {
    state.withLock {
      $0.hasEnded = true
      $0.failure = failure
    }
  }

  // MARK: Readers

  /// Frames that can be read by now.
  public var frames: Int { state.wait { $0.frames } }

  /// True when there was no room for the first samples: another attempt costs little, and may succeed.
  var neverBegan: Bool { state.wait { $0.failure?.code == .noSpace && $0.frames == 0 } }

  /// Waits until `range` has been appended.
  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let first = max(0, range.lowerBound)
    let nothing = SampleSlice(range: first..<first, channels: channels, samples: [])
    guard range.upperBound > first else { return nothing }
    let answer: Answer = state.wait { state in
      if state.isCancelled { return .nothing }
      guard state.frames >= range.upperBound || state.hasEnded else { return nil }
      if state.frames < range.upperBound, let failure = state.failure { return .failed(failure) }
      guard let file = state.file, first < state.frames else { return .nothing }
      return .runs(state.runs, file, frames: state.frames)
    }
    switch answer {
    case .nothing: return nothing
    case .failed(let error): throw error
    case .runs(let runs, let file, let frames):
      let range = first..<min(range.upperBound, frames)
      var failure: AudioFileError?
      let samples = [Float](unsafeUninitializedCapacity: range.count * channels) { samples, filled in
        do throws(AudioFileError) {
          for (index, run) in runs.enumerated() {
            let end = index + 1 < runs.count ? runs[index + 1].first : frames
            let part = (run.first..<end).clamped(to: range)
            let place = (part.lowerBound - first) * channels..<(part.upperBound - first) * channels
            if part.isEmpty { continue }
            try run.read(
              part, channels: channels, from: file,
              into: UnsafeMutableBufferPointer(rebasing: samples[place]))
          }
          filled = range.count * channels
        } catch { failure = error }
      }
      if let failure { throw failure }
      return SampleSlice(range: range, channels: channels, samples: samples)
    }
  }

  public var access: SampleAccess {
    state.wait { $0.hasEnded && $0.failure == nil && !$0.isCancelled } ? .direct : .notYet
  }

  var isCancelled: Bool { state.wait { $0.isCancelled } }

  /// Makes waiting readers return without samples, and releases the file.
  public func cancel() {
    state.withLock {
      $0.isCancelled = true
      $0.file = nil
    }
  }
}
