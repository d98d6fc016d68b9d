// DepthPart.swift
// The part of the panel of comparison about how much differs: by octaves, and over time, where a click, or
// a key, goes to the place.

import GtkBridge
import Localization
import WaveformModel
import WaveformViews

/// The widgets for one `NullDepths`.
@MainActor final class DepthPart {
  private let diagram: DiagramViewModel
  private let box: Widget, bandValue: Widget, stepValue: Widget
  private let bands: DepthBars, steps: DepthBars
  private var depths: NullDepths?
  private let observer = ModelObserver()
  private var styleConnections: [SignalConnection] = []

  init(_ builder: Builder, _ diagram: DiagramViewModel) {
    self.diagram = diagram
    box = builder.get("depths")
    bandValue = builder.get("band_value")
    stepValue = builder.get("step_value")
    bands = DepthBars(height: 76)
    let go = Go()
    steps = DepthBars(height: 44) { go.to?($0) }
    for value in [bandValue, stepValue] { value.runLeftToRight() }
    builder.get("bands_box", as: BoxWidget.self).append(bands)
    builder.get("steps_box", as: BoxWidget.self).append(steps)
    steps.setTooltip(localized("Click to go there"))
    go.to = { [weak self] in self?.goTo(column: $0) }
    bands.onPoint = { [weak self] in self?.point(atBand: $0) }
    steps.onPoint = { [weak self] in self?.point(atColumn: $0) }
    steps.onWidth = { [weak self] in self?.showSteps() }
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    applyPalette()
    let finder = diagram.comparison.differences
    observer.follow({ finder.depths }) { [weak self] in self?.show($0) }
    // Times are written otherwise, or the recording is moved, while the depths stay.
    observer.follow({ Self.worstPlace(diagram) }) { [weak self] place in
      self?.steps.setAccessibleLabel(localized("Difference over time") + (place.map { ": " + $0 } ?? ""))
    }
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  /// What a click does, which is known after the widget is made.
  private final class Go { var to: ((Int) -> Void)? }

  private func applyPalette() {
    let style = StyleManager.shared
    for view in [bands, steps] {
      view.palette = .matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
    }
  }

  private func show(_ depths: NullDepths?) {
    self.depths = depths
    box.isVisible = depths != nil
    guard let depths else { return }
    bands.bars = depths.bands.indices.map { index in
      DepthBars.Bar(level: depths.bands[index].level, label: Self.label(ofBand: index))
    }
    let spoken = depths.bands.indices.map {
      "\(Self.frequency(ofBand: $0)) \(Self.text(depths.bands[$0].level))"
    }
    // Translators: what a list of levels by frequencies is about.
    bands.setAccessibleLabel(localized("Difference by octave") + ": " + spoken.joined(separator: ", "))
    showSteps()
    point(atBand: nil)
    point(atColumn: nil)
  }

  /// When the two differ most, and how far; nil while that is not known.
  private static func worstPlace(_ diagram: DiagramViewModel) -> String? {
    guard let steps = diagram.comparison.differences.depths?.steps,
      let worst = steps.indices.max(by: { steps[$0] ?? -.infinity < steps[$1] ?? -.infinity })
    else { return nil }
    return "\(diagram.time(ofStep: worst)) \(text(steps[worst].map { Double($0) }))"
  }

  private func showSteps() {
    let columns = depths?.columns(max(1, steps.width)) ?? []
    steps.bars = columns.map { DepthBars.Bar(level: $0.map { Double($0) }) }
  }

  // MARK: Under the pointer

  private func point(atBand index: Int?) {
    guard let depths, let index, depths.bands.indices.contains(index) else {
      return bandValue.set("label", "")
    }
    bandValue.set("label", "\(Self.frequency(ofBand: index)): \(Self.text(depths.bands[index].level))")
  }

  private func point(atColumn column: Int?) {
    let place = column.flatMap { column in
      step(atColumn: column).map {
        "\(diagram.time(ofStep: $0)): \(Self.text(steps.bars[column].level))"
      }
    }
    stepValue.set("label", place ?? "")
    steps.setAccessibleDescription(place ?? "")
  }

  private func goTo(column: Int) {
    if let step = step(atColumn: column) { diagram.showDifference(inStep: step) }
  }

  /// The step of a column: where it differs most, of several.
  private func step(atColumn column: Int) -> Int? {
    guard let depths, steps.bars.indices.contains(column) else { return nil }
    let count = steps.bars.count, all = depths.steps
    let range =
      all.count * column / count..<max(all.count * column / count + 1, all.count * (column + 1) / count)
    return range.clamped(to: all.indices).max { all[$0] ?? -.infinity < all[$1] ?? -.infinity }
  }

  // MARK: Texts

  /// The middle of an octave in Hz, 1,000 · 2ⁿ as IEC 61260 has it; the lowest band goes down from 44 Hz.
  private static func middle(ofBand index: Int) -> Double { 31.25 * Double(1 << index) }

  private static func label(ofBand index: Int) -> String {
    let middle = middle(ofBand: index)
    return middle < 1000 ? "\(Int(middle.rounded()))" : "\(Int(middle / 1000))k"
  }

  private static func frequency(ofBand index: Int) -> String {
    let middle = middle(ofBand: index)
    return middle < 1000 ? "\(Int(middle.rounded()))\u{202F}Hz" : "\(Int(middle / 1000))\u{202F}kHz"
  }

  private static func text(_ level: Double?) -> String { level.map(decibelText) ?? localized("identical") }
}
