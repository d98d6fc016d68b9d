// WindowContents.swift
// The widgets of every window: header bar, status page, and the diagram's page with the bars above it. Other
// objects tell them what to show.

import GtkBridge
import Resources

/// A window and its layout.
@MainActor package final class WindowContents {
  let window: Window
  let fileBar = FileBar(), notice = NoticeBar()
  let messages: Messages
  let closing: ClosingQuestions
  /// The diagram, and beside it the place for a panel.
  let flap: Flap
  let lanes: Grid
  /// What lies over the lanes.
  let overlay: Overlay
  let progressBar: Widget
  let recentButton: Widget
  /// The buttons of the header bar that open a menu.
  let menuButtons: [Widget]
  /// Called with the name of the open recording.
  var onTitleChange: ((String) -> Void)?
  /// What is going on with the recording, shown before the rest of the subtitle; nil: nothing.
  var activity: String? { didSet { if activity != oldValue { showSubtitle() } } }
  /// True while something is not saved: a bullet before the name says so.
  var isUnsaved = false { didSet { if isUnsaved != oldValue { showName() } } }
  private let title: Widget
  /// Of the open recording; without what is going on.
  private var shown: (name: String?, subtitle: String) = (nil, "")
  private let status: StatusPage
  private let stack: Stack
  private let page: BoxWidget
  /// Above everything else, below the header bar.
  let top: BoxWidget
  private let overviewBox: BoxWidget

  init(trace: Trace?) {
    CachedBin.register()
    let builder = Builder(Resources.window)
    window = builder.get("window", as: Window.self)
    closing = ClosingQuestions(over: window)
    title = builder.get("title")
    stack = builder.get("stack", as: Stack.self)
    messages = Messages(builder.get("toasts", as: ToastOverlay.self))
    page = builder.get("diagram_page", as: BoxWidget.self)
    top = builder.get("top_box", as: BoxWidget.self)
    flap = builder.get("flap", as: Flap.self)
    lanes = builder.get("lanes", as: Grid.self)
    overlay = builder.get("lanes_overlay", as: Overlay.self)
    progressBar = builder.get("progress")
    progressBar.runLeftToRight()
    overviewBox = builder.get("overview_box", as: BoxWidget.self)
    recentButton = builder.get("recent_button")
    let mainButton = builder.get("main_button"), viewButton = builder.get("view_button")
    mainButton.setMenu(WindowMenus.main)
    viewButton.setMenu(WindowMenus.view)
    menuButtons = [recentButton, mainButton, viewButton]
    status = StatusPage(trace: trace)
    stack.add(status.page, named: "status")
    page.insert(notice.revealer, after: nil)
    page.insert(fileBar.revealer, after: nil)
  }

  /// Adds a row above the diagram, below the notices.
  func add(row: Widget) { page.insert(row, after: notice.revealer) }

  /// Adds everything below the diagram.
  func add(overview: Widget, bar: Widget) {
    overviewBox.append(overview)
    page.append(bar)
  }

  func show(_ text: StatusText) {
    status.show(text)
    stack.show("status")
  }

  func showDiagram() { stack.show("diagram") }

  /// - Parameter name: of the open recording.
  func setTitle(_ name: String, subtitle: String) {
    shown = (name, subtitle)
    showName()
    showSubtitle()
    onTitleChange?(name)
  }

  private func showName() {
    guard let name = shown.name else { return }
    let marked = isUnsaved ? "• \(name)" : name
    window.title = "\(marked) – Barline"
    title.set("title", marked)
  }

  private func showSubtitle() {
    title.set(
      "subtitle",
      [activity, shown.subtitle].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · "))
  }

  /// Gives the focus to the diagram when a menu of `buttons` closes. When Tab has moved the focus to such a
  /// button, Space still plays, and Enter opens the menu.
  ///
  /// - Parameters:
  ///   - focus: gives the focus to the diagram.
  ///   - play: returns false when there is nothing to play.
  package static func keepSpace(
    from buttons: [Widget], focus: @escaping @MainActor () -> Void, play: @escaping @MainActor () -> Bool
  ) {
    for button in buttons {
      button.onPopoverRelease(focus)
      button.takeKey("space") { [weak button] in
        guard let button, !button.hasOpenPopover else { return false }
        return play()
      }
    }
  }
}
