// EndlessRecording.swift
// A recording that no test waits for: it takes no space, and longer to read than a test may last.

import Foundation
import SystemPackage

/// A WAV file of silence, in a folder of its own, of which only the header is on the disk (RF64, EBU Tech 3306).
final class EndlessRecording {
  let frames = 1 << 32
  let path: FilePath
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "endless-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent("endless.wav")
    path = FilePath(url.path)
    func number<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    let size = UInt64(frames * 2)
    var bytes = Array("RF64".utf8) + number(UInt32.max) + Array("WAVEds64".utf8) + number(UInt32(28))
    bytes += number(size + 72) + number(size) + number(UInt64(frames)) + number(UInt32(0))
    bytes += Array("fmt ".utf8) + number(UInt32(16)) + number(UInt16(1)) + number(UInt16(1))
    bytes += number(UInt32(48_000)) + number(UInt32(96_000)) + number(UInt16(2)) + number(UInt16(16))
    bytes += Array("data".utf8) + number(UInt32.max)
    try Data(bytes).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: UInt64(bytes.count) + size)
    try file.close()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// True while this process has the file open.
  var isOpen: Bool {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path.string
    }
  }
}
