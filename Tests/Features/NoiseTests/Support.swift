// Support.swift
// What all tests of noise reduction need: a diagram in which a noisy recording is cleaned.

@_exported import ModelTestSupport

import Foundation
import Recording
import Spectral
import SystemPackage
import Testing
import WaveformCore

@testable import Noise
@testable import WaveformModel

extension NoisyRecording {
  /// A folder for spools.
  var place: SpoolPlace { SpoolPlace(folders: [FilePath(folder.appendingPathComponent("spools").path)]) }

  /// The clean samples, as one pass over all of it makes them.
  func reduced(_ profile: NoiseProfile?, _ settings: NoiseReductionSettings) throws -> [Float] {
    let reducer = try NoiseReducer(profile, settings: settings, channels: channels, sampleRate: Self.rate)
    let stream = NoiseReductionStream(reducer)
    var result: [Float] = []
    samples.withUnsafeBufferPointer { stream.append($0) { result += $0 } }
    stream.finish { result += $0 }
    return result
  }

  /// Files without a name in the folder of spools that this process holds.
  var openSpools: Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?
        .hasPrefix(folder.path + "/spools") == true
    }
  }
}

/// Tests of what becomes of a noisy recording.
@MainActor protocol CleanedDiagram {
  var diagram: DiagramViewModel { get }
}

extension CleanedDiagram {
  var noise: NoiseReduction { diagram.noise }

  func open(_ recording: NoisyRecording) async throws {
    noise.place = recording.place
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: recording.path))
    try await wait { diagram.plots[0].isComplete }
  }

  func takeProfile() async throws {
    diagram.select(Selection(400..<7600))
    noise.takeProfile(of: diagram.selection?.range)
    try await wait { !noise.isBusy }
    #expect(noise.profile != nil && noise.problem == nil)
    #expect(noise.plot != nil)
  }
}
