// ProjectLook.swift
// How a project draws its waveforms and writes its times.

import HostIO
import WaveformCore

/// What a project says of how its waveforms are drawn; what is nil is as in other windows.
public struct ProjectLook: Equatable, Sendable {
  public var style: WaveformStyle?
  /// How channels share lanes.
  public var channels: ChannelMode?
  /// What heights stand for.
  public var amplitudeUnit: AmplitudeScale.Unit?
  /// True when each recording is raised to full height.
  public var isNormalized: Bool?
  /// How spectra are made and drawn.
  public var spectrogram: SpectrogramLook?
  public var timeFormat: TimeFormat

  public init(
    style: WaveformStyle? = nil, channels: ChannelMode? = nil, amplitudeUnit: AmplitudeScale.Unit? = nil,
    isNormalized: Bool? = nil, spectrogram: SpectrogramLook? = nil, timeFormat: TimeFormat = .clock
  ) {
    self.style = style
    self.channels = channels
    self.amplitudeUnit = amplitudeUnit
    self.isNormalized = isNormalized
    self.spectrogram = spectrogram
    self.timeFormat = timeFormat
  }
}

extension ProjectLook {
  /// Members of the project's object.
  var members: [(String, JSONText)] {
    let all: [(String, JSONText?)] = [
      ("timeFormat", .string(timeFormat.rawValue)), ("style", style.map { .string($0.rawValue) }),
      ("channels", channels.map { .string($0.rawValue) }),
      ("amplitudeUnit", amplitudeUnit.map { .string($0.rawValue) }),
      ("normalized", isNormalized.map(JSONText.bool)), ("spectrogram", spectrogram.map(\.json)),
    ]
    return all.compactMap { key, value in value.map { (key, $0) } }
  }

  /// - Parameter json: a project.
  init(_ json: JSONText) {
    self.init(
      style: json["style"]?.text.flatMap(WaveformStyle.init),
      channels: json["channels"]?.text.flatMap(ChannelMode.init),
      amplitudeUnit: json["amplitudeUnit"]?.text.flatMap(AmplitudeScale.Unit.init),
      isNormalized: Self.isOn(json["normalized"]), spectrogram: json["spectrogram"].map(SpectrogramLook.init),
      timeFormat: json["timeFormat"]?.text.flatMap(TimeFormat.init) ?? .clock)
  }

  /// - Returns: nil for what is neither true nor false.
  private static func isOn(_ json: JSONText?) -> Bool? {
    guard case .bool(let isOn)? = json else { return nil }
    return isOn
  }
}
