// Support.swift
// What exports write, for all tests of them.

import AudioDecoding
import Foundation
import SystemPackage

@testable import Export

extension ExportViewModel {
  /// All samples that the export writes as floats, and of how many channels.
  func written() throws -> (samples: [Float], channels: Int) {
    let path = FilePath(NSTemporaryDirectory()).appending("barline-export-\(UUID().uuidString).wav")
    defer { unlink(path.string) }
    kind = .sound(.wavFloat)
    export(to: path) { _ in }.runNow()
    var reader = try AudioFileReader(path: path)
    let channels = reader.description.channels
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096 * channels)
    defer { buffer.deallocate() }
    var samples: [Float] = []
    while case let count = try reader.read(into: buffer), count > 0 {
      samples += buffer[..<(count * channels)]
    }
    return (samples, channels)
  }
}
