// PlainReading.swift
// Reading a recording to its end with one decoder and without peaks: what the reader's report has to say too.

import SystemPackage
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO

extension ReadReport {
  /// Reads a whole recording on the calling thread.
  static func read(
    _ path: FilePath, options: OpenOptions = OpenOptions()
  ) throws(AudioFileError) -> (AudioDescription, ReadReport) {
    var reader = try AudioFileReader(path: path, options: options)
    let description = reader.description
    let room = max(1, 65_536 / description.channels) * description.channels
    var nonFinite = 0
    var failure: AudioFileError?
    do throws(AudioFileError) {
      if description.isFloat {
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: room)
        defer { buffer.deallocate() }
        while case let count = try reader.read(into: buffer), count > 0 {
          for sample in buffer[..<(count * description.channels)] where !sample.isFinite { nonFinite += 1 }
        }
      } else {
        let buffer = UnsafeMutableBufferPointer<Int16>.allocate(capacity: room)
        defer { buffer.deallocate() }
        while try reader.read(into: buffer) > 0 {}
      }
    } catch {
      failure = error
    }
    if reader.position == 0 { throw failure ?? nothing(in: description, path: path) }
    return (
      description, reader.report(frames: reader.position, nonFiniteSamples: nonFinite, cause: failure)
    )
  }
}
