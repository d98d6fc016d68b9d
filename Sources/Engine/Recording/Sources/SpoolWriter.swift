// SpoolWriter.swift
// Writes the samples of a recording into a spool's file while it is read, block by block.

import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// Divides samples into blocks and writes them. One thread at a time.
final class SpoolWriter {
  private let path: FilePath
  private let channels: Int
  private let place: SpoolPlace
  private let expectedFrames: Int
  private let wrote: (SpoolFile, SpoolBlock, _ frames: Int) -> Void
  /// The block that is being filled, and room for it as integers.
  private let samples: UnsafeMutableBufferPointer<Float>, integers: UnsafeMutableBufferPointer<Int16>
  private var filled = 0
  private var file: SpoolFile?
  /// Bytes in the file, and bytes for which the last check found room.
  private var written = 0
  private var checked = 0

  /// - Parameters:
  ///   - path: the recording; errors name it.
  ///   - framesPerBlock: frames of all blocks except the last.
  ///   - wrote: called after each block, one call at a time.
  init(
    _ path: FilePath, channels: Int, framesPerBlock: Int, place: SpoolPlace, expectedFrames: Int,
    wrote: @escaping (SpoolFile, SpoolBlock, _ frames: Int) -> Void
  ) {
    self.path = path
    self.channels = channels
    self.place = place
    self.expectedFrames = expectedFrames
    self.wrote = wrote
    samples = .allocate(capacity: framesPerBlock * channels)
    integers = .allocate(capacity: framesPerBlock * channels)
  }

  deinit {
    samples.deallocate()
    integers.deallocate()
  }

  /// Adds the next interleaved samples.
  func append(_ new: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    var rest = new[...]
    while !rest.isEmpty {
      let part = rest.prefix(samples.count - filled)
      _ = UnsafeMutableBufferPointer(rebasing: samples[filled...]).update(fromContentsOf: part)
      filled += part.count
      rest = rest.dropFirst(part.count)
      if filled == samples.count { try finish() }
    }
  }

  /// Writes the last, partial block.
  func finish() throws(AudioFileError) {
    guard filled > 0 else { return }
    try write(UnsafeBufferPointer(rebasing: samples[..<filled]))
    filled = 0
  }

  private func write(_ block: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    let isInt16 = SpoolBlock.pack(block, into: integers)
    let bytes =
      isInt16
      ? UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: integers[..<block.count]))
      : UnsafeRawBufferPointer(block)
    let frames = block.count / channels
    if let file, written + bytes.count > checked {
      checked = written + max(place.step, bytes.count)
      try place.check(file, holding: written, growingTo: checked, for: path)
    } else if file == nil {
      // The first block shows the width of samples. An unknown length counts as one step.
      let (expected, overflow) = expectedFrames.multipliedReportingOverflow(by: bytes.count / frames)
      checked = max(place.step, bytes.count)
      file = try place.makeFile(ofSize: overflow ? .max : max(expected, checked), for: path)
    }
    guard let file else { return }
    try file.write(bytes, at: written)
    let kept = SpoolBlock(offset: written, isInt16: isInt16)
    written += bytes.count
    wrote(file, kept, frames)
  }
}
