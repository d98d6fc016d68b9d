// NoisyRecording.swift
// A recording with noise in it, and a diagram that shows it.

import Foundation
import SystemPackage
import TestSupport
import Testing
import WaveformModel

/// A folder with a recording of one second of noise, a tone in it, and noise again.
package final class NoisyRecording {
  package static let rate = 8000
  package let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "noise-\(UUID().uuidString)")
  package let channels: Int
  /// Integers of 16 bits, in full scale.
  package let samples: [Float]
  package var path: FilePath { FilePath(folder.appendingPathComponent("noisy.wav").path) }

  /// - Parameter sound: what is heard over the noise, by its frame; nil: a tone, but not in the first and the last second.
  package init(channels: Int = 2, seconds: Int = 4, sound: ((Int) -> Double)? = nil) throws {
    self.channels = channels
    var state: UInt32 = 1
    let frames = seconds * Self.rate
    let integers = (0..<frames * channels).map { index -> Int16 in
      state = state &* 1_664_525 &+ 1_013_904_223
      let frame = index / channels
      let isInside = frame > Self.rate && frame < frames - Self.rate
      let tone = sound?(frame) ?? (isInside ? 12_000 * sin(Double(frame) * 0.3) : 0)
      return Int16(Double(state >> 16) / 65_536 * 600 - 300 + tone)
    }
    samples = integers.map { Float($0) / 32_768 }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(rate: Self.rate)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes the file, with a rate at which its samples count.
  package func write(rate: Int) throws {
    let integers = samples.map { Int16($0 * 32_768) }
    let bytes = WaveFile(integers, channels: channels, rate: rate).bytes
    try Data(bytes).write(to: folder.appendingPathComponent("noisy.wav"))
  }
}

/// Tests of a diagram with a noisy recording.
@MainActor package protocol NoisyDiagram {
  var diagram: DiagramViewModel { get }
}

extension NoisyDiagram {
  package func open(_ recording: NoisyRecording) async throws {
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: recording.path))
    try await wait { diagram.plots[0].isComplete }
  }
}
