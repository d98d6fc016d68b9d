// RawDialog.swift
// Asks what samples without a header are, shows how they look when read that way, and opens them. Modal to
// its window, which owns it; all decisions are the model's.

import AudioFormats
import GtkBridge
import Localization
import Resources
import SystemPackage
import WaveformCore
import WaveformModel

/// The dialog "Open as Raw Data".
@MainActor private final class RawDialog {
  private let window: Window
  private let model: RawImportViewModel
  private let observer = ModelObserver()
  private let chosen: (RawFormat) -> Void
  private let rows: Widget, summary: Widget, open: Widget
  private let encoding: Widget, order: Widget, channels: Widget, rate: Widget, offset: Widget
  private let picture: WaveformPreview
  /// True while the program shows the model's values: signals that this causes must not change the model.
  private var isShowing = false

  /// - Parameters:
  ///   - chosen: called with the format when the user has confirmed.
  ///   - closed: called when the dialog is gone, confirmed or not.
  init(
    _ model: RawImportViewModel, chosen: @escaping (RawFormat) -> Void,
    closed: @escaping @MainActor () -> Void
  ) {
    self.model = model
    self.chosen = chosen
    let builder = Builder(Resources.raw)
    window = builder.get("raw", as: Window.self)
    rows = builder.get("rows")
    summary = builder.get("summary")
    open = builder.get("open")
    encoding = builder.get("encoding")
    order = builder.get("order")
    channels = builder.get("channels")
    rate = builder.get("rate_entry")
    offset = builder.get("offset")
    picture = WaveformPreview(
      in: builder.get("picture", as: Grid.self), label: localized("Waveform with these values")
    ) { [weak model] in model?.diagram }
    let encodings = builder.get("encodings", as: StringList.self)
    for kind in SampleEncoding.Kind.allCases { encodings.append(kind.label) }
    let rates = builder.get("rates", as: ComboBoxText.self)
    for rate in RawFormat.usualRates { rates.append(String(rate)) }
    window.addShortcuts([("Escape", "window.close")])
    connect()
    window.connectBool("close-request") { [weak self] in
      self?.model.cancel()
      closed()
      return false
    }
    followModel()
  }

  /// Shows the dialog, no wider than `parent`.
  func present(over parent: Window) {
    let size = window.defaultSize
    if parent.width > 0 { window.defaultSize = (min(size.width, parent.width), size.height) }
    window.present(over: parent)
  }

  func close() { window.close() }

  // MARK: From the user to the model

  private func connect() {
    encoding.connectNotify("selected") { [weak self] in
      self?.take { dialog in
        guard let place = dialog.encoding.selected else { return }
        dialog.model.kind = SampleEncoding.Kind.allCases[place]
      }
    }
    order.connectNotify("selected") { [weak self] in
      self?.take { $0.model.isBigEndian = $0.order.selected == 1 }
    }
    channels.connect("value-changed") { [weak self] in
      self?.take { $0.model.channels = Int($0.channels.double("value")) }
    }
    offset.connect("value-changed") { [weak self] in
      self?.take { $0.model.offset = Int($0.offset.double("value")) }
    }
    rate.connect("changed") { [weak self] in self?.take { $0.model.rateText = $0.rate.string("text") ?? "" } }
    open.connect("clicked") { [weak self] in self?.openIt() }
  }

  private func take(_ change: (RawDialog) -> Void) { if !isShowing { change(self) } }

  private func openIt() {
    guard let format = model.format else { return }
    window.close()
    chosen(format)
  }

  // MARK: From the model to the widgets

  private func followModel() {
    let model = model
    observer.follow({
      Values(
        kind: model.kind, isBigEndian: model.isBigEndian, channels: model.channels, rate: model.rateText,
        offset: model.offset, isReady: model.byteCount != nil)
    }) { [weak self] in self?.show($0) }
    observer.follow({ [model.problem, model.duration] }) { [weak self] _ in self?.showSummary() }
    observer.follow({ model.format != nil }) { [weak self] in self?.open.set("sensitive", $0) }
  }

  private struct Values: Equatable {
    let kind: SampleEncoding.Kind, isBigEndian: Bool, channels: Int, rate: String, offset: Int, isReady: Bool
  }

  private func show(_ values: Values) {
    isShowing = true
    defer { isShowing = false }
    rows.set("sensitive", values.isReady)
    encoding.selected = SampleEncoding.Kind.allCases.firstIndex(of: values.kind)
    order.selected = values.isBigEndian ? 1 : 0
    order.set("sensitive", values.kind.hasByteOrder)
    channels.set("value", Double(values.channels))
    offset.set("value", Double(values.offset))
    if rate.string("text") != values.rate { rate.set("text", values.rate) }
  }

  private func showSummary() {
    let frames = model.byteCount.flatMap { model.format?.frames(inFileOf: $0) }
    if let problem = model.problem {
      summary.set("label", problem)
      summary.addStyleClass("error")
    } else if let duration = model.duration, let frames {
      summary.set(
        "label",
        localized("\(duration) · \(frames) frame", plural: "\(duration) · \(frames) frames", count: frames))
      summary.removeStyleClass("error")
    }
  }
}

/// Which files were opened as raw data since the program was started, and how.
@MainActor enum RawChoices {
  private static var formats: [FilePath: (format: RawFormat, isOnlyWay: Bool)] = [:]

  /// The format that was chosen for a file; nil when none was.
  static func format(of path: FilePath) -> RawFormat? { formats[path]?.format }

  /// The options for opening a file: raw if it cannot be opened otherwise, else the file's own format.
  static func options(for path: FilePath) -> OpenOptions {
    OpenOptions(raw: formats[path].flatMap { $0.isOnlyWay ? $0.format : nil })
  }

  /// - Parameter isOnlyWay: true when the file can be opened only as raw data.
  static func remember(_ format: RawFormat, for path: FilePath, isOnlyWay: Bool) {
    formats[path] = (format, isOnlyWay || formats[path]?.isOnlyWay == true)
  }
}

/// Opens the file of a window as raw data.
@MainActor final class RawImport {
  private let diagram: DiagramViewModel
  private let window: Window
  /// The dialog while it is open.
  private var dialog: RawDialog?

  init(_ diagram: DiagramViewModel, in window: Window) {
    self.diagram = diagram
    self.window = window
  }

  func close() { dialog?.close() }

  /// Asks for the format of the present file.
  ///
  /// - Parameter open: called with the recording, opened in the chosen format.
  func ask(_ open: @escaping @MainActor (PlotViewModel) -> Void) {
    guard dialog == nil, let plot = diagram.plots.first, plot.hasFile else { return }
    let path = plot.path
    let isUnknown = if case .failed(let error) = plot.state { error.code == .unknownFormat } else { false }
    let model = RawImportViewModel(path: path, style: diagram.look.style)
    let dialog = RawDialog(
      model,
      chosen: { format in
        RawChoices.remember(format, for: path, isOnlyWay: isUnknown)
        open(PlotViewModel(path: path, options: OpenOptions(raw: format)))
      }, closed: { [weak self] in self?.dialog = nil })
    self.dialog = dialog
    model.start(with: plot.options.raw ?? RawChoices.format(of: path))
    dialog.present(over: window)
  }
}
