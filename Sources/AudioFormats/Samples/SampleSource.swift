// SampleSource.swift
// Random access to the samples of a recording: for zoom levels below the bins, and for playback.

import HostIO
import WaveformCore

/// How a source reaches the samples of a place.
public enum SampleAccess: Sendable {
  /// By going there: places far apart cost little each.
  case direct
  /// By decoding all that lies before; going back begins anew.
  case forward
  /// Not yet, or by waiting long: everything is decoded first.
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

  /// The samples of `range`, exact to the frame.
  ///
  /// - Parameter range: frames from 0; keep it small, for the slice is held in memory.
  /// - Returns: a slice that begins where `range` does, and is shorter (or empty) at the end of what exists.
  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice

  /// How places are reached now.
  var access: SampleAccess { get }

  /// Says that the file is still being written: from now on it may be longer than `state`.
  func follow(_ state: FileState)

  /// Lets reads end early, those under way and all that follow: nobody wants their samples any more. Returns at
  /// once.
  func cancel()
}

extension SampleSource {
  public var access: SampleAccess { .direct }

  public func follow(_ state: FileState) {}

  /// The samples of `range`, of which only those are read that are not in `base`; joined with these. Ranges that follow
  /// each other to the right are read in one pass, also by a decoder that only goes forwards.
  ///
  /// - Parameters:
  ///   - base: samples of this source; they need not have anything to do with the range.
  ///   - slack: frames of `base` to either side of the range that are kept.
  /// - Returns: a slice that holds what of the range exists, and may hold more.
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
