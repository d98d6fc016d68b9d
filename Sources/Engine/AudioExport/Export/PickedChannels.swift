// PickedChannels.swift
// Writes some of the channels that it is given.

import AudioFormats
import HostIO
import Localization

/// Hands some channels of each frame on to another writer. One thread at a time.
final class PickedChannels: SampleWriter {
  private let writer: any SampleWriter
  private let picked: [Int]
  private let channels: Int

  var loss: Sentence? { writer.loss }
  var limitedSamples: Int { writer.limitedSamples }

  /// - Parameters:
  ///   - picked: places in a frame, in the order in which they are written.
  ///   - channels: of a frame.
  init(_ writer: any SampleWriter, _ picked: [Int], of channels: Int) {
    self.writer = writer
    self.picked = picked
    self.channels = channels
  }

  func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    let writer = writer
    try frames.ordered(picked, of: channels).withUnsafeBufferPointer { (samples) throws(AudioFileError) in
      try writer.write(samples)
    }
  }

  var keepsIntegers: Bool { writer.keepsIntegers }

  func write(_ frames: UnsafeBufferPointer<Int32>) throws(AudioFileError) {
    let writer = writer
    try frames.ordered(picked, of: channels).withUnsafeBufferPointer { (samples) throws(AudioFileError) in
      try writer.write(samples)
    }
  }

  func finish() throws(AudioFileError) { try writer.finish() }

  var interruption: (@Sendable () -> Void)? { writer.interruption }
}
