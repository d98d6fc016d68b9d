// SpectrumPanel.swift
// The panel of spectra: the curve of the selection, or of what is heard now, with what lies under the pointer. Follows the
// model while it is shown; while it is played, the panel says when to look at the sound again.

import GtkBridge
import Localization
import Resources
import Spectral
import WaveformCore
import WaveformDrawing
import WaveformModel
import WaveformViews

/// The widgets for one `SpectrumModel`.
@MainActor final class SpectrumPanel: SidePanel {
  let root: Widget
  var onClose: (() -> Void)?
  /// Called with the table when it is to be copied.
  var onCopy: ((String) -> Void)?

  private let model: SpectrumModel
  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private let curve = SpectrumCurveView(localized("Spectrum"), height: 200, span: 100)
  private let about: Widget, reading: Widget, working: Widget, copy: Widget
  private let chooser: Widget, comparison: Widget
  private let choices: StringList, comparisons: StringList
  private let pace = Timer()
  private var styleConnections: [SignalConnection] = []
  /// True while the program changes the choosers.
  private var isFollowing = false

  /// Seconds between two looks at what is played, and between two numbers that can be read.
  private static let look = 0.05, readable = 0.4

  init(_ model: SpectrumModel, of diagram: DiagramViewModel) {
    self.model = model
    self.diagram = diagram
    let builder = Builder(Resources.spectrum)
    root = builder.get("panel")
    about = builder.get("about")
    reading = builder.get("reading")
    working = builder.get("working")
    copy = builder.get("copy")
    chooser = builder.get("chooser")
    choices = builder.get("choices", as: StringList.self)
    comparison = builder.get("comparison")
    comparisons = builder.get("comparisons", as: StringList.self)
    builder.get("curve_box", as: BoxWidget.self).append(curve)
    root.takeKey("Escape") { [weak self] in
      self?.onClose?()
      return true
    }
    builder.get("close").connect("clicked") { [weak self] in self?.onClose?() }
    copy.connect("clicked") { [weak self] in if let self, let table = model.csv { onCopy?(table) } }
    chooser.connectNotify("selected") { [weak self] in self?.choose() }
    comparison.connectNotify("selected") { [weak self] in self?.chooseComparison() }
    let linear = builder.get("linear")
    linear.connectNotify("active") { [weak linear] in
      if let linear { model.isLinear = linear.bool("active") }
    }
    curve.onPoint = { [weak self] in self?.curve.marked = $0 }
    curve.onMark = { [weak self] in self?.read() }
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    applyPalette()
    followModel()
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  func adopt(isShown: Bool) {
    model.isShown = isShown
    hear()
  }

  private func applyPalette() {
    let style = StyleManager.shared
    curve.palette = .matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
  }

  // MARK: From the user to the model

  private func choose() {
    let all = model.choices, index = chooser.int("selected")
    if !isFollowing, all.indices.contains(index) { model.choice = all[index].waveform }
  }

  private func chooseComparison() {
    let all = model.comparisons, index = comparison.int("selected")
    if !isFollowing, all.indices.contains(index) { model.comparison = all[index].comparison }
  }

  /// Tells the model what is heard, as long as it is.
  private func hear() {
    guard model.isShown, let position = diagram.transport.heard else {
      pace.cancel()
      return model.hear(at: nil)
    }
    model.hear(at: position)
    pace.schedule(after: Self.look) { [weak self] in self?.hear() }
  }

  // MARK: From the model to the widgets

  private func followModel() {
    let diagram = diagram, model = model
    observer.follow({ diagram.isPlaying }) { [weak self] _ in self?.hear() }
    observer.follow({ model.choices.map(\.name) }) { [weak self] titles in
      guard let self else { return }
      let chosen = model.choices.firstIndex { $0.waveform == model.choice } ?? 0
      show(titles, chosen, in: choices, chooser)
      chooser.isVisible = titles.count > 1
    }
    observer.follow({ model.comparisons.map(\.name) }) { [weak self] titles in
      guard let self else { return }
      let chosen = model.comparisons.firstIndex { $0.comparison == model.comparison } ?? 0
      show(titles, chosen, in: comparisons, comparison)
      comparison.set("sensitive", titles.count > 1)
    }
    observer.follow({ About(model) }) { [weak self] in self?.show($0) }
    observer.follow({ model.subject?.progress.map { Int($0 * 100) } }) { [weak self] in
      self?.working.isVisible = $0 != nil
      self?.working.set("fraction", Double($0 ?? 0) / 100)
    }
    observer.follow({ model.isLinear }) { [weak self] in self?.curve.isLinear = $0 }
    observer.follow({ model.band }) { [weak self] in self?.curve.band = $0 }
    observer.follow({ Shown(model) }) { [weak self] in self?.show($0) }
    // Numbers are a label, which lays out the panel.
    observer.follow(every: Self.readable, { Shown(model) }) { [weak self] _ in self?.read() }
  }

  private func show(_ titles: [String], _ chosen: Int, in list: StringList, _ widget: Widget) {
    isFollowing = true
    defer { isFollowing = false }
    list.replace(with: titles)
    if !titles.isEmpty { widget.set("selected", chosen) }
  }

  /// What the spectrum is of, or what went wrong.
  private struct About: Equatable {
    let text: String
    let isProblem: Bool

    @MainActor init(_ model: SpectrumModel) {
      let subject = model.subject
      isProblem = subject?.problem != nil
      let whole =
        subject?.problem
        ?? (subject == nil
          ? localized("Nothing is open.")
          : subject?.isLive == true
            ? localized("What is heard now; thin line: peaks of the last seconds")
            : subject?.stretch == .heard
              ? localized("What is heard now; thin line: peaks since playing began")
              : subject?.stretch == .selection
                ? localized("Mean of the selection; thin line: peaks")
                : localized("Mean of the whole recording; thin line: peaks"))
      text = [whole, isProblem ? nil : Self.band(model)].compactMap(\.self).joined(separator: "\n")
    }

    /// The selected band, and how loud it is.
    @MainActor private static func band(_ model: SpectrumModel) -> String? {
      guard let band = model.band else { return nil }
      let text = Numerals.shown(band.text)
      let limits = band.notes.isEmpty ? text : "\(text) (\(band.notes))"
      let width = FrequencyText.short(band.width)
      // Translators: the limits of a band of frequencies, its width, and how loud it is in dBFS.
      guard let spectrum = model.subject?.spectrum else { return localized("Band \(limits), \(width) wide") }
      let level = SpectrumPanel.text(ofLevel: spectrum.level(in: band)) + "FS"
      // Translators: the limits of a band of frequencies, its width, and how loud it is in dBFS.
      return localized("Band \(limits), \(width) wide: \(level) RMS")
    }
  }

  private func show(_ about: About) {
    self.about.set("label", about.text)
    if about.isProblem {
      self.about.addStyleClass("error")
    } else {
      self.about.removeStyleClass("error")
    }
  }

  private struct Shown: Equatable {
    let spectrum: StretchSpectrum?
    let compared: SpectrumModel.Curve?

    @MainActor init(_ model: SpectrumModel) {
      spectrum = model.subject?.spectrum
      compared = model.compared
    }
  }

  private func show(_ shown: Shown) {
    var curves: [SpectrumCurve] = []
    if let spectrum = shown.spectrum {
      curves = [
        SpectrumCurve(levels: spectrum.mean, sampleRate: spectrum.sampleRate),
        SpectrumCurve(levels: spectrum.peak, sampleRate: spectrum.sampleRate, style: .line),
      ]
    }
    if let compared = shown.compared {
      curves.append(SpectrumCurve(levels: compared.levels, sampleRate: compared.sampleRate, style: .other))
    }
    curve.curves = curves
    copy.set("sensitive", shown.spectrum != nil)
  }

  /// Says what lies under the pointer; without it, where the spectrum is loudest.
  private func read() {
    guard let spectrum = model.subject?.spectrum else { return reading.set("label", "") }
    let bin = curve.marked.map(spectrum.bin) ?? spectrum.loudestBin
    let frequency = curve.marked == nil ? spectrum.loudestFrequency : Double(bin) * spectrum.step
    let place = SpectrumValue(frequency: frequency, level: spectrum.mean[bin])
    let peak = SpectrumValue(frequency: frequency, level: spectrum.peak[bin])
    var parts = [place.frequencyText]
    if !place.noteText.isEmpty { parts.append(place.noteText) }
    // Translators: two levels.
    parts.append(localized("\(place.levelText), peak \(peak.levelText)"))
    if let compared = model.compared, let other = compared.value(at: frequency) {
      // Translators: what something is called, and what it is.
      parts.append(localized("\(compared.name): \(other.levelText)"))
    }
    let text = parts.joined(separator: " · ")
    // Translators: a frequency, and how loud it is.
    reading.set("label", curve.marked == nil ? localized("Loudest: \(text)") : text)
  }

  /// As levels are written under the pointer; nothing but rounding is below −199 dB.
  private static func text(ofLevel level: Double) -> String {
    SpectrumValue(frequency: 0, level: level > -199 ? level : -.infinity).levelText
  }
}
