// EndlessRecording.swift
// A recording that no test waits for: it takes no space, and longer to read than a test may last.

import TestSupport
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
    let size = 2 * frames
    var wave = WaveFile([], rate: 48_000, promisedBytes: size)
    wave.form = .rf64
    let head = wave.head
    try Data(head).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: UInt64(head.count + size))
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
