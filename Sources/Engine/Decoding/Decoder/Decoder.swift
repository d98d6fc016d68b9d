// Decoder.swift
// The interface of all decoders. A decoder belongs to one thread at a time. Several decoders of one file do not disturb
// each other, because all of them read by position.

import AudioFormats
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// Decodes the samples of an open recording.
package protocol Decoder: AnyObject {
  /// Decodes the next frames as 16-bit integers; wider samples lose their lower bits.
  ///
  /// - Returns: frames decoded; fewer than fit at the end, or where the data are damaged.
  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int

  /// Decodes the next frames as numbers in full scale ±1.
  ///
  /// - Returns: frames decoded; fewer than fit at the end, or where the data are damaged.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int

  /// Decodes the next frames as integers of 32 bits: exactly, where the recording has such.
  ///
  /// - Returns: frames decoded; fewer than fit at the end, or where the data are damaged.
  func read(into buffer: UnsafeMutableBufferPointer<Int32>) -> Int

  /// Goes to a frame exactly, or not at all.
  ///
  /// - Returns: false when it cannot go there; its position is then unknown.
  func seek(toFrame frame: Int) -> Bool

  /// Why reading fell short, when the device failed.
  var failure: Errno? { get }

  /// Why reading fell short, when it was not the device: words that fit into a sentence.
  var trouble: Sentence? { get }

  /// Goes near a frame as cheaply as possible, for a preview: the first samples may be slightly wrong.
  ///
  /// - Returns: the frame at which it stands; nil when it cannot go there.
  func seekNear(toFrame frame: Int) -> Int?

  /// Stretches that were damaged and have been delivered as silence so far, in order.
  var gaps: [FrameRange] { get }

  /// Stretches that are damaged in an unknown way: the delivered samples may be wrong.
  var doubts: [FrameRange] { get }

  /// Searches for more such stretches after the end was reached, if there is a reason to. May take as long as reading.
  ///
  /// - Parameter goesOn: returns false to end the search early.
  func findDoubts(goesOn: () -> Bool) -> [FrameRange]

  /// True when the decoder cannot jump any more, because of what it found in the file.
  var jumpsAreLost: Bool { get }

  /// The process that decodes, if there is one. Ending it ends a read that waits for it.
  var child: (any Interruptible)? { get }

  /// How many recordings that follow each other in the file are decoded as one; at least 1.
  var linkCount: Int { get }

  /// A recording that follows in the file and has other channels or another rate; known once the end was reached.
  var following: FollowingRecording? { get }
}

extension Decoder {
  package var trouble: Sentence? { nil }

  package func seekNear(toFrame frame: Int) -> Int? { seek(toFrame: frame) ? frame : nil }

  package var gaps: [FrameRange] { [] }

  package var doubts: [FrameRange] { [] }

  package func findDoubts(goesOn: () -> Bool) -> [FrameRange] { [] }

  package var jumpsAreLost: Bool { false }

  package var child: (any Interruptible)? { nil }

  package var linkCount: Int { 1 }

  package var following: FollowingRecording? { nil }

  /// By way of floats, of which 24 bits are left: enough for recordings without wider integers.
  package func read(into buffer: UnsafeMutableBufferPointer<Int32>) -> Int {
    SampleRounding.roundWide(buffer) { read(into: $0) }
  }

  /// Reads floats and rounds them to 16 bits, for decoders that know floats only.
  package func readRounded(into buffer: UnsafeMutableBufferPointer<Int16>, channels: Int) -> Int {
    let room = max(1, 4096 / channels) * channels
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: min(room, buffer.count)) { floats in
      var done = 0
      while done + channels <= buffer.count {
        let part = UnsafeMutableBufferPointer(rebasing: floats[..<min(floats.count, buffer.count - done)])
        let count = read(into: part) * channels
        for index in 0..<count {
          let value = part[index].isFinite ? (part[index] * 32_768).rounded() : 0
          buffer[done + index] = Int16(max(-32_768, min(32_767, value)))
        }
        done += count
        if count < part.count / channels * channels { break }
      }
      return done / channels
    }
  }
}

/// A type in which samples are decoded: integers of 16 or 32 bits, or numbers in full scale ±1. Code that reads samples is
/// written once for all.
package protocol DecodedSample: BitwiseCopyable, Equatable, Sendable {
  /// Decodes the next frames; see `Decoder.read`.
  static func read(from decoder: any Decoder, into buffer: UnsafeMutableBufferPointer<Self>) -> Int
}

extension Int16: DecodedSample {
  package static func read(from decoder: any Decoder, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    decoder.read(into: buffer)
  }
}

extension Int32: DecodedSample {
  package static func read(from decoder: any Decoder, into buffer: UnsafeMutableBufferPointer<Int32>) -> Int {
    decoder.read(into: buffer)
  }
}

extension Float: DecodedSample {
  package static func read(from decoder: any Decoder, into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    decoder.read(into: buffer)
  }
}
