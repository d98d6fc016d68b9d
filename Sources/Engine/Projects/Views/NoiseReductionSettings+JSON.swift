// NoiseReductionSettings+JSON.swift
// Settings of noise reduction as they are kept: in views, projects and presets.

import HostIO
import Spectral

extension NoiseReductionSettings {
  /// Members of an object.
  package var members: [(String, JSONText)] {
    [
      ("reduction", .decimal(reduction)), ("sensitivity", .decimal(sensitivity)),
      ("smoothing", .number(smoothing)), ("clicks", .decimal(clicks)), ("hum", .bool(removesHum)),
      ("changing", .bool(followsLevel)), ("adaptive", .bool(isAdaptive)),
    ]
  }

  /// - Parameter json: what it does not say is as usual.
  package init(_ json: JSONText?) {
    let standard = NoiseReductionSettings()
    self.init(
      reduction: json?["reduction"]?.number ?? standard.reduction,
      sensitivity: json?["sensitivity"]?.number ?? standard.sensitivity,
      smoothing: json?["smoothing"]?.whole ?? standard.smoothing,
      clicks: json?["clicks"]?.number ?? standard.clicks,
      removesHum: json?["hum"]?.isTrue ?? standard.removesHum,
      followsLevel: json?["changing"]?.isTrue == true,
      isAdaptive: json?["adaptive"]?.isTrue == true)
  }
}
