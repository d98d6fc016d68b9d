// RawDialog.swift
// Asks what samples without a header are, shows how they look when read that way, and opens them. Modal to
// its window, which owns it; all decisions are the model's.

import AudioFormats
import GtkBridge
import Localization
import Resources
import WaveformModel
import WaveformViews

/// The dialog "Open as Raw Data".
@MainActor final class RawDialog {
  private let model: RawImportViewModel
  private let dialog: PreviewDialog
  private let chosen: (RawFormat) -> Void
  private let rows: Widget
  private let encoding: Widget, order: Widget, channels: Widget, rate: Widget, offset: Widget

  /// - Parameters:
  ///   - chosen: called with the format when the user has confirmed.
  ///   - closed: called when the dialog is gone, confirmed or not.
  init(
    _ model: RawImportViewModel, chosen: @escaping (RawFormat) -> Void,
    closed: @escaping @MainActor () -> Void
  ) {
    self.model = model
    self.chosen = chosen
    dialog = PreviewDialog(
      Resources.raw, picture: localized("Waveform with these values"), of: model, closed: closed)
    rows = dialog.get("rows")
    encoding = dialog.get("encoding")
    order = dialog.get("order")
    channels = dialog.get("channels")
    rate = dialog.get("rate_entry")
    offset = dialog.get("offset")
    dialog.fill("encodings", with: SampleEncoding.Kind.allCases.map(\.label))
    connect()
    followModel()
  }

  func present(over parent: Window) { dialog.present(over: parent) }

  func close() { dialog.close() }

  // MARK: From the user to the model

  private func connect() {
    let model = model
    dialog.onChoice(of: encoding) { model.kind = SampleEncoding.Kind.allCases[$0] }
    dialog.onChoice(of: order) { model.isBigEndian = $0 == 1 }
    dialog.onNumber(of: channels) { model.channels = $0 }
    dialog.onNumber(of: offset) { model.offset = $0 }
    dialog.onText(of: rate) { model.rateText = $0 }
    dialog.onAccept { [weak self] in self?.accept() }
  }

  private func accept() {
    guard let format = model.format else { return }
    dialog.close()
    chosen(format)
  }

  // MARK: From the model to the widgets

  private struct Values: Equatable {
    let kind: SampleEncoding.Kind, isBigEndian: Bool, channels: Int, rate: String, offset: Int, isReady: Bool
  }

  private func followModel() {
    let model = model
    dialog.observer.follow({
      Values(
        kind: model.kind, isBigEndian: model.isBigEndian, channels: model.channels, rate: model.rateText,
        offset: model.offset, isReady: model.byteCount != nil)
    }) { [weak self] in self?.show($0) }
    dialog.observer.follow({ [model.problem, model.summary] }) { [weak self] in
      // The last summary stays until there is another one.
      if let text = $0[0] ?? $0[1] { self?.dialog.say(text, isProblem: $0[0] != nil) }
    }
  }

  private func show(_ values: Values) {
    dialog.show {
      rows.set("sensitive", values.isReady)
      encoding.selected = SampleEncoding.Kind.allCases.firstIndex(of: values.kind)
      order.selected = values.isBigEndian ? 1 : 0
      order.set("sensitive", values.kind.hasByteOrder)
      channels.set("value", Double(values.channels))
      offset.set("value", Double(values.offset))
      rate.setText(values.rate)
    }
  }
}
