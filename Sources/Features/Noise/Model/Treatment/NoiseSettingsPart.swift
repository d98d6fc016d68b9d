// NoiseSettingsPart.swift
// Which part of the settings of noise reduction a change was about: a slider's way is one step of undo. A value.

import Spectral

/// A part of the settings of noise reduction.
enum NoiseSettingsPart: Equatable, Sendable {
  case reduction, sensitivity, smoothing, clicks
  /// A switch, or several parts at once.
  case other

  /// What two settings differ in.
  init(from past: NoiseReductionSettings, to next: NoiseReductionSettings) {
    func differ<Value: Equatable>(only path: WritableKeyPath<NoiseReductionSettings, Value>) -> Bool {
      var rest = past
      rest[keyPath: path] = next[keyPath: path]
      return rest == next
    }
    self =
      if differ(only: \.reduction) {
        .reduction
      } else if differ(only: \.sensitivity) {
        .sensitivity
      } else if differ(only: \.smoothing) {
        .smoothing
      } else if differ(only: \.clicks), past.clicks > 0, next.clicks > 0 {
        .clicks
      } else {
        .other
      }
  }

  /// True for one that a slider moves: successive changes are undone together.
  var isSlider: Bool { self != .other }
}
