// NoiseSettings.swift
// What noise reduction starts from, as the settings keep it.

import GtkBridge
import Spectral

extension Settings {
  /// The standard settings of noise reduction.
  var noise: NoiseReductionSettings {
    get {
      let standard = NoiseReductionSettings()
      return NoiseReductionSettings(
        reduction: double("noise-reduction", default: standard.reduction),
        sensitivity: double("noise-sensitivity", default: standard.sensitivity),
        smoothing: int("noise-smoothing", default: standard.smoothing))
    }
    set {
      set("noise-reduction", newValue.reduction)
      set("noise-sensitivity", newValue.sensitivity)
      set("noise-smoothing", newValue.smoothing)
    }
  }
}
