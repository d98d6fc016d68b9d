// NoiseSlider.swift
// A scale of noise reduction, and the label that shows its value. Follows the settings; the user's input goes to them.

import GtkBridge
import Spectral
import WaveformViews

/// One number of the settings.
@MainActor final class NoiseSlider {
  /// How a setting is read, written and shown.
  struct Setting {
    let get: @MainActor (NoiseReductionSettings) -> Double
    let set: @MainActor (inout NoiseReductionSettings, Double) -> Void
    let text: @MainActor (Double) -> String
    /// A scale that is being dragged stays at the pointer; only its value is rounded, by less than this.
    let step: Double
  }

  private let setting: Setting
  private let range: Adjustment, scale: Widget, label: Widget
  /// True while the program moves the scale.
  private var isFollowing = false

  /// - Parameter name: of its widgets: "name_range", "name" and "name_value".
  init(_ builder: Builder, _ name: String, _ noise: NoiseReduction, _ setting: Setting) {
    self.setting = setting
    range = builder.get("\(name)_range", as: Adjustment.self)
    scale = builder.get(name)
    label = builder.get("\(name)_value")
    range.connect("value-changed") { [weak self, weak noise] in
      guard let self, let noise, !isFollowing else { return }
      setting.set(&noise.settings, range.value)
    }
  }

  func show(_ settings: NoiseReductionSettings) {
    isFollowing = true
    defer { isFollowing = false }
    let value = setting.get(settings)
    label.set("label", setting.text(value))
    scale.setAccessibleValue(setting.text(value))
    if abs(range.value - value) >= setting.step { range.value = value }
  }
}

extension NoiseSlider.Setting {
  static let reduction = Self(
    get: { $0.reduction }, set: { $0.reduction = ($1 * 2).rounded() / 2 }, text: decibels, step: 0.5)
  static let sensitivity = Self(
    get: { $0.sensitivity }, set: { $0.sensitivity = ($1 * 2).rounded() / 2 }, text: decibels, step: 0.5)
  static let smoothing = Self(
    get: { Double($0.smoothing) }, set: { $0.smoothing = Int($1.rounded()) }, text: { "\(Int($0))" },
    step: 0.5)
  static let clicks = Self(
    get: { $0.clicks }, set: { $0.clicks = ($1 * 20).rounded() / 20 },
    text: { "\(Int(($0 * 100).rounded())) %" }, step: 0.05)

  private static func decibels(_ value: Double) -> String { "\(decimalText(value)) dB" }
}
