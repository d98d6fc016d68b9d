// PickedChannels.swift
// Writes some of the channels that it is given.

import HostIO
import Localization

/// Hands some channels of each frame on to another writer. One thread at a time.
final class PickedChannels: SampleWriter {
  private let writer: any SampleWriter
  private let picked: [Int]
  private let channels: Int
  private var samples: [Float] = []

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

  func prepare() throws(AudioFileError) -> Bool { try writer.prepare() }

  func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    samples.removeAll(keepingCapacity: true)
    for first in stride(from: 0, to: frames.count, by: channels) {
      for channel in picked { samples.append(frames[first + channel]) }
    }
    let (samples, writer) = (samples, writer)
    try samples.withUnsafeBufferPointer { (samples) throws(AudioFileError) in try writer.write(samples) }
  }

  func finish() throws(AudioFileError) { try writer.finish() }
}
