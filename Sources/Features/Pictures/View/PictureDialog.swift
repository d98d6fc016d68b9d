// PictureDialog.swift
// Asks how a picture to keep is to look, and shows it. Modal to its window, which owns it; all decisions are the model's.

import GtkBridge
import Localization
import Measures
import Resources
import WaveformDrawing
import WaveformModel
import WaveformViews

/// The dialog "Export Picture".
@MainActor final class PictureDialog {
  /// What is done with the picture.
  enum Outcome { case export, copy, print }

  private let window: Window
  private let model: PictureViewModel
  private let observer = ModelObserver()
  let builder: Builder
  private let preview = PicturePreview()
  private let done: (Outcome) -> Void
  /// True while the program shows the model's values: signals that this causes must not change the model.
  private var isShowing = false
  private var styleConnections: [SignalConnection] = []
  /// Why the picture cannot be drawn; and what is missing in it.
  private var problem: String?, losses: [String] = []

  private static let measures: [MeasureItem.Group?] = [nil] + MeasureItem.Group.allCases

  /// - Parameters:
  ///   - done: called when the user has confirmed; the dialog is closing then.
  ///   - closed: called when the dialog is gone, confirmed or not.
  init(
    _ model: PictureViewModel, _ trace: Trace?, done: @escaping (Outcome) -> Void,
    closed: @escaping @MainActor () -> Void
  ) {
    self.model = model
    self.done = done
    builder = Builder(Resources.picture)
    window = builder.get("picture", as: Window.self)
    builder.get("preview", as: BoxWidget.self).append(preview)
    fill("parts", model.parts.map(\.label))
    fill("formats", PictureViewModel.Format.allCases.map(\.label))
    fill("measure_names", Self.measures.map { $0?.title ?? localized("None", context: "measures") })
    fill("color_names", PictureViewModel.Colors.allCases.map(\.label))
    builder.get("marks_row").isVisible = model.hasMarks
    builder.get("part").isVisible = model.parts.count > 1
    window.addShortcuts([("Escape", "window.close")])
    window.connectBool("close-request") {
      closed()
      return false
    }
    builder.get("title").set("text", model.title)
    connect()
    observer.follow({ model.choices }) { [weak self] _ in
      self?.show()
      self?.model.measure()
    }
    observer.follow({ model.range }) { [weak self] _ in
      self?.draw()
      self?.model.measure()
    }
    observer.follow({ [model.title] + model.caption }) { [weak self] _ in self?.draw() }
    observer.follow({ model.readiness }) { [weak self] _ in self?.tell() }
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.draw() }
    preview.onDrawn = { [weak self] width, height, losses in
      self?.losses = losses
      self?.tell()
      trace?.write("picture-drawn", ["width": width, "height": height])
    }
    preview.onProblem = { [weak self] problem in
      self?.problem = problem
      self?.tell()
    }
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  /// Shows the dialog, no larger than `parent`.
  func present(over parent: Window) {
    let size = window.defaultSize
    if parent.width > 0, parent.height > 0 {
      window.defaultSize = (min(size.width, parent.width), min(size.height, max(parent.height, 400)))
    }
    window.present(over: parent)
  }

  func close() { window.close() }

  private func fill(_ list: String, _ names: [String]) {
    builder.get(list, as: StringList.self).replace(with: names)
  }

  // MARK: From the user to the model

  private func connect() {
    onSelect("part") { model, place in
      if model.parts.indices.contains(place) { model.choices.part = model.parts[place] }
    }
    onSelect("format") { $0.choices.format = PictureViewModel.Format.allCases[$1] }
    onSelect("measures") { $0.choices.measures = Self.measures[$1] }
    onSelect("colors") { $0.choices.colors = PictureViewModel.Colors.allCases[$1] }
    onValue("scale") { $0.choices.scale = Int($1) }
    onValue("width") { $0.choices.width = $1 }
    onValue("height") { $0.choices.height = $1 }
    onSwitch("axes") { $0.choices.hasAxes = $1 }
    onSwitch("marks") { $0.choices.hasMarks = $1 }
    builder.get("title").connect("changed") { [weak self] in
      self?.take { $0.model.title = $0.builder.get("title").string("text") ?? "" }
    }
    onColor("ink") { $0.choices.ink = $1 }
    onColor("ground") { $0.choices.ground = $1 }
    for (id, outcome) in [
      ("export_button", Outcome.export), ("copy_button", .copy), ("print_button", .print),
    ] {
      builder.get(id).connect("clicked") { [weak self] in
        guard let self else { return }
        for number in ["scale", "width", "height"] { builder.get(number, as: SpinButton.self).commit() }
        let done = done
        window.close()
        done(outcome)
      }
    }
  }

  private func onSelect(_ id: String, _ change: @escaping @MainActor (PictureViewModel, Int) -> Void) {
    builder.get(id).connectNotify("selected") { [weak self] in
      self?.take { dialog in
        if let place = dialog.builder.get(id).selected { change(dialog.model, place) }
      }
    }
  }

  private func onValue(_ id: String, _ change: @escaping @MainActor (PictureViewModel, Double) -> Void) {
    builder.get(id).connect("value-changed") { [weak self] in
      self?.take { change($0.model, $0.builder.get(id, as: SpinButton.self).value) }
    }
  }

  private func onSwitch(_ id: String, _ change: @escaping @MainActor (PictureViewModel, Bool) -> Void) {
    builder.get(id).connectNotify("active") { [weak self] in
      self?.take { change($0.model, $0.builder.get(id).bool("active")) }
    }
  }

  private func onColor(_ id: String, _ change: @escaping @MainActor (PictureViewModel, UInt32) -> Void) {
    builder.get(id).connect("color-set") { [weak self] in
      self?.take { change($0.model, $0.builder.get(id, as: ColorButton.self).hex) }
    }
  }

  private func take(_ change: (PictureDialog) -> Void) { if !isShowing { change(self) } }

  // MARK: From the model to the widgets

  private func show() {
    isShowing = true
    defer { isShowing = false }
    let choices = model.choices
    builder.get("part").selected = model.parts.firstIndex(of: choices.part)
    builder.get("format").selected = PictureViewModel.Format.allCases.firstIndex(of: choices.format)
    builder.get("measures").selected = Self.measures.firstIndex(of: choices.measures)
    builder.get("colors").selected = PictureViewModel.Colors.allCases.firstIndex(of: choices.colors)
    for (id, value) in [
      ("scale", Double(choices.scale)), ("width", choices.width), ("height", choices.height),
    ] {
      let button = builder.get(id, as: SpinButton.self)
      if button.value != value { button.value = value }
    }
    builder.get("scale_row").isVisible = choices.format == .png || model.showsSpectra
    builder.get("axes").set("active", choices.hasAxes)
    builder.get("marks").set("active", choices.hasMarks)
    for id in ["ink_row", "ground_row"] { builder.get(id).isVisible = choices.colors == .chosen }
    builder.get("ink", as: ColorButton.self).hex = choices.ink
    builder.get("ground", as: ColorButton.self).hex = choices.ground
    draw()
  }

  private func draw() {
    problem = nil
    losses = []
    preview.show(PictureOrder(model))
    tell()
  }

  private static func text(ofPixels size: FigureSize) -> String {
    // Translators: width, height, and pixels per inch.
    localized(
      "\(size.width) × \(size.height) pixels, \(96 * size.scale) per inch",
      plural: "\(size.width) × \(size.height) pixels, \(96 * size.scale) per inch", count: size.height)
  }

  private func vectorText(_ size: FigureSize) -> String {
    let width = Int(model.choices.width), height = Int(model.choices.height)
    guard model.showsSpectra else {
      // Translators: of a drawing, as against one of pixels.
      return localized("\(width) × \(height) mm, vectors")
    }
    return localized("\(width) × \(height) mm, vectors, spectrograms of \(96 * size.scale) pixels per inch")
  }

  /// What the picture will be, or why there is none.
  private func tell() {
    let choices = model.choices, size = PictureOrder(model).size, isPNG = choices.format == .png
    let text = isPNG ? Self.text(ofPixels: size) : vectorText(size)
    var problem = isPNG ? size.problem ?? self.problem : self.problem
    if problem == nil, case .impossible(let why) = model.readiness { problem = why }
    let summary = builder.get("summary")
    summary.set("label", (problem.map { [$0] } ?? [text] + losses).joined(separator: "\n"))
    if problem == nil { summary.removeStyleClass("error") } else { summary.addStyleClass("error") }
    for id in ["export_button", "copy_button", "print_button"] {
      builder.get(id).set("sensitive", problem == nil && model.readiness == .ready)
    }
  }
}
