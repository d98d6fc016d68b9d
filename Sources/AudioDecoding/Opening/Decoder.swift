// Decoder.swift
// What every way to get at samples has in common. One decoder belongs to one thread at a time; several on one
// file do not disturb each other, for all of them read by position.

import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// An open recording from which samples come.
package protocol Decoder: AnyObject {
  /// Decodes the next frames as 16-bit integers; wider samples lose their lower bits.
  ///
  /// - Returns: frames decoded; fewer than fit at the end, or where the data are damaged.
  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int

  /// Decodes the next frames as numbers in full scale ±1.
  ///
  /// - Returns: frames decoded; fewer than fit at the end, or where the data are damaged.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int

  /// Goes to a frame: exactly, or not at all.
  ///
  /// - Returns: false when it cannot go there; where it stands is then unknown.
  func seek(toFrame frame: Int) -> Bool

  /// Why reading fell short, when the device failed.
  var failure: Errno? { get }

  /// Why reading fell short, when it was not the device: words that fit into a sentence.
  var trouble: String? { get }

  /// Goes near a frame as cheaply as possible, for a preview: what is read first may be a little wrong.
  ///
  /// - Returns: the frame at which it stands; nil when it cannot go there.
  func seekNear(toFrame frame: Int) -> Int?

  /// Stretches that were damaged and have been delivered as silence so far, in order.
  var gaps: [FrameRange] { get }

  /// Stretches in which something is damaged, though nobody can say what: what was delivered may be wrong.
  var doubts: [FrameRange] { get }

  /// Looks for further such stretches, once the end was reached and there is reason to: may take as long as reading did.
  ///
  /// - Parameter goesOn: false as soon as nobody wants to know any more.
  func findDoubts(goesOn: () -> Bool) -> [FrameRange]

  /// True when something has been found behind which the decoder cannot jump.
  var jumpsAreLost: Bool { get }

  /// The process that decodes, when it is another one: to end it is to end a read that waits for it.
  var child: ChildProcess? { get }

  /// How many recordings that follow each other in the file are decoded as one; at least 1.
  var linkCount: Int { get }

  /// A recording that follows in the file and does not fit on; known once its end was reached.
  var following: FollowingRecording? { get }
}

extension Decoder {
  var trouble: String? { nil }

  package func seekNear(toFrame frame: Int) -> Int? { seek(toFrame: frame) ? frame : nil }

  package var gaps: [FrameRange] { [] }

  package var doubts: [FrameRange] { [] }

  func findDoubts(goesOn: () -> Bool) -> [FrameRange] { [] }

  package var jumpsAreLost: Bool { false }

  package var child: ChildProcess? { nil }

  package var linkCount: Int { 1 }

  package var following: FollowingRecording? { nil }

  /// Reads floats and rounds them to 16 bits, for decoders that know floats only.
  func readRounded(into buffer: UnsafeMutableBufferPointer<Int16>, channels: Int) -> Int {
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

/// A type in which samples are decoded: 16-bit integers, or numbers in full scale ±1. Code that reads samples is written
/// once for both.
package protocol DecodedSample: PeakSample {
  /// Decodes the next frames; see `Decoder.read`.
  static func read(from decoder: any Decoder, into buffer: UnsafeMutableBufferPointer<Self>) -> Int
}

extension Int16: DecodedSample {
  package static func read(from decoder: any Decoder, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    decoder.read(into: buffer)
  }
}

extension Float: DecodedSample {
  package static func read(from decoder: any Decoder, into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    decoder.read(into: buffer)
  }
}
