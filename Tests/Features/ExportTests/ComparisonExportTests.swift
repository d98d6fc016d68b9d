// ComparisonExportTests.swift
// The difference of two recordings as a file.

import Foundation
import ModelTestSupport
import Testing
import WaveformCore

@testable import Compare
@testable import Export
@testable import WaveformModel

@MainActor @Suite final class `A difference as a file` {
  private let diagram = DiagramViewModel(player: RecordingPlayer())
  private let folder = NSTemporaryDirectory() + "barline-difference-\(UInt32.random(in: 0...(.max)))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `the difference is exported and mixed as it is heard`() async throws {
    var state: UInt32 = 5
    let first = (0..<3 * 8000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int(state >> 18) - 8192)
    }
    let second = first.reversed() as [Int16]
    diagram.navigation.setWidth(500)
    for (name, samples) in [("a.wav", first), ("b.wav", second)] {
      diagram.lanes.insert(PlotViewModel(path: try writeWave(samples, rate: 8000, to: name, in: folder)))
    }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
    diagram.comparison.compareOnlyPair()
    try await wait { diagram.comparison.plot?.isComplete == true }
    diagram.comparison.sound.choose(.difference)
    let expected = zip(first, second).map { Float($1) / 32_768 - Float($0) / 32_768 }
    for name in ["Difference", "Mix of What Is Heard"] {
      let model = try #require(ExportViewModel(diagram))
      model.source = try #require(model.sources.firstIndex { $0.name == name })
      #expect(try model.written().samples == expected, "\(name)")
    }
  }
}
