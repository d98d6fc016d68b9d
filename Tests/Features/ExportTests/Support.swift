// Support.swift
// What exports write, for all tests of them.

import Foundation
import ModelTestSupport
import SystemPackage

@testable import Export

extension ExportViewModel {
  /// All samples that the export writes as floats, and of how many channels.
  func written() throws -> (samples: [Float], channels: Int) {
    let path = FilePath(NSTemporaryDirectory()).appending("barline-export-\(UUID().uuidString).wav")
    defer { unlink(path.string) }
    kind = .sound(.wavFloat)
    export(to: path) { _ in }.runNow()
    let written = try WrittenSound(at: path)
    return (written.samples, written.channels)
  }
}
