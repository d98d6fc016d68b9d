// FunctionPage.swift
// The page about drawn functions: the tapered sine on a card, and a slider for each of its values. It is
// drawn again when a value changes, and moves by itself only when that is switched on.

import GtkBridge
import Localization
import Resources
import WaveformCore
import WaveformDrawing
import WaveformViews

/// The window "Function".
@MainActor final class FunctionPage {
  private let window: Window
  private let view: FunctionView
  private let amplitude: Adjustment, frequency: Adjustment, phase: Adjustment
  private let scales: [Widget], values: [Widget]
  private let animate: Widget
  private var connection: SignalConnection?
  /// True while the animation moves a slider.
  private var isFollowing = false
  /// The phase at which the animation began, and the seconds for which it had run then.
  private var start: (phase: Double, seconds: Double)?
  private var seconds = 0.0

  /// The speed of the phase, in radians per second.
  private static let speed = 4.0
  private static let phases = 40 * Double.pi

  /// - Parameter closed: called when the window is gone.
  init(trace: Trace?, closed: @escaping @MainActor () -> Void) {
    let builder = Builder(Resources.function)
    window = builder.get("function", as: Window.self)
    amplitude = builder.get("amplitude", as: Adjustment.self)
    frequency = builder.get("frequency", as: Adjustment.self)
    phase = builder.get("phase", as: Adjustment.self)
    scales = ["amplitude_scale", "frequency_scale", "phase_scale"].map { builder.get($0) }
    values = ["amplitude_value", "frequency_value", "phase_value"].map { builder.get($0) }
    animate = builder.get("animate")
    view = FunctionView(SineFigure(), look: .card, role: .image)
    view.setContentSize(width: 400, height: 200)
    view.set("hexpand", true)
    view.set("vexpand", true)
    view.setAccessibleLabel(localized("Figure of the function"))
    builder.get("figure_box", as: BoxWidget.self).append(view)
    for adjustment in [amplitude, frequency, phase] {
      adjustment.connect("value-changed") { [weak self] in self?.valuesChanged() }
    }
    animate.connectNotify("active") { [weak self] in self?.animateChanged() }
    view.motion = { [weak self] in self?.figure(after: $0) ?? SineFigure() }
    window.addShortcuts([("Escape", "window.close")])
    window.connectBool("close-request") {
      closed()
      return false
    }
    connection = Animations.onChange { [weak self] in self?.allowAnimation() }
    allowAnimation()
    valuesChanged()
    if let trace {
      view.onPaint = { [weak view] in
        guard let wave = view?.figure.wave else { return }
        trace.write(
          "function",
          ["amplitude": wave.amplitude, "frequency": wave.frequency, "phase": wave.phase])
      }
    }
  }

  isolated deinit { connection?.disconnect() }

  func present(over parent: Window) { window.present(over: parent) }

  func close() { window.close() }

  // MARK: From the sliders

  private func valuesChanged() {
    show()
    guard !isFollowing else { return }
    // The user has moved the slider: the animation goes on from there.
    start = (phase.value, seconds)
    view.figure = figure(phase: phase.value)
  }

  private func show() {
    let texts = [
      Self.text(amplitude.value, digits: 2), Self.text(frequency.value, digits: 1),
      Self.text(phase.value / .pi, digits: 1) + " π",
    ]
    for (index, text) in texts.enumerated() {
      if values[index].string("label") != text {
        values[index].set("label", text)
        scales[index].setAccessibleValue(text)
      }
    }
    view.setAccessibleDescription("A = \(texts[0]), k = \(texts[1]), t = \(texts[2])")
  }

  private static func text(_ value: Double, digits: Int) -> String {
    let unit = digits == 1 ? 10 : 100
    let whole = Int((value * Double(unit)).rounded())
    let rest = String(whole % unit)
    return Numerals.shown("\(whole / unit)." + String(repeating: "0", count: digits - rest.count) + rest)
  }

  // MARK: Moving

  private func allowAnimation() { animate.set("sensitive", Animations.areEnabled) }

  private func animateChanged() {
    start = (phase.value, seconds)
    view.isActive = animate.bool("active")
  }

  /// The figure during the animation. The slider moves only when its text changes, a few times a second.
  private func figure(after seconds: Double) -> SineFigure {
    self.seconds = seconds
    let start = start ?? (0, seconds)
    let moved = start.phase + (seconds - start.seconds) * Self.speed
    let place = moved.truncatingRemainder(dividingBy: Self.phases)
    if (place / .pi * 10).rounded() != (phase.value / .pi * 10).rounded() {
      isFollowing = true
      phase.value = place
      isFollowing = false
    }
    return figure(phase: place)
  }

  /// The figure, scaled so that the greatest amplitude fills the card.
  private func figure(phase: Double) -> SineFigure {
    SineFigure(
      TaperedSine(amplitude: amplitude.value, frequency: frequency.value, phase: phase),
      limit: amplitude.double("upper"))
  }
}
