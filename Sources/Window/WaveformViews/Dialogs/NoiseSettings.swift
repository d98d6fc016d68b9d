// NoiseSettings.swift
// What noise reduction starts from, as the settings keep it.

import GtkBridge
import Spectral

extension Settings {
  /// The standard settings of noise reduction. They always want a profile: without one, each recording would be cleaned as
  /// soon as it is opened.
  package var noise: NoiseReductionSettings {
    get {
      let standard = NoiseReductionSettings()
      return NoiseReductionSettings(
        reduction: double("noise-reduction", default: standard.reduction),
        sensitivity: double("noise-sensitivity", default: standard.sensitivity),
        smoothing: int("noise-smoothing", default: standard.smoothing),
        clicks: double("noise-clicks", default: standard.clicks),
        removesHum: bool("noise-hum", default: standard.removesHum),
        followsLevel: bool("noise-changing", default: standard.followsLevel))
    }
    set {
      set("noise-reduction", newValue.reduction)
      set("noise-sensitivity", newValue.sensitivity)
      set("noise-smoothing", newValue.smoothing)
      set("noise-clicks", newValue.clicks)
      set("noise-hum", newValue.removesHum)
      set("noise-changing", newValue.followsLevel)
    }
  }
}
