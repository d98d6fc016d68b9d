// ViewMemoryTests.swift
// Remembered views: what comes back, for which files, and that there are never too many.

import AudioFormats
import Foundation
import HostIO
import SystemPackage
import Testing
import WaveformCore

@testable import Projects
@testable import Spectral

@Suite final class ViewMemoryTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("views-\(UUID().uuidString)")
  var place: FilePath { FilePath(folder.appendingPathComponent("state/views").path) }
  var memory: ViewMemory { ViewMemory(folder: place) }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ name: String, _ content: String = "sound") throws -> FilePath {
    let url = folder.appendingPathComponent(name)
    try Data(content.utf8).write(to: url)
    return FilePath(url.path)
  }

  private var entries: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: place.string)) ?? []).sorted()
  }

  /// Something of everything.
  static var kept: KeptRecording {
    var view = KeptView()
    view.visible = 1000.125..<5000.5
    view.selection = 10..<20
    view.playhead = 12.5
    view.isLooping = true
    let channel = NoiseProfile.Channel(
      mean: (0..<ShortTimeFormat(sampleRate: 8000).binCount).map { Float($0) * 0.1 },
      deviation: (0..<ShortTimeFormat(sampleRate: 8000).binCount).map { Float($0) * 0.01 })
    return KeptRecording(
      view: view, gains: KeptGains(LaneGains(common: 3, own: [1: -4.5]), channels: .mixed),
      noise: KeptNoise(
        profile: NoiseProfile(sampleRate: 8000, channels: [channel]),
        settings: NoiseReductionSettings(
          reduction: 12, sensitivity: 3, smoothing: 4, clicks: 0.25, removesHum: false, followsLevel: true,
          isAdaptive: true), isClean: true,
        listening: "residue"))
  }

  @Test func `what was kept comes back, also when the file was moved`() throws {
    let path = try file("a.wav")
    #expect(memory.recording(at: path, options: OpenOptions()) == nil)
    memory.keep(Self.kept, of: path, state: nil, options: OpenOptions())
    #expect(memory.recording(at: path, options: OpenOptions()) == Self.kept)
    let other = folder.appendingPathComponent("b.wav")
    try FileManager.default.moveItem(atPath: path.string, toPath: other.path)
    #expect(memory.recording(at: FilePath(other.path), options: OpenOptions()) == Self.kept)
    #expect(entries.count == 1)
  }

  @Test func `another content, another track or another format is another recording`() throws {
    let path = try file("a.wav")
    memory.keep(Self.kept, of: path, state: nil, options: OpenOptions())
    #expect(memory.recording(at: path, options: OpenOptions(audioTrack: 1)) == nil)
    let raw = RawFormat(encoding: .s16le, channels: 1, sampleRate: 8000)
    #expect(memory.recording(at: path, options: OpenOptions(raw: raw)) == nil)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path.string))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([1]))
    try handle.close()
    #expect(memory.recording(at: path, options: OpenOptions()) == nil)
  }

  @Test func `one that looks as at first is forgotten`() throws {
    let path = try file("a.wav")
    memory.keep(Self.kept, of: path, state: nil, options: OpenOptions())
    let standard = KeptRecording(
      view: KeptView(), gains: KeptGains(LaneGains(), channels: .mirrored),
      noise: KeptNoise(
        profile: nil, settings: NoiseReductionSettings(), isClean: false, listening: "original"))
    memory.keep(standard, of: path, state: nil, options: OpenOptions())
    #expect(entries.isEmpty)
  }

  @Test func `a damaged memory is none`() throws {
    let path = try file("a.wav")
    var kept = Self.kept
    kept.noise.profile = nil
    memory.keep(kept, of: path, state: nil, options: OpenOptions())
    let entry = URL(fileURLWithPath: place.string).appendingPathComponent(entries[0])
    let whole = try Data(contentsOf: entry)
    for count in 0..<whole.count - 2 {
      try whole.prefix(count).write(to: entry)
      #expect(memory.recording(at: path, options: OpenOptions()) == nil, "\(count) of \(whole.count) bytes")
    }
    for text in ["{}", #"{"format": "barline-view", "version": 2}"#, "nonsense"] {
      try Data(text.utf8).write(to: entry)
      #expect(memory.recording(at: path, options: OpenOptions()) == nil)
    }
    // Values of the wrong kind, or impossible ones, count as not kept.
    let odd = """
      {"format": "barline-view", "version": 1, "view": {"start": 9, "end": 3, "selection": {"start": -1, "end": 1e300},
      "playhead": -5, "loop": 1}, "gains": {"all": 1000, "lanes": {"-1": 3, "x": 1, "0": "a"}, "channels": 7},
      "noise": {"profile": "none", "clean": true, "smoothing": 1e9}}
      """
    try Data(odd.utf8).write(to: entry)
    let read = try #require(memory.recording(at: path, options: OpenOptions()))
    #expect(read.view == KeptView() && read.gains.gains == LaneGains(common: 60, own: [:]))
    #expect(read.noise.profile == nil && !read.noise.isClean && read.noise.settings.smoothing == 12)
  }

  @Test func `the oldest go when there are too many`() throws {
    let memory = ViewMemory(folder: place, countLimit: 3)
    let paths = try (0..<5).map { try file("\($0).wav") }
    for (index, path) in paths.enumerated() {
      memory.keep(Self.kept, of: path, state: nil, options: OpenOptions())
      // Names do not tell their order, so that their dates must.
      for entry in entries {
        let date = Date(timeIntervalSince1970: Double(1_000_000_000 + index))
        let url = URL(fileURLWithPath: place.string).appendingPathComponent(entry)
        let written = try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate!
        if written > Date(timeIntervalSince1970: 1_500_000_000) {
          try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
        }
      }
    }
    #expect(
      paths.map { memory.recording(at: $0, options: OpenOptions()) != nil } == [
        false, false, true, true, true,
      ])
    let small = ViewMemory(folder: place, byteLimit: 1)
    small.keep(Self.kept, of: paths[0], state: nil, options: OpenOptions())
    #expect(entries.isEmpty)
  }

  @Test func `the folder is the user's, by the variables`() {
    let folder = { (variables: [String: FilePath]) in ViewMemory.ofUser { variables[$0] } != nil }
    #expect(folder(["XDG_STATE_HOME": "/state"]) && folder(["HOME": "/home/me"]))
    #expect(!folder([:]) && !folder(["XDG_STATE_HOME": "state", "HOME": "me"]))
  }
}
