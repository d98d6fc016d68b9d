// Project+JSON.swift
// Projects as JSON: docs/project-format.md describes every member. Unknown members are ignored; values that are
// impossible count as not given, but for the format, its version and the paths.

import AudioFormats
import Functions
import HostIO
import SystemPackage
import WaveformCore

extension Project {
  static let format = "barline-project"
  /// Raised when an older program would misunderstand a project.
  static let version = 1
  /// The most lanes of a project that is read.
  static let mostLanes = 256

  /// - Parameter folder: of the project's file; absolute.
  func json(in folder: FilePath) -> JSONText {
    var members: [(String, JSONText)] = [
      ("format", .string(Self.format)), ("version", .number(Self.version)),
      ("sampleRate", .number(sampleRate)),
    ]
    members += look.members
    if let loudness { members.append(("loudness", loudness.json)) }
    members += [("view", view.json), ("lanes", .list(lanes.map { $0.json(in: folder) }))]
    if !noise.isEmpty { members.append(("noise", .list(noiseText))) }
    if let comparison { members.append(("comparison", comparison.json)) }
    return .object(members)
  }

  /// - Parameters:
  ///   - folder: of the project's file; absolute.
  ///   - exists: tells whether there is a file.
  init(_ json: JSONText, in folder: FilePath, exists: (FilePath) -> Bool) throws(ProjectError.Code) {
    guard json["format"]?.text == Self.format, let version = json["version"]?.whole, version > 0 else {
      throw .notAProject
    }
    guard version <= Self.version else { throw .tooNew(version) }
    let list = json["lanes"]?.list ?? []
    guard list.count <= Self.mostLanes else { throw .tooLarge }
    var lanes: [ProjectLane] = []
    for value in list {
      guard let lane = ProjectLane(value, in: folder, exists: exists) else { throw .damaged }
      lanes.append(lane)
    }
    let rate = json["sampleRate"]?.whole ?? 0
    self.init(
      lanes: lanes, sampleRate: (0...100_000_000).contains(rate) ? rate : 0, view: KeptView(json["view"]),
      look: ProjectLook(json), loudness: KeptLoudness(json["loudness"]))
    comparison = KeptComparison(json["comparison"], count: lanes.count)
    // Once there was noise of one lane only.
    let isOne = json["noise"]?["lane"] != nil
    let kept = json["noise"].map { isOne ? [$0] : $0.list } ?? []
    for value in kept.prefix(Self.mostLanes) {
      guard let lane = value["lane"]?.whole, lanes.indices.contains(lane) else { continue }
      noise[lane] = KeptNoise(value)
    }
  }

  /// The project as its file has it: without the noise profiles that it would be too long with.
  ///
  /// - Parameter profileBytes: of all noise profiles together.
  /// - Returns: the project, and the places of the lanes whose profiles were left out, in order.
  func kept(profileBytes: Int = ProjectFile.longest - ProjectFile.longest / 4) -> (Project, leftOut: [Int]) {
    var project = self, left = profileBytes, leftOut: [Int] = []
    for (lane, kept) in noise.sorted(by: { $0.key < $1.key }) {
      guard let size = kept.profile?.bytes.count else { continue }
      guard size > KeptNoise.longestProfile || size > left else {
        left -= size
        continue
      }
      project.noise[lane]?.profile = nil
      leftOut.append(lane)
    }
    return (project, leftOut)
  }

  private var noiseText: [JSONText] {
    noise.sorted { $0.key < $1.key }.compactMap { lane, kept in
      guard case .object(let chosen) = kept.json else { return nil }
      return .object([("lane", .number(lane))] + chosen)
    }
  }
}

extension ProjectLane {
  fileprivate func json(in folder: FilePath) -> JSONText {
    var members =
      options.function.map { [("function", $0.json)] } ?? ProjectPlaces(of: path, from: folder).json
    if let frames { members.append(("frames", .number(frames))) }
    if let name = settings.name { members.append(("name", .string(name))) }
    members += [
      ("color", .number(settings.color)), ("height", .string(settings.height.rawValue)),
      ("over", .bool(settings.isOver)), ("hidden", .bool(settings.isHidden)),
      ("muted", .bool(settings.isMuted)), ("soloed", .bool(settings.isSoloed)),
      ("offset", .number(settings.offset)), ("gains", gains.json),
    ]
    if let style = settings.style { members.append(("style", .string(style.rawValue))) }
    if let track = options.audioTrack { members.append(("track", .number(track + 1))) }
    if let raw = options.raw {
      members.append(
        (
          "raw",
          .object([
            ("encoding", .string(raw.encoding.rawValue)), ("channels", .number(raw.channels)),
            ("sampleRate", .number(raw.sampleRate)), ("dataOffset", .number(raw.dataOffset)),
          ])
        ))
    }
    return .object(members)
  }

  /// - Returns: nil without a path or a function.
  fileprivate init?(_ json: JSONText, in folder: FilePath, exists: (FilePath) -> Bool) {
    if let function = json["function"] {
      guard let signal = FunctionSignal(function) else { return nil }
      self.init(
        path: signal.path, options: OpenOptions(function: signal), gains: KeptGains(json["gains"]))
    } else {
      guard let places = ProjectPlaces(json) else { return nil }
      let found = places.found(from: folder, exists: exists)
      self.init(path: found ?? places.absolute, gains: KeptGains(json["gains"]))
      isMissing = found == nil
    }
    frames = json["frames"]?.whole.flatMap { $0 >= 0 ? $0 : nil }
    settings.name = json["name"]?.text.map { FilePath.oneLine(String($0.prefix(1000))) }
    settings.color = min(max(json["color"]?.whole ?? 0, 0), 10_000)
    settings.height = json["height"]?.text.flatMap(LaneHeight.init) ?? .medium
    settings.style = json["style"]?.text.flatMap(WaveformStyle.init)
    settings.isOver = json["over"]?.isTrue == true
    settings.isHidden = json["hidden"]?.isTrue == true
    settings.isMuted = json["muted"]?.isTrue == true
    settings.isSoloed = json["soloed"]?.isTrue == true
    settings.offset = LaneSettings.limited(offset: json["offset"]?.whole ?? 0)
    guard options.function == nil else { return }
    if let track = json["track"]?.whole, (1...10_000).contains(track) { options.audioTrack = track - 1 }
    if let raw = json["raw"], let encoding = raw["encoding"]?.text.flatMap(SampleEncoding.init),
      let channels = raw["channels"]?.whole, RawFormat.channelLimits.contains(channels),
      let rate = raw["sampleRate"]?.whole, RawFormat.rateLimits.contains(rate)
    {
      options.raw = RawFormat(
        encoding: encoding, channels: channels, sampleRate: rate,
        dataOffset: max(0, raw["dataOffset"]?.whole ?? 0))
    }
  }
}
