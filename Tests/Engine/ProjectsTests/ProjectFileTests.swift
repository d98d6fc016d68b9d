// ProjectFileTests.swift
// Project files: what was saved comes back, wherever the recordings went; damage is told and harms nothing.

import AudioFormats
import Foundation
import Functions
import HostIO
import Spectral
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import Projects

@Suite final class ProjectFileTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("project-\(UUID().uuidString)")
  var root: FilePath { FilePath(folder.path) }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  @discardableResult private func file(_ path: FilePath, _ bytes: [UInt8] = [1]) throws -> FilePath {
    try FileManager.default.createDirectory(
      atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
    let descriptor = path.withPlatformString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
    #expect(descriptor >= 0 && write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    return path
  }

  /// Two lanes with something of everything.
  private func project(_ first: FilePath, _ second: FilePath) -> Project {
    var settings = LaneSettings()
    settings.name = "Take “two” \\ \n"
    settings.color = 3
    settings.height = .tall
    settings.isHidden = true
    settings.isMuted = true
    settings.isSoloed = true
    settings.offset = -(1 << 40)
    settings.isOver = true
    settings.style = .both
    settings.name = "Take “two” \\ ä"
    var spectrogram = SpectrogramLook(
      scale: .notes, range: FrequencyRange(low: 110.5, high: 1760), colors: .ink, floor: -101, ceiling: -3)
    spectrogram.settings = SpectrogramSettings(windowLength: 0.1, window: .kaiser, overlap: 8)
    let raw = RawFormat(encoding: .s24be, channels: 3, sampleRate: 12_345, dataOffset: 44)
    var comparison = KeptComparison(first: 1, second: 0)
    (comparison.gain, comparison.isInverted) = (-6.25, true)
    (comparison.fraction, comparison.driftPpm) = (0.125, -3.5)
    comparison.channels = [
      KeptComparison.Channel(source: 1, gain: 2.5, isInverted: true),
      KeptComparison.Channel(source: 0, gain: 0, isInverted: false),
    ]
    let adaptive = KeptNoise(
      profile: nil, settings: NoiseReductionSettings(clicks: 0.25, removesHum: false, isAdaptive: true),
      isClean: true, listening: "residue")
    var project = Project(
      lanes: [
        ProjectLane(path: first, frames: 480_000),
        ProjectLane(
          path: second, options: OpenOptions(raw: raw, audioTrack: 2), settings: settings,
          gains: KeptGains(LaneGains(common: -3, own: [0: 1.5, 2: 6]), channels: .mixed)),
      ], sampleRate: 48_000, view: ViewMemoryTests.kept.view,
      look: ProjectLook(
        style: .envelope, channels: .mirrored, amplitudeUnit: .decibels, isNormalized: true,
        spectrogram: spectrogram, timeFormat: .pal25), loudness: KeptLoudness(isShown: true, target: -16.5),
      noise: [0: adaptive, 1: ViewMemoryTests.kept.noise])
    project.comparison = comparison
    return project
  }

  @Test func `all of a project comes back`() throws {
    let written = project(try file(root.appending("a.wav")), try file(root.pushing("takes/b x.raw")))
    let path = root.appending("set.barline")
    try ProjectFile.write(written, to: path, notOver: [])
    #expect(try ProjectFile.read(path) == written)
    // Written once more, over itself: nothing else is left in the folder.
    try ProjectFile.write(written, to: path, notOver: [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
  }

  @Test func `noise of one lane, as it was once written, is read`() throws {
    let lanes = ["a.wav", "b.wav"].map { "{\"path\": \"\($0)\", \"absolutePath\": \"/\($0)\"}" }
    func noise(_ member: String) throws -> [Int: KeptNoise] {
      let text = """
        {"format": "barline-project", "version": 1, "lanes": [\(lanes.joined(separator: ","))], "noise": \(member)}
        """
      return try ProjectFile.project(Array(text.utf8), in: root) { _ in true }.noise
    }
    let old = try noise(#"{"lane": 1, "reduction": 31, "clicks": 0.5, "clean": true}"#)
    #expect(old.keys.sorted() == [1] && old[1]?.settings.reduction == 31 && old[1]?.isClean == true)
    #expect(try noise(#"{"reduction": 31}"#).isEmpty, "of which lane?")
    let both = try noise(
      #"[{"lane": 1, "clean": true}, {"lane": 2}, {"lane": 0, "adaptive": true, "clean": true}, 7]"#)
    #expect(both.keys.sorted() == [0, 1] && both[0]?.isClean == true)
    #expect(both[1]?.isClean == false, "there is nothing to take away")
  }

  @Test func `profiles that a project would be too long with are left out`() throws {
    let noise = ViewMemoryTests.kept.noise
    let size = try #require(noise.profile).bytes.count
    var written = Project(
      lanes: (0..<3).map { ProjectLane(path: root.appending("\($0).wav")) }, sampleRate: 8000)
    for lane in 0..<3 { written.noise[lane] = noise }
    for (most, kept) in [(0, 0), (size - 1, 0), (size, 1), (3 * size - 1, 2), (3 * size, 3)] {
      let (project, leftOut) = written.kept(profileBytes: most)
      #expect(leftOut == Array(kept..<3), "and it is told which")
      let bytes = Array(project.json(in: root).text().utf8)
      let read = try ProjectFile.project(bytes, in: root) { _ in true }
      #expect((0..<3).map { read.noise[$0]?.profile != nil } == (0..<3).map { $0 < kept })
    }
  }

  @Test func `a function comes back, and one that cannot be computed is damage`() throws {
    let signal = try FunctionSignal(
      "sin(2*pi*440*t)/2", sampleRate: 44_100, frames: 99, channels: 2)
    let lane = ProjectLane(path: signal.path, options: OpenOptions(function: signal), frames: 99)
    let written = Project(lanes: [lane], sampleRate: 44_100)
    let path = root.appending("set.barline")
    try ProjectFile.write(written, to: path, notOver: [])
    #expect(try ProjectFile.read(path) == written)
    #expect(try ProjectFile.read(path).lanes[0].options.function?.formula == "sin(2*pi*440*t)/2")
    let text = try String(contentsOfFile: path.string, encoding: .utf8)
    #expect(!text.contains("dev/null"))
    for (good, bad) in [("/2\"", "/\""), ("44100", "0"), ("\"channels\": 2", "\"channels\": 0")] {
      let damaged = text.replacing(good, with: bad)
      #expect(damaged != text)
      #expect(throws: ProjectError.self) {
        _ = try ProjectFile.read(try self.file(root.appending("b.barline"), Array(damaged.utf8)))
      }
    }
  }

  @Test func `a name of any bytes comes back`() throws {
    let name = [0x63, 0xE9, 0x25, 0x20, 0x2E, 0x77].map { CChar(bitPattern: UInt8($0)) } + [0]
    let odd = root.pushing(name.withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) })
    let written = Project(
      lanes: [ProjectLane(path: try file(odd)), ProjectLane(path: try file(root.appending("50%.wav")))],
      sampleRate: 0)
    let path = root.appending("set.barline")
    try ProjectFile.write(written, to: path, notOver: [])
    #expect(try ProjectFile.read(path) == written)
  }

  @Test func `no cut of a project is taken for one, and none ends the program`() throws {
    var written = project(root.appending("a.wav"), root.appending("b.wav"))
    written.noise[1]?.profile = nil
    let bytes = Array(written.json(in: root).text().utf8)
    for count in bytes.indices {
      #expect(throws: ProjectError.Code.damaged, "\(count) of \(bytes.count) bytes") {
        try ProjectFile.project(Array(bytes.prefix(count)), in: self.root) { _ in true }
      }
    }
    #expect(throws: Never.self) { try ProjectFile.project(bytes, in: self.root) { _ in true } }
    try file(root.appending("empty.barline"), [])
    let error = #expect(throws: ProjectError.self) {
      try ProjectFile.read(self.root.appending("empty.barline"))
    }
    #expect(error?.message.hasPrefix("“empty.barline” is damaged") == true)
  }

  @Test func `damaged projects are refused or possible`() throws {
    var written = project(root.appending("a.wav"), root.appending("b.wav"))
    written.noise[1]?.profile = nil
    let bytes = Array(written.json(in: root).text().utf8)
    var state: UInt64 = 1
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let tokens = ["1e300", "-1", "9223372036854775807", "null", "[]", "{}", "\"", "true", "0.5"].map {
      Array($0.utf8)
    }
    var accepted = 0
    let count = Campaign.inputs(20_000)
    for _ in 0..<count {
      var damaged = bytes
      for _ in 0...random(3) {
        let place = random(damaged.count)
        switch random(4) {
        case 0: damaged[place] = UInt8(random(256))
        case 1: damaged.removeSubrange(place..<min(damaged.count, place + 1 + random(20)))
        case 2: damaged.insert(contentsOf: tokens[random(tokens.count)], at: place)
        default:
          // A whole number is replaced by another value.
          let digits = damaged.indices.filter { (48...57).contains(damaged[$0]) }
          guard let digit = digits.isEmpty ? nil : digits[random(digits.count)] else { break }
          damaged.replaceSubrange(digit...digit, with: tokens[random(tokens.count)])
        }
        if damaged.isEmpty { damaged = bytes }
      }
      guard let read = try? ProjectFile.project(damaged, in: root, exists: { _ in true }) else { continue }
      accepted += 1
      #expect(read.lanes.allSatisfy { abs($0.settings.offset) <= 1 << 45 && $0.settings.color >= 0 })
      #expect(read.noise.keys.allSatisfy(read.lanes.indices.contains))
      #expect(
        read.comparison.map {
          $0.first != $0.second && [$0.first, $0.second].allSatisfy(read.lanes.indices.contains)
            && abs($0.gain) <= 48
        } ?? true)
      #expect(read.view.visible.map { $0.lowerBound >= 0 } ?? true)
    }
    #expect(accepted > count / 20 && accepted < count - count / 20, "\(accepted)")
  }

  @Test func `what is no project, too new or too large is told`() throws {
    func failure(_ text: String) -> ProjectError.Code? {
      do throws(ProjectError.Code) {
        _ = try ProjectFile.project(Array(text.utf8), in: root) { _ in true }
        return nil
      } catch {
        return error
      }
    }
    #expect(failure("{}") == .notAProject)
    #expect(failure(#"{"format": "barline-view", "version": 1}"#) == .notAProject)
    #expect(failure(#"{"format": "barline-project", "version": 2, "lanes": 7}"#) == .tooNew(2))
    #expect(failure(#"{"format": "barline-project", "version": 1, "lanes": [{}]}"#) == .damaged)
    let lane = #"{"path": "a.wav"}"#
    for (count, wanted) in [(Project.mostLanes, nil), (Project.mostLanes + 1, ProjectError.Code.tooLarge)] {
      let lanes = Array(repeating: lane, count: count).joined(separator: ",")
      #expect(failure("{\"format\": \"barline-project\", \"version\": 1, \"lanes\": [\(lanes)]}") == wanted)
    }
    #expect(failure(String(repeating: " ", count: ProjectFile.longest) + "{}") == .tooLarge)
    // Members of a later program that changes nothing else are no matter.
    #expect(failure(#"{"format": "barline-project", "version": 1, "later": {"x": [1]}, "lanes": []}"#) == nil)
    let newer = ProjectError(code: .tooNew(2), path: "/a/set.barline", cause: nil).message
    #expect(newer.contains("later version of Barline") && newer.contains("Update"))
  }

  @Test func `a project that says nothing of the look has none`() throws {
    let text =
      #"{"format": "barline-project", "version": 1, "style": "spots", "amplitudeUnit": 3, "normalized": 3, "channels": true, "lanes": []}"#
    for text in [text, #"{"format": "barline-project", "version": 1, "lanes": []}"#] {
      let project = try ProjectFile.project(Array(text.utf8), in: root) { _ in true }
      #expect(project.look == ProjectLook() && project.loudness == nil)
    }
  }

  // MARK: Recordings that were moved

  private func read(
    _ project: Project, savedIn saved: FilePath, openedIn opened: FilePath, files: Set<FilePath>
  )
    throws -> [ProjectLane]
  {
    let bytes = Array(project.json(in: saved).text().utf8)
    return try ProjectFile.project(bytes, in: opened, exists: files.contains).lanes
  }

  @Test func `recordings are found beside the project, where they were, or by their names`() throws {
    let project = Project(lanes: [ProjectLane(path: "/a/takes/one.wav")], sampleRate: 0)
    let cases: [(files: Set<FilePath>, wanted: FilePath?)] = [
      // Moved together with the project: that one, though the old one is still there.
      (["/b/takes/one.wav", "/a/takes/one.wav", "/b/one.wav"], "/b/takes/one.wav"),
      (["/a/takes/one.wav", "/b/one.wav"], "/a/takes/one.wav"), (["/b/one.wav"], "/b/one.wav"),
      (["/b/two.wav"], nil),
    ]
    for (files, wanted) in cases {
      let lane = try read(project, savedIn: "/a", openedIn: "/b", files: files)[0]
      #expect(lane.path == wanted ?? "/a/takes/one.wav")
      #expect(lane.isMissing == (wanted == nil))
    }
  }

  @Test(arguments: [
    ("/a/b", "/a/b/c.wav", "c.wav"), ("/a/b", "/a/c.wav", "../c.wav"), ("/a/b", "/c/d.wav", "../../c/d.wav"),
    ("/", "/c.wav", "c.wav"), ("/a/./b/../e", "/a/e/c.wav", "c.wav"), ("/ab", "/a/c.wav", "../a/c.wav"),
  ])
  func `the path from the project leads to the recording`(folder: String, path: String, wanted: String) throws
  {
    let places = ProjectPlaces(of: FilePath(path), from: FilePath(folder))
    #expect(places.relative == FilePath(wanted) && places.absolute == FilePath(path))
    #expect(ProjectPlaces(.object(places.json)) == places)
    let file = FilePath(path).lexicallyNormalized()
    #expect(places.found(from: FilePath(folder)) { $0 == file } == file)
  }

  // MARK: What would be lost

  @Test func `a set is worth a question once it was arranged`() {
    func lanes(_ count: Int) -> Project {
      Project(
        lanes: (0..<count).map {
          var lane = ProjectLane(path: FilePath("/\($0).wav"))
          lane.settings.color = $0
          return lane
        }, sampleRate: 8000)
    }
    var single = lanes(1)
    single.lanes[0].settings.isMuted = true
    single.view.playhead = 3
    #expect(!single.isArranged && !lanes(3).isArranged)
    let changes: [(inout ProjectLane) -> Void] = [
      { $0.settings.offset = 1 }, { $0.settings.name = "a" }, { $0.settings.color = 7 },
      { $0.settings.isMuted = true }, { $0.settings.height = .tall },
      { $0.gains.gains = LaneGains(common: 1, own: [:]) },
    ]
    for change in changes {
      var set = lanes(3)
      change(&set.lanes[1])
      #expect(set.isArranged && set.content != lanes(3).content)
    }
    var looked = lanes(3)
    looked.view.playhead = 5
    looked.look.timeFormat = .frames
    looked.lanes[0].frames = 9
    #expect(!looked.isArranged && looked.content == lanes(3).content)
  }
}
