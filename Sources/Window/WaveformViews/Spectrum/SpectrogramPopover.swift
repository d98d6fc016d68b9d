// SpectrogramPopover.swift
// How spectra are made and drawn: what is changed here is seen in the next frame, but for the window and the overlap, which
// need other spectra.

import GtkBridge
import Localization
import Resources
import WaveformCore
import WaveformModel

/// The settings of the spectrograms of a window.
@MainActor final class SpectrogramPopover {
  private let diagram: DiagramViewModel
  private let onChoice: @MainActor (SpectrogramLook, SpectrogramLook) -> Void
  private let popover: Popover
  private let scale: Widget, colors: Widget, window: Widget, overlap: Widget, reset: Widget, note: Widget
  private let floor: Level, ceiling: Level
  private let length: SpinButton
  /// What the colors of tinted bars mean, where there are any.
  private let tint: Widget, legend = TintLegend()
  private var styleConnections: [SignalConnection] = []
  private let observer = ModelObserver()
  /// True while the program changes the widgets.
  private var isFollowing = false

  /// A level: the slider, and the number beside it.
  private struct Level {
    let slider: Widget, adjustment: Adjustment, number: Widget
  }

  private struct Contents: Equatable, Sendable {
    let look: SpectrogramLook
    let sampleRate: Int
    let hasTints: Bool
  }

  /// - Parameters:
  ///   - host: holds the popover.
  ///   - chosen: called with what was chosen, and with what was before.
  ///   - closed: gives the focus to the diagram.
  init(
    _ diagram: DiagramViewModel, in host: Widget,
    chosen: @escaping @MainActor (SpectrogramLook, SpectrogramLook) -> Void,
    closed: @escaping @MainActor () -> Void
  ) {
    self.diagram = diagram
    onChoice = chosen
    let builder = Builder(Resources.spectrogram)
    popover = builder.get("spectrogram", as: Popover.self)
    scale = builder.get("scale")
    colors = builder.get("colors")
    window = builder.get("window")
    overlap = builder.get("overlap")
    reset = builder.get("reset")
    note = builder.get("note")
    length = builder.get("length", as: SpinButton.self)
    func level(_ name: String) -> Level {
      Level(
        slider: builder.get(name), adjustment: builder.get("\(name)_range", as: Adjustment.self),
        number: builder.get("\(name)_number"))
    }
    tint = builder.get("tint")
    builder.get("tint_legend", as: BoxWidget.self).append(legend)
    floor = level("floor")
    ceiling = level("ceiling")
    popover.attach(to: host)
    popover.onRelease(closed)
    connect()
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    applyPalette()
    observer.follow({
      Contents(
        look: diagram.look.spectrogram, sampleRate: diagram.sampleRate,
        hasTints: diagram.plots.contains { diagram.lanes.style(of: $0) == .tinted })
    }) { [weak self] in self?.show($0) }
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  private func applyPalette() {
    let style = StyleManager.shared
    legend.palette = .matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
  }

  func open(at place: Widget) {
    popover.open(of: place)
    scale.grabFocus()
  }

  private func connect() {
    func chosen(_ list: Widget, _ choose: @escaping @MainActor (inout SpectrogramLook, Int) -> Void) {
      list.connectNotify("selected") { [weak self, weak list] in
        guard let place = list?.selected else { return }
        self?.change { choose(&$0, place) }
      }
    }
    chosen(scale) { $0.setScale(FrequencyScale.allCases[$1]) }
    chosen(colors) { $0.colors = SpectrumColorMap.allCases[$1] }
    chosen(window) { $0.settings.window = SpectrumWindow.allCases[$1] }
    chosen(overlap) { $0.settings.overlap = SpectrogramSettings.overlaps[$1] }
    floor.adjustment.connect("value-changed") { [weak self] in
      self?.change { [value = self?.floor.adjustment.value] in $0.setFloor((value ?? $0.floor).rounded()) }
    }
    ceiling.adjustment.connect("value-changed") { [weak self] in
      self?.change { [value = self?.ceiling.adjustment.value] in
        $0.setCeiling((value ?? $0.ceiling).rounded())
      }
    }
    length.connect("value-changed") { [weak self] in
      self?.change { [value = self?.length.value] in if let value { $0.setWindowLength(value / 1000) } }
    }
    reset.connect("clicked") { [weak self] in
      self?.diagram.lanes.endStep()
      self?.change { $0 = SpectrogramLook() }
      self?.diagram.lanes.endStep()
    }
  }

  private func change(_ body: (inout SpectrogramLook) -> Void) {
    guard !isFollowing else { return }
    let past = diagram.look.spectrogram
    diagram.lanes.drawSpectra(body)
    if diagram.look.spectrogram != past { onChoice(diagram.look.spectrogram, past) }
  }

  private func show(_ contents: Contents) {
    isFollowing = true
    defer { isFollowing = false }
    let look = contents.look
    tint.isVisible = contents.hasTints
    scale.selected = FrequencyScale.allCases.firstIndex(of: look.scale)
    colors.selected = SpectrumColorMap.allCases.firstIndex(of: look.colors)
    window.selected = SpectrumWindow.allCases.firstIndex(of: look.settings.window)
    overlap.selected = SpectrogramSettings.overlaps.firstIndex(of: look.settings.overlap)
    for (level, value) in [(floor, look.floor), (ceiling, look.ceiling)] {
      if level.adjustment.value != value { level.adjustment.value = value }
      let text = "\(value < 0 ? "\u{2212}" : "")\(Int(abs(value)))\u{202F}dB"
      level.number.set("label", text)
      level.slider.setAccessibleValue(text)
    }
    let milliseconds = look.settings.windowLength * 1000
    if abs(length.value - milliseconds) > 0.05 { length.value = milliseconds }
    reset.set("sensitive", look != SpectrogramLook())
    guard contents.sampleRate > 0 else { return note.set("label", "") }
    let size = look.settings.size(sampleRate: contents.sampleRate)
    let width = Double(contents.sampleRate) / Double(size)
    let tenths = Int((width * 10).rounded()), step = Numerals.shown("\(tenths / 10).\(tenths % 10)")
    note.set(
      "label",
      // Translators: how many frames a spectrum is made of, and how far apart its values are.
      localized(
        "\(size) frames, a bin each \(step)\u{202F}Hz",
        plural: "\(size) frames, a bin each \(step)\u{202F}Hz",
        count: size))
  }
}
