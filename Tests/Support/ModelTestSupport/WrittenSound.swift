// WrittenSound.swift
// What lies in a sound file that was written, for tests of what writes it.

import AudioDecoding
import SystemPackage

/// All samples of a sound file.
package struct WrittenSound {
  /// Interleaved.
  package let samples: [Float]
  package let channels: Int

  package init(at path: FilePath) throws {
    var reader = try AudioFileReader(path: path)
    let channels = reader.description.channels
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096 * channels)
    defer { buffer.deallocate() }
    var samples: [Float] = []
    while case let count = try reader.read(into: buffer), count > 0 {
      samples += buffer[..<(count * channels)]
    }
    (self.samples, self.channels) = (samples, channels)
  }
}
