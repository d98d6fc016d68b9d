// TestFiles.swift
// Files in a temporary folder, written byte by byte, or by libsndfile through the exporter.

import AudioExport
import Foundation
import HostIO
import SystemPackage

/// A folder that goes away with its last user.
final class TestFolder: Sendable {
  let path: FilePath

  init() {
    path = FilePath(NSTemporaryDirectory()).appending("barline-checks-\(UInt64.random(in: 0...(.max)))")
    precondition(mkdir(path.string, 0o700) == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  func write(_ bytes: [UInt8], as name: String) -> FilePath {
    let file = path.appending(name)
    precondition(FileManager.default.createFile(atPath: file.string, contents: Data(bytes)))
    return file
  }

  func write(
    _ samples: [Float], as name: String, _ format: ExportFormat = .wav16, channels: Int = 1, rate: Int = 8000
  ) throws -> FilePath {
    let file = path.appending(name)
    let writer = try AudioFileWriter(
      OutputFile(file, notOver: path.appending("none")), format: format, channels: channels, sampleRate: rate)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    return file
  }
}

/// A number as so many bytes, the lowest first.
func little(_ value: Int, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// A 16-bit WAV file.
///
/// - Parameter bext: the content of that chunk; nil: there is none.
func wav(_ samples: [Float], channels: Int = 1, rate: Int = 8000, bext: [UInt8]? = nil) -> [UInt8] {
  let data = samples.flatMap { little(Int((max(-1, min($0, 32_767 / 32_768)) * 32_768).rounded()), 2) }
  func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(bytes.count, 4) + bytes + (bytes.count % 2 == 1 ? [0] : [])
  }
  let format =
    little(1, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4)
    + little(channels * 2, 2) + little(16, 2)
  let body =
    Array("WAVE".utf8) + chunk("fmt ", format) + (bext.map { chunk("bext", $0) } ?? [])
    + chunk("data", data)
  return Array("RIFF".utf8) + little(body.count, 4) + body
}

/// The content of a `bext` chunk (EBU Tech 3285, 2.3).
struct Bext {
  var description = "An announcement", date = "2024-02-29", time = "10:11:12", version = 2
  var timeReference = 80_000
  /// Hundredths: loudness, range, true peak, momentary, short-term.
  var loudness = [0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF]
  var reserved: UInt8 = 0
  var history = "A=PCM,F=8000,W=16,M=mono\r\n"

  var bytes: [UInt8] {
    func field(_ text: String, _ size: Int) -> [UInt8] {
      Array((Array(text.utf8) + [UInt8](repeating: 0, count: size)).prefix(size))
    }
    return field(description, 256) + field("Barline", 32) + field("", 32) + field(date, 10) + field(time, 8)
      + little(timeReference, 8) + little(version, 2) + [UInt8](repeating: 0, count: 64)
      + (version == 2 ? loudness.flatMap { little($0, 2) } : [UInt8](repeating: 0, count: 10))
      + [UInt8](repeating: reserved, count: 180) + Array(history.utf8)
  }
}
