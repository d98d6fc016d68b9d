// NoisePanel.swift
// The panel of noise reduction: not modal, beside the diagram. Follows the model; the user's input goes to
// the model.

import GtkBridge
import Localization
import Resources
import Spectral
import WaveformDrawing
import WaveformModel

/// The widgets for one `NoiseReduction`.
@MainActor final class NoisePanel {
  let root: Widget
  /// Called when the user closes the panel.
  var onClose: (() -> Void)?
  /// Called by the two buttons that need a dialog.
  var onLoad: (() -> Void)?, onSave: (() -> Void)?

  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private let curve = SpectrumCurveView(localized("Noise profile"), height: 92, span: 80)
  private let take: Widget, suggest: Widget, save: Widget, hint: Widget, listen: Widget, discard: Widget
  private let reset: Widget
  private let working: Widget, workingLabel: Widget, workingBar: Widget
  private let sliders: [Slider]
  private var styleConnections: [SignalConnection] = []
  /// True while the program moves the scales.
  private var isFollowing = false

  /// A scale, and the label that shows its value.
  private struct Slider {
    let range: Adjustment, scale: Widget, label: Widget
    let text: (Double) -> String
    let set: (inout NoiseReductionSettings, Double) -> Void
    let get: (NoiseReductionSettings) -> Double
  }

  init(_ diagram: DiagramViewModel) {
    self.diagram = diagram
    let builder = Builder(Resources.noise)
    root = builder.get("panel")
    take = builder.get("take")
    suggest = builder.get("suggest")
    save = builder.get("save")
    hint = builder.get("hint")
    listen = builder.get("listen")
    discard = builder.get("discard")
    reset = builder.get("reset")
    working = builder.get("working")
    workingLabel = builder.get("working_label")
    workingBar = builder.get("working_bar")
    func slider(
      _ name: String, _ text: @escaping (Double) -> String,
      _ get: @escaping (NoiseReductionSettings) -> Double,
      _ set: @escaping (inout NoiseReductionSettings, Double) -> Void
    ) -> Slider {
      Slider(
        range: builder.get("\(name)_range", as: Adjustment.self), scale: builder.get(name),
        label: builder.get("\(name)_value"), text: text, set: set, get: get)
    }
    sliders = [
      slider("reduction", Self.decibels, { $0.reduction }, { $0.reduction = ($1 * 2).rounded() / 2 }),
      slider("sensitivity", Self.decibels, { $0.sensitivity }, { $0.sensitivity = ($1 * 2).rounded() / 2 }),
      slider("smoothing", { "\(Int($0))" }, { Double($0.smoothing) }, { $0.smoothing = Int($1.rounded()) }),
    ]
    builder.get("curve_box", as: BoxWidget.self).append(curve)
    connect(builder)
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    applyPalette()
    followModel()
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  private static func decibels(_ value: Double) -> String { "\(decimalText(value)) dB" }

  private func applyPalette() {
    let style = StyleManager.shared
    curve.palette = .matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
  }

  // MARK: From the user to the model

  private func connect(_ builder: Builder) {
    root.takeKey("Escape") { [weak self] in
      self?.onClose?()
      return true
    }
    builder.get("close").connect("clicked") { [weak self] in self?.onClose?() }
    builder.get("load").connect("clicked") { [weak self] in self?.onLoad?() }
    save.connect("clicked") { [weak self] in self?.onSave?() }
    take.connect("clicked") { [weak diagram] in diagram?.noise.takeProfile(of: diagram?.selection?.range) }
    suggest.connect("clicked") { [weak diagram] in diagram?.selectNoise() }
    reset.connect("clicked") { [weak diagram] in diagram?.noise.reset() }
    discard.connect("clicked") { [weak diagram] in
      if let plot = diagram?.noise.plot { diagram?.lanes.remove(plot) }
    }
    // Captures the index: a slider captured by its own adjustment would never be freed.
    for index in sliders.indices {
      sliders[index].range.connect("value-changed") { [weak self] in
        guard let self, !isFollowing else { return }
        let slider = sliders[index]
        slider.set(&diagram.noise.settings, slider.range.value)
      }
    }
  }

  // MARK: From the model to the widgets

  private func followModel() {
    let diagram = diagram, noise = diagram.noise
    observer.follow({ noise.settings }) { [weak self] in self?.show($0) }
    observer.follow({ noise.settings != noise.standard }) { [weak self] in
      self?.reset.set("sensitive", $0)
    }
    observer.follow({ noise.profile }) { [weak self] profile in
      self?.curve.curves = profile.map { [SpectrumCurve(levels: $0.levels, sampleRate: $0.sampleRate)] } ?? []
      self?.curve.setAccessibleDescription(
        profile == nil ? localized("None yet") : localized("Level over frequency"))
      self?.save.set("sensitive", profile != nil)
    }
    observer.follow({ noise.canTakeProfile(of: diagram.selection?.range) && !noise.isBusy }) { [weak self] in
      self?.take.set("sensitive", $0)
    }
    observer.follow({ noise.target?.framesRead ?? 0 > 0 && !noise.isBusy }) { [weak self] in
      self?.suggest.set("sensitive", $0)
    }
    observer.follow({ Hint(diagram) }) { [weak self] in self?.show($0) }
    observer.follow({ noise.plot != nil }) { [weak self] in
      self?.listen.set("sensitive", $0)
      self?.discard.set("sensitive", $0)
    }
    observer.follow({ noise.progress.map { Int($0 * 100) } }) { [weak self] in self?.show(percent: $0) }
  }

  private func show(_ settings: NoiseReductionSettings) {
    isFollowing = true
    defer { isFollowing = false }
    for slider in sliders {
      let value = slider.get(settings)
      slider.label.set("label", slider.text(value))
      slider.scale.setAccessibleValue(slider.text(value))
      // A scale that is being dragged stays at the pointer; only its value is rounded.
      if abs(slider.range.value - value) >= 0.5 { slider.range.value = value }
    }
  }

  /// The next step for the user, or what went wrong.
  private struct Hint: Equatable {
    let text: String
    let isProblem: Bool

    @MainActor init(_ diagram: DiagramViewModel) {
      let noise = diagram.noise
      if let problem = noise.problem ?? noise.failure {
        (text, isProblem) = (problem, true)
      } else if let remark = noise.remark, !noise.isBusy {
        (text, isProblem) = (remark, false)
      } else {
        isProblem = false
        let name = diagram.lanes.hasSeveralRecordings ? noise.target?.laneName : nil
        text =
          noise.isBusy
          ? localized("Reading the noise…")
          : noise.profile == nil
            ? noise.canTakeProfile(of: diagram.selection?.range)
              ? Self.textOfTaking(in: name) : Self.textOfSelecting(in: name)
            : noise.plot == nil ? Self.textOfCleaning(in: name) : Self.textOfHearing(in: name)
      }
    }

    // Below with the name of a recording; nil: it is the only one.

    private static func textOfSelecting(in name: String?) -> String {
      name.map { localized("Select a stretch in which only the noise is heard in “\($0)”.") }
        ?? localized("Select a stretch in which only the noise is heard.")
    }

    private static func textOfTaking(in name: String?) -> String {
      name.map { localized("Take the profile if only the noise is heard in what is selected in “\($0)”.") }
        ?? localized("Take the profile if only the noise is heard in what is selected.")
    }

    private static func textOfCleaning(in name: String?) -> String {
      name.map {
        localized(
          "The profile is kept. Take it again, or move a slider, to clean the recording in “\($0)”.")
      } ?? localized("The profile is kept. Take it again, or move a slider, to clean the recording.")
    }

    private static func textOfHearing(in name: String?) -> String {
      name.map {
        localized(
          "Press 1, 2 or 3 to hear the original, the clean recording, or what was taken away in “\($0)”.")
      } ?? localized("Press 1, 2 or 3 to hear the original, the clean recording, or what was taken away.")
    }
  }

  private func show(_ hint: Hint) {
    self.hint.set("label", hint.text)
    if hint.isProblem {
      self.hint.addStyleClass("error")
    } else {
      self.hint.removeStyleClass("error")
    }
  }

  private func show(percent: Int?) {
    working.isVisible = percent != nil
    guard let percent else { return }
    workingLabel.set("label", localized("Reducing the noise… \(percent) %"))
    workingBar.set("fraction", Double(percent) / 100)
  }
}
