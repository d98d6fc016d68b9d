// SampleSource.swift
// Random access to the samples of a recording, for zoom levels closer than one bin and for playback.

import HostIO
import SystemPackage
import WaveformCore

/// How a source reaches the samples of a place.
public enum SampleAccess: Sendable {
  /// Directly: each jump costs little.
  case direct
  /// By decoding everything before the place; going back starts again at the beginning.
  case forward
  /// Only after everything has been decoded, which may take long.
  case notYet
}

/// Something whose samples can be read at any place.
///
/// Reading blocks: call it from background threads only. It may be called from several of them at once.
public protocol SampleSource: AnyObject, Sendable {
  /// At least 1.
  var channels: Int { get }
  /// Frames per second; at least 1.
  var sampleRate: Int { get }
  /// The recording that errors about its samples name: a file, or what stands for one.
  var path: FilePath { get }

  /// The samples of `range`, exact to the frame.
  ///
  /// - Parameter range: frames from 0; keep it small, for the slice is held in memory.
  /// - Returns: a slice that begins where `range` does, and is shorter (or empty) at the end of what exists.
  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice

  /// How places are reached now.
  var access: SampleAccess { get }

  /// A source of the same samples whose place the reads of this one do not move; the same one where a jump costs little.
  func another() -> any SampleSource

  /// Whose samples it gives: those of another source, of which it changes what is heard, or its own.
  var origin: any SampleSource { get }

  /// Tells the source that the file is still being written: from now on it may be longer than `state`.
  func follow(_ state: FileState)

  /// Makes current and later reads end early, because their samples are not needed any more. Returns at once.
  func cancel()
}

extension SampleSource {
  public var access: SampleAccess { .direct }

  public func another() -> any SampleSource { self }

  public var origin: any SampleSource { self }

  public func follow(_ state: FileState) {}

  /// The samples of `range`. Reads only those that `base` lacks, and joins both. Ranges that follow each other to the
  /// right are read in one pass, even by a decoder that only goes forwards.
  ///
  /// - Parameters:
  ///   - base: samples of this source, anywhere.
  ///   - slack: frames of `base` to either side of the range that are kept.
  /// - Returns: a slice that holds the existing part of the range, and may hold more.
  public func read(
    _ range: FrameRange, keeping base: SampleSlice?, slack: Int = 0
  ) throws(AudioFileError) -> SampleSlice {
    guard let base, base.range.overlaps(range) else { return try read(range) }
    var slice = base.part(range.lowerBound - slack..<range.upperBound + slack)
    if range.lowerBound < slice.range.lowerBound {
      let before = try read(range.lowerBound..<slice.range.lowerBound)
      guard before.range.upperBound == slice.range.lowerBound else { return try read(range) }
      slice = before.followed(by: slice)
    }
    if range.upperBound > slice.range.upperBound {
      slice = slice.followed(by: try read(slice.range.upperBound..<range.upperBound))
    }
    return slice
  }
}
