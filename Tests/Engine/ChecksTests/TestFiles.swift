// TestFiles.swift
// Files in a temporary folder, written byte by byte, or by libsndfile through the exporter.

import TestSupport
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
      OutputFile(file, notOver: path.appending("none")), format: format, layout: .usual(channels),
      sampleRate: rate)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    return file
  }
}

/// A 16-bit WAV file.
///
/// - Parameter bext: the content of that chunk; nil: there is none.
func wav(_ samples: [Float], channels: Int = 1, rate: Int = 8000, bext: [UInt8]? = nil) -> [UInt8] {
  let integers = samples.map { Int16((max(-1, min($0, 32_767 / 32_768)) * 32_768).rounded()) }
  let before = bext.map { [RIFFChunk("bext", $0)] } ?? []
  return WaveFile(integers, channels: channels, rate: rate, before: before).bytes
}

extension BroadcastChunk {
  /// One in which nothing is wrong.
  static var announcement: BroadcastChunk {
    var chunk = BroadcastChunk(timeReference: 80_000, version: 2)
    (chunk.description, chunk.originator) = ("An announcement", "Barline")
    (chunk.date, chunk.time) = ("2024-02-29", "10:11:12")
    chunk.history = "A=PCM,F=8000,W=16,M=mono\r\n"
    return chunk
  }
}
