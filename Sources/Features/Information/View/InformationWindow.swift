// InformationWindow.swift
// Shows what is known of a recording of a window, and goes on with the next one that is opened there. It does not keep
// the window from being used; all decisions are the model's.

import GtkBridge
import Localization
import Resources
import WaveformModel
import WaveformViews

/// The window "Properties".
@MainActor final class InformationWindow {
  /// Of so many rows each is shown; all of them can be copied.
  private static let rowLimit = 200

  private let window: Window
  private let model: InformationViewModel
  private let builder = Builder(Resources.information)
  private let messages: Messages
  private let observer = ModelObserver()
  /// What each group shows.
  private var shown: [InformationViewModel.Kind: (rows: [InformationViewModel.Row], widgets: [Widget])] = [:]

  /// - Parameter closed: called when the window is gone.
  init(_ model: InformationViewModel, closed: @escaping @MainActor () -> Void) {
    self.model = model
    window = builder.get("information", as: Window.self)
    messages = Messages(builder.get("toasts", as: ToastOverlay.self))
    window.addShortcuts([("Escape", "window.close")])
    window.connectBool("close-request") { [weak self] in
      self?.model.cancel()
      closed()
      return false
    }
    builder.get("copy").connect("clicked") { [weak self] in self?.copyAll() }
    builder.get("verify").connect("clicked") { [weak self] in self?.verifyOrCancel() }
    observer.follow({ model.groups }) { [weak self] in self?.show($0) }
    observer.follow({ model.verification }) { [weak self] in self?.show($0) }
    observer.follow({ model.plot?.path.displayName ?? "" }) { [weak self] in
      self?.builder.get("title").set("subtitle", $0)
    }
  }

  /// Shows the window no wider than `parent`, unless it is shown already.
  func present(over parent: Window) {
    let size = window.defaultSize
    if parent.width > 0, !window.isVisible {
      window.defaultSize = (min(size.width, parent.width), size.height)
    }
    window.present(over: parent)
  }

  private func copyAll() {
    window.copyToClipboard(model.text)
    messages.say(localized("Copied"))
  }

  private func verifyOrCancel() {
    if case .running = model.verification { model.cancel() } else { model.verify() }
  }

  // MARK: From the model

  private func show(_ groups: [InformationViewModel.Group]) {
    for kind in InformationViewModel.Kind.allCases {
      show(groups.first { $0.kind == kind }?.rows ?? [], of: kind)
    }
  }

  private func show(_ rows: [InformationViewModel.Row], of kind: InformationViewModel.Kind) {
    guard shown[kind]?.rows != rows else { return }
    let group = builder.get("\(kind)", as: PreferencesGroup.self)
    shown[kind]?.widgets.forEach { group.remove($0) }
    var widgets = rows.prefix(Self.rowLimit).map { Self.row($0.shownName, $0.shownValue) }
    let more = rows.count - Self.rowLimit
    if more > 0 {
      widgets.append(
        Self.row(
          "",
          localized(
            "And \(more) more: “Copy All as Text” has all of them.",
            plural: "And \(more) more: “Copy All as Text” has all of them.", count: more)))
    }
    widgets.forEach { group.add($0) }
    group.isVisible = !rows.isEmpty
    shown[kind] = (rows, widgets)
  }

  private static func row(_ name: String, _ value: String) -> Widget {
    let builder = Builder(Resources.informationRow)
    let label = builder.get("name"), text = builder.get("value")
    label.set("label", name)
    label.isVisible = !name.isEmpty
    text.set("label", value)
    // Translators: what something is called, and what it is.
    text.setAccessibleLabel(name.isEmpty ? value : localized("\(name): \(value)"))
    return builder.get("row")
  }

  private func show(_ verification: InformationViewModel.Verification) {
    let verify = builder.get("verify"), progress = builder.get("progress")
    verify.isVisible = verification != .impossible
    if case .running(let fraction) = verification {
      verify.set("label", localized("Cancel"))
      progress.set("fraction", fraction)
      progress.isVisible = true
    } else {
      verify.set("label", verification == .possible ? localized("Verify") : localized("Verify Again"))
      progress.isVisible = false
    }
  }
}
