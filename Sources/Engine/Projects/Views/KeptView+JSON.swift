// KeptView+JSON.swift
// What is kept of a view as JSON, the same in project files and in remembered views (docs/project-format.md). What is
// missing or impossible counts as not kept.

import HostIO
import Spectral
import WaveformCore

extension KeptView {
  var json: JSONText {
    var members: [(String, JSONText)] = []
    if let visible {
      members += [("start", .decimal(visible.lowerBound)), ("end", .decimal(visible.upperBound))]
    }
    if let selection {
      members.append(
        (
          "selection",
          .object(
            [("start", .number(selection.lowerBound)), ("end", .number(selection.upperBound))]
              + (selectedChannels.map { [("lanes", Self.json(of: $0))] } ?? [])
              + (selectedBand.map { [("low", .decimal($0.low)), ("high", .decimal($0.high))] } ?? []))
        ))
    }
    members += [("playhead", .decimal(playhead)), ("loop", .bool(isLooping))]
    return .object(members)
  }

  init(_ json: JSONText?) {
    let longest = Double(Viewport.maximumLength)
    if let start = json?["start"]?.number, let end = json?["end"]?.number, start >= 0, start < end,
      end <= longest
    {
      visible = start..<end
    }
    if let start = json?["selection"]?["start"]?.whole, let end = json?["selection"]?["end"]?.whole,
      start >= 0, start < end, end <= Viewport.maximumLength
    {
      selection = start..<end
      selectedChannels = (json?["selection"]?["lanes"]?.list).flatMap(Self.channels)
      if let low = json?["selection"]?["low"]?.number, let high = json?["selection"]?["high"]?.number,
        let band = FrequencyBand(low: low, high: high), !band.isEmpty
      {
        selectedBand = band
      }
    }
    playhead = min(max(json?["playhead"]?.number ?? 0, 0), longest)
    isLooping = json?["loop"]?.isTrue == true
  }
}

extension KeptLoudness {
  var json: JSONText {
    .object([("shown", .bool(isShown))] + (target.map { [("target", .decimal($0))] } ?? []))
  }

  /// - Returns: nil for nothing.
  init?(_ json: JSONText?) {
    guard let json, case .object = json else { return nil }
    let target = json["target"]?.number.flatMap { (-60...0).contains($0) ? $0 : nil }
    self.init(isShown: json["shown"]?.isTrue == true, target: target)
  }
}

extension KeptView {
  fileprivate static func json(of channels: [Int: [Int]]) -> JSONText {
    .list(
      channels.sorted { $0.key < $1.key }.map { lane, channels in
        .object([("lane", .number(lane)), ("channels", .list(channels.map { .number($0 + 1) }))])
      })
  }

  /// - Returns: nil where nothing of it is possible.
  fileprivate static func channels(_ list: [JSONText]) -> [Int: [Int]]? {
    var channels: [Int: [Int]] = [:]
    for member in list.prefix(Project.mostLanes) {
      guard let lane = member["lane"]?.whole, (0..<Project.mostLanes).contains(lane) else { continue }
      let own = (member["channels"]?.list ?? []).prefix(1024).compactMap(\.whole).filter {
        (1...1024).contains($0)
      }
      if !own.isEmpty { channels[lane] = Set(own).sorted().map { $0 - 1 } }
    }
    return channels.isEmpty ? nil : channels
  }
}

extension KeptGains {
  var json: JSONText {
    .object([
      ("all", .decimal(gains.common)), ("channels", .string(channels.rawValue)),
      (
        "lanes",
        .object(gains.own.sorted { $0.key < $1.key }.map { ("\($0.key)", .decimal($0.value)) })
      ),
    ])
  }

  init(_ json: JSONText?) {
    let own = (json?["lanes"]?.members ?? []).compactMap { name, value in
      Int(name).flatMap { lane in lane >= 0 ? value.number.map { (lane, $0) } : nil }
    }
    self.init(
      LaneGains(common: json?["all"]?.number ?? 0, own: Dictionary(own) { $1 }),
      channels: json?["channels"]?.text.flatMap(ChannelMode.init) ?? .separate)
  }
}

extension KeptNoise {
  /// Bytes of the longest profile that is kept: 32 channels at 48 kHz.
  static let longestProfile = 4 << 20

  var json: JSONText {
    var members = settings.members + [("clean", .bool(isClean)), ("listening", .string(listening))]
    if let bytes = profile?.bytes, bytes.count <= Self.longestProfile {
      members.append(("profile", .string(String(decoding: bytes, as: UTF8.self))))
    }
    return .object(members)
  }

  init(_ json: JSONText?) {
    let profile = json?["profile"]?.text.flatMap { NoiseProfile(bytes: Array($0.utf8)) }
    let settings = NoiseReductionSettings(json)
    // Without anything to take away there would be no clean waveform.
    let isEffective = profile != nil || settings.isAdaptive || settings.clicks > 0
    self.init(
      profile: profile, settings: settings, isClean: isEffective && json?["clean"]?.isTrue == true,
      listening: json?["listening"]?.text ?? "original")
  }
}
