// NoiseKinds.swift
// The kinds of noise that are reduced, each a switch of the panel. Follows the settings; the user's input goes to them.

import GtkBridge
import Localization
import Spectral

/// The switches for hum, noise that changes, clicks, and noise without a profile.
@MainActor final class NoiseKinds {
  private let noise: NoiseReduction
  private let hum: Widget, changing: Widget, clicks: Widget, adaptive: Widget
  private let changingRow: Widget, amountRow: Widget
  private let amount: NoiseSlider
  /// How readily clicks are mended when that is switched on: as it was before it was switched off.
  private var lastAmount = 0.5
  /// True while the program moves the switches.
  private var isFollowing = false

  init(_ builder: Builder, _ noise: NoiseReduction) {
    self.noise = noise
    hum = builder.get("hum")
    changing = builder.get("changing")
    clicks = builder.get("clicks")
    adaptive = builder.get("adaptive")
    changingRow = builder.get("changing_row")
    amountRow = builder.get("amount_row")
    amount = NoiseSlider(builder, "amount", noise, .clicks)
    connect(hum) { $0.removesHum = $1 }
    connect(changing) { $0.followsLevel = $1 }
    connect(adaptive) { $0.isAdaptive = $1 }
    connect(clicks) { [weak self] in $0.clicks = $1 ? self?.lastAmount ?? 0 : 0 }
  }

  private func connect(
    _ control: Widget, _ set: @escaping @MainActor (inout NoiseReductionSettings, Bool) -> Void
  ) {
    control.connectNotify("active") { [weak self, weak control] in
      guard let self, let control, !isFollowing else { return }
      set(&noise.settings, control.bool("active"))
    }
  }

  func show(_ settings: NoiseReductionSettings) {
    isFollowing = true
    defer { isFollowing = false }
    hum.set("active", settings.removesHum)
    changing.set("active", settings.followsLevel)
    adaptive.set("active", settings.isAdaptive)
    clicks.set("active", settings.clicks > 0)
    if settings.clicks > 0 { lastAmount = settings.clicks }
    amountRow.isVisible = settings.clicks > 0
    if settings.clicks > 0 { amount.show(settings) }
    // The row stays as it is: it says why.
    let isChanging = noise.profile?.isChanging == true
    changing.set("sensitive", !settings.isAdaptive && !isChanging)
    changingRow.set(
      "subtitle",
      settings.isAdaptive
        ? localized("Followed in any case without a profile")
        : isChanging
          ? localized("Followed in any case, as it changes in the profile")
          : noise.profile?.isScattered == true
            ? localized("Not followed, as the profile holds single sounds")
            : localized("Its level is followed"))
  }
}
