// NoisePanel.swift
// The panel of noise reduction: not modal, beside the diagram. Follows the model; the user's input goes to
// the model.

import GtkBridge
import Localization
import Resources
import Spectral
import WaveformDrawing
import WaveformModel
import WaveformViews

/// The widgets for one `NoiseReduction`.
@MainActor final class NoisePanel: SidePanel {
  let root: Widget
  /// Called when the user closes the panel.
  var onClose: (() -> Void)?
  /// Called by the two buttons that need a dialog.
  var onLoad: (() -> Void)?, onSave: (() -> Void)?

  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private let curve = SpectrumCurveView(localized("Noise profile"), height: 60, span: 80)
  private let about: Widget, load: Widget, take: Widget, suggest: Widget, save: Widget, hint: Widget
  private let again: Widget
  private let listen: Widget, discard: Widget
  private let presets: NoisePresetChooser
  private let sliders: [NoiseSlider]
  private let kinds: NoiseKinds
  private let residue: ResiduePart
  private var styleConnections: [SignalConnection] = []

  /// - Parameter settings: hold the user's presets.
  init(_ diagram: DiagramViewModel, _ settings: Settings) {
    self.diagram = diagram
    let builder = Builder(Resources.noise), noise = diagram.noise
    root = builder.get("panel")
    about = builder.get("about")
    load = builder.get("load")
    take = builder.get("take")
    suggest = builder.get("suggest")
    save = builder.get("save")
    hint = builder.get("hint")
    again = builder.get("again")
    listen = builder.get("listen")
    discard = builder.get("discard")
    presets = NoisePresetChooser(builder, noise, settings)
    sliders = [
      NoiseSlider(builder, "reduction", noise, .reduction),
      NoiseSlider(builder, "sensitivity", noise, .sensitivity),
      NoiseSlider(builder, "smoothing", noise, .smoothing),
    ]
    kinds = NoiseKinds(builder, noise)
    residue = ResiduePart(builder, diagram)
    builder.get("curve_box", as: BoxWidget.self).append(curve)
    connect(builder)
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    applyPalette()
    followModel()
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  func adopt(isShown: Bool) {
    residue.model.isShown = isShown
    // Another window may have other presets by now.
    if isShown { presets.show() }
  }

  /// What is known of the residue; nil while nothing is.
  var residueReport: ResidueReport? { residue.model.report }

  private func applyPalette() {
    let style = StyleManager.shared
    curve.palette = .matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
    residue.palette = curve.palette
  }

  // MARK: From the user to the model

  private func connect(_ builder: Builder) {
    root.takeKey("Escape") { [weak self] in
      self?.onClose?()
      return true
    }
    builder.get("close").connect("clicked") { [weak self] in self?.onClose?() }
    load.connect("clicked") { [weak self] in self?.onLoad?() }
    save.connect("clicked") { [weak self] in self?.onSave?() }
    take.connect("clicked") { [weak diagram] in diagram?.noise.takeProfile(of: diagram?.selection?.range) }
    suggest.connect("clicked") { [weak diagram] in diagram?.selectNoise() }
    discard.connect("clicked") { [weak diagram] in
      if let plot = diagram?.noise.plot { diagram?.lanes.remove(plot) }
    }
  }

  // MARK: From the model to the widgets

  private func followModel() {
    let diagram = diagram, noise = diagram.noise
    observer.follow({ noise.settings }) { [weak self] settings in
      self?.sliders.forEach { $0.show(settings) }
      self?.kinds.show(settings)
    }
    observer.follow({ [noise.settings, noise.standard] }) { [weak self] _ in self?.presets.show() }
    observer.follow({ diagram.lanes.hasSeveralRecordings ? noise.target?.laneName : nil }) { [weak self] in
      self?.about.isVisible = $0 != nil
      self?.about.set("label", $0 ?? "")
    }
    observer.follow({ noise.profile }) { [weak self] profile in
      self?.kinds.show(noise.settings)
      self?.curve.curves = profile.map { [SpectrumCurve(levels: $0.levels, sampleRate: $0.sampleRate)] } ?? []
      self?.curve.setAccessibleDescription(
        profile == nil ? localized("None yet") : localized("Level over frequency"))
    }
    observer.follow({ ProfileAbilities(diagram) }) { [weak self] in self?.show($0) }
    observer.follow({ NoiseHint(diagram) }) { [weak self] in self?.show($0) }
    observer.follow({ noise.isWaiting }) { [weak self] in self?.again.isVisible = $0 }
    observer.follow({ noise.plot != nil }) { [weak self] in
      self?.listen.set("sensitive", $0)
      self?.discard.set("sensitive", $0)
    }
  }

  /// What can be done about the profile: nothing while none is needed.
  private struct ProfileAbilities: Equatable {
    let isNeeded: Bool, canTake: Bool, canSuggest: Bool, canSave: Bool

    @MainActor init(_ diagram: DiagramViewModel) {
      let noise = diagram.noise
      isNeeded = !noise.settings.isAdaptive
      canTake = isNeeded && noise.canTakeProfile(of: diagram.selection?.range) && !noise.isBusy
      canSuggest = isNeeded && noise.target?.framesRead ?? 0 > 0 && !noise.isBusy
      canSave = isNeeded && noise.profile != nil
    }
  }

  private func show(_ abilities: ProfileAbilities) {
    load.set("sensitive", abilities.isNeeded)
    curve.set("opacity", abilities.isNeeded ? 1.0 : 0.4)
    take.set("sensitive", abilities.canTake)
    suggest.set("sensitive", abilities.canSuggest)
    save.set("sensitive", abilities.canSave)
  }

  private func show(_ hint: NoiseHint) {
    self.hint.set("label", hint.text)
    self.hint.setAlarming(hint.isProblem)
  }
}
