// NoisyDiagram.swift
// A recording with noise in it, and a diagram in which its profile is taken.

import Foundation
import Recording
import Spectral
import SystemPackage
import TestSupport
import Testing
import WaveformCore
import WaveformModel

/// A folder with a recording of one second of noise, a tone in it, and noise again; and one for spools.
package final class NoisyRecording {
  package static let rate = 8000
  package let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "noise-\(UUID().uuidString)")
  package let channels: Int
  /// Integers of 16 bits, in full scale.
  package let samples: [Float]
  package var path: FilePath { FilePath(folder.appendingPathComponent("noisy.wav").path) }
  package var place: SpoolPlace {
    SpoolPlace(folders: [FilePath(folder.appendingPathComponent("spools").path)])
  }

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

  /// The clean samples, as one pass over all of it makes them.
  package func reduced(_ profile: NoiseProfile?, _ settings: NoiseReductionSettings) throws -> [Float] {
    let reducer = try NoiseReducer(profile, settings: settings, channels: channels, sampleRate: Self.rate)
    let stream = NoiseReductionStream(reducer)
    var result: [Float] = []
    samples.withUnsafeBufferPointer { stream.append($0) { result += $0 } }
    stream.finish { result += $0 }
    return result
  }

  /// Files without a name in the folder of spools that this process holds.
  package var openSpools: Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?
        .hasPrefix(folder.path + "/spools") == true
    }
  }
}

/// Tests of what becomes of a noisy recording.
@MainActor package protocol NoisyDiagram {
  var diagram: DiagramViewModel { get }
}

extension NoisyDiagram {
  package var noise: NoiseReduction { diagram.noise }

  package func open(_ recording: NoisyRecording) async throws {
    noise.place = recording.place
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: recording.path))
    try await wait { diagram.plots[0].isComplete }
  }

  package func takeProfile() async throws {
    diagram.select(Selection(400..<7600))
    noise.takeProfile(of: diagram.selection?.range)
    try await wait { !noise.isBusy }
    #expect(noise.profile != nil && noise.problem == nil)
    #expect(noise.plot != nil)
  }
}
