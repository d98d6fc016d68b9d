// PreviewDialog.swift
// What the dialogs have in common in which values are typed and their waveform is seen at once: the window, the picture,
// the rate, what is said about the values, the button that accepts them while they make sense. Each dialog owns one, and adds
// its own rows.

import AudioFormats
import GtkBridge
import Localization
import WaveformModel

/// A modal window with values, and a picture of what they mean.
///
/// Its description has the objects `window`, `picture`, `rates`, `summary` and `accept`.
@MainActor package final class PreviewDialog {
  package let observer = ModelObserver()
  private let builder: Builder
  private let window: Window
  private let accept: Widget, summary: Widget
  private let picture: WaveformPreview
  /// True while the program shows the model's values: signals that this causes must not change the model.
  private var isShowing = false

  /// - Parameters:
  ///   - description: of the interface.
  ///   - label: what the picture is called where it is read out.
  ///   - model: of the values; it is cancelled when the dialog is gone.
  ///   - closed: called when the dialog is gone, confirmed or not.
  package init(
    _ description: [UInt8], picture label: String, of model: some PreviewedChoice,
    closed: @escaping @MainActor () -> Void
  ) {
    builder = Builder(description)
    window = builder.get("window", as: Window.self)
    accept = builder.get("accept")
    summary = builder.get("summary")
    picture = WaveformPreview(in: builder.get("picture", as: Grid.self), label: label) { [weak model] in
      model?.diagram
    }
    fill("rates", with: RawFormat.usualRates)
    window.addShortcuts([("Escape", "window.close")])
    window.connectBool("close-request") { [weak model] in
      model?.cancel()
      closed()
      return false
    }
    observer.follow({ [weak model] in model?.isAcceptable == true }) { [weak accept] in
      accept?.set("sensitive", $0)
    }
  }

  /// An object of the description.
  package func get(_ id: String) -> Widget { builder.get(id) }

  private func fill(_ id: String, with numbers: [Int]) {
    let list = builder.get(id, as: ComboBoxText.self)
    for number in numbers { list.append(String(number)) }
  }

  /// Fills a list that one chooses from.
  package func fill(_ id: String, with names: [String]) {
    let list = builder.get(id, as: StringList.self)
    for name in names { list.append(name) }
  }

  package var title: String {
    get { window.string("title") ?? "" }
    set { window.set("title", newValue) }
  }

  /// Shows the dialog, no wider than `parent`.
  package func present(over parent: Window) {
    let size = window.defaultSize
    if parent.width > 0 { window.defaultSize = (min(size.width, parent.width), size.height) }
    window.present(over: parent)
  }

  package func close() { window.close() }

  // MARK: From the user

  /// Calls `body` with what somebody types into a row.
  package func onText(of row: Widget, _ body: @escaping @MainActor (String) -> Void) {
    row.connect("changed") { [weak self, weak row] in
      if let self, let row, !isShowing { body(row.string("text") ?? "") }
    }
  }

  /// Calls `body` with a number that somebody sets.
  package func onNumber(of row: Widget, _ body: @escaping @MainActor (Int) -> Void) {
    row.connect("value-changed") { [weak self, weak row] in
      if let self, let row, !isShowing { body(Int(row.double("value"))) }
    }
  }

  /// Calls `body` with the place of what somebody chooses.
  package func onChoice(of row: Widget, _ body: @escaping @MainActor (Int) -> Void) {
    row.connectNotify("selected") { [weak self, weak row] in
      if let self, let place = row?.selected, !isShowing { body(place) }
    }
  }

  /// Calls `body` when the values are accepted.
  package func onAccept(_ body: @escaping @MainActor () -> Void) { accept.connect("clicked", body) }

  // MARK: From the model

  /// Lets `body` set what the rows show, which nobody has typed.
  package func show(_ body: () -> Void) {
    isShowing = true
    defer { isShowing = false }
    body()
  }

  /// Says what the values mean, or what is wrong with them.
  package func say(_ text: String, isProblem: Bool) {
    summary.set("label", text)
    if isProblem { summary.addStyleClass("error") } else { summary.removeStyleClass("error") }
  }
}

extension Widget {
  /// Shows a text, but leaves the one that is there alone: with it the cursor would go.
  package func setText(_ text: String) { if string("text") != text { set("text", text) } }
}
