// MarkCommands.swift
// The commands for marks: those of keys and menus, the list beside the diagram, and what is asked in popovers. Where the list
// has the focus they act there, and the focus comes back to it. Also tells where marks are kept.

import GtkBridge
import Localization
import WaveformModel

/// The commands for the marks of a window.
@MainActor final class MarkCommands {
  private let diagram: DiagramViewModel
  private let view: DiagramView
  private let host: Grid
  private let messages: Messages
  private let drawer: PanelDrawer<MarkListPanel>
  private lazy var mark = MarkPopover(diagram, in: host)
  private lazy var tier = TierPopover(diagram, in: host)
  private let observer = ModelObserver()

  /// - Parameter host: a container with a layout of its own, for popovers.
  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ view: DiagramView, in host: Grid,
    _ messages: Messages, _ menus: ContextMenus, _ place: PanelPlace, _ trace: Trace?
  ) {
    self.diagram = diagram
    self.view = view
    self.host = host
    self.messages = messages
    drawer = PanelDrawer(.markList, actions, place, trace) { [weak menus] in
      let panel = MarkListPanel(diagram)
      panel.onMenuRequest = { [weak menus, weak panel] widget, point in
        menus?.openMarks(at: point, of: widget) { panel?.focusTable() }
      }
      return panel
    }
    menus.openBeside = { [weak self] in
      guard let list = self?.focusedList else { return false }
      list.openMenu()
      return true
    }
    addActions(actions)
    addTiers(actions)
    let marks = diagram.marks
    observer.follow({ marks.notice.count }) { [weak marks, weak messages] count in
      if count > 0, let text = marks?.notice.text { messages?.show(text) }
    }
  }

  /// The list, while it has the focus.
  private var focusedList: MarkListPanel? { drawer.panel.flatMap { $0.hasFocus ? $0 : nil } }

  private func addActions(_ actions: CommandActions) {
    actions.add(.addMark, on: diagram) { $0.addMark() }
    actions.add(.nextMark, on: diagram) { $0.selectMark(forward: true) }
    actions.add(.previousMark, on: diagram) { $0.selectMark(forward: false) }
    actions.add(.removeMark) { [weak self] in
      guard let self else { return }
      if let focusedList { focusedList.removeSelected() } else { diagram.marks.removeSelected() }
    }
    actions.add(.renameMark) { [weak self] in
      guard let self, let id = diagram.marks.selected else { return }
      diagram.marks.beginNaming(id, in: focusedList == nil ? .strip : .list)
    }
    actions.add(.editMark) { [weak self] in self?.ask { $0.mark.open(at: $1, release: $2) } }
    actions.add(.splitMark) { [weak self] in
      guard let self, !diagram.splitMark() else { return }
      messages.say(localized("The playhead does not stand within the selected mark."))
    }
    actions.add(.mergeMarks) { [weak self] in
      guard let self, !diagram.marks.mergeSelected() else { return }
      messages.say(localized("No other mark of its tier comes behind this one."))
    }
  }

  private func addTiers(_ actions: CommandActions) {
    actions.addText(.moveToTier) { [weak diagram] text in
      guard let marks = diagram?.marks, let place = Int(text), marks.tiers.indices.contains(place) else {
        return
      }
      marks.moveSelected(to: marks.tiers[place].id)
    }
    actions.add(.newTier) { [weak self] in self?.ask { $0.tier.open(nil, at: $1, release: $2) } }
    actions.add(.changeTier) { [weak self] in
      self?.ask { $0.tier.open($0.diagram.marks.currentTier, at: $1, release: $2) }
    }
    actions.add(.removeTier) { [weak self] in
      guard let marks = self?.diagram.marks, let tier = marks.currentTier else { return }
      marks.remove(tier.id)
      let toast = Toast(
        tier.name.isEmpty
          ? localized("Tier removed") : localized("“\(tier.name)” removed", context: "tier"))
      toast.setButton(localized("Undo"), action: Command.undo.rawValue)
      self?.messages.show(toast)
    }
  }

  /// Opens a popover where the selected mark is: in the list while that has the focus.
  private func ask(_ open: (MarkCommands, MarkAnchor, @escaping () -> Void) -> Void) {
    if let list = focusedList { return open(self, list.anchor) { [weak list] in list?.focusTable() } }
    open(self, anchorInDiagram) { [weak view] in view?.focus() }
  }

  private var anchorInDiagram: MarkAnchor {
    let strip = view.markStrip
    // Without marks there is no strip.
    guard strip.isMapped else {
      return MarkAnchor(widget: host, area: Rect(x: Double(host.width) / 2, y: 24, width: 1, height: 1))
    }
    guard let place = diagram.marks.selectedMark.flatMap({ strip.place(of: $0) }) else {
      return MarkAnchor(widget: strip, area: nil)
    }
    let x = min(max(0, place.x), Double(strip.width))
    return MarkAnchor(widget: strip, area: Rect(x: x, y: place.y, width: 8, height: MarkStrip.rowHeight - 2))
  }
}
