// SpectrogramLook+JSON.swift
// How spectra are made and drawn, as a project keeps it.

import HostIO
import WaveformCore

extension SpectrogramLook {
  var json: JSONText {
    var members: [(String, JSONText)] = [
      ("scale", .string(scale.rawValue)), ("colors", .string(colors.rawValue)),
      ("floor", .decimal(floor)), ("ceiling", .decimal(ceiling)),
      ("windowLength", .decimal(settings.windowLength)), ("window", .string(settings.window.rawValue)),
      ("overlap", .number(settings.overlap)),
    ]
    if let range {
      members.append(("range", .object([("low", .decimal(range.low)), ("high", .decimal(range.high))])))
    }
    return .object(members)
  }

  /// Values that are impossible count as not given.
  init(_ json: JSONText) {
    let standard = SpectrogramLook()
    self.init(
      scale: json["scale"]?.text.flatMap(FrequencyScale.init) ?? standard.scale,
      colors: json["colors"]?.text.flatMap(SpectrumColorMap.init) ?? standard.colors)
    // In this order each finds room beside the other.
    if let floor = json["floor"]?.number, floor.isFinite { setFloor(floor) }
    if let ceiling = json["ceiling"]?.number, ceiling.isFinite { setCeiling(ceiling) }
    if let length = json["windowLength"]?.number, length.isFinite { setWindowLength(length) }
    settings.window = json["window"]?.text.flatMap(SpectrumWindow.init) ?? settings.window
    if let overlap = json["overlap"]?.whole, SpectrogramSettings.overlaps.contains(overlap) {
      settings.overlap = overlap
    }
    if let low = json["range"]?["low"]?.number, let high = json["range"]?["high"]?.number, low >= 0,
      high > low,
      high <= 1e6
    {
      range = FrequencyRange(low: low, high: high)
    }
  }
}
