// MarkCommands.swift
// The commands for marks: those of keys and menus, the strip above the lanes and the list beside them, their menus, and
// what is asked in popovers. Where the list has the focus they act there, and the focus comes back to it. Also tells where
// marks are kept.

import GtkBridge
import Localization
import WaveformModel
import WaveformViews

/// The commands for the marks of a window.
@MainActor final class MarkCommands {
  private let diagram: DiagramViewModel
  private let view: DiagramView
  private let host: Widget
  private let messages: Messages
  private let menus: ContextMenus
  private let editing: MarkEditing
  private let drawer: PanelDrawer<MarkListPanel>
  private lazy var mark = MarkPopover(diagram, in: host)
  private lazy var tier = TierPopover(diagram, in: host)
  private let observer = ModelObserver()

  init(_ parts: WindowParts) {
    let diagram = parts.diagram, view = parts.view, menus = parts.menus, actions = parts.actions
    self.diagram = diagram
    self.view = view
    self.menus = menus
    host = parts.popoverHost
    messages = parts.messages
    editing = MarkEditing(diagram, parts.trace) { [weak view] in view?.stopMotion() }
    drawer = PanelDrawer(.markList, actions, parts.panels, parts.trace) { [weak menus] in
      let panel = MarkListPanel(diagram)
      panel.onMenuRequest = { [weak menus, weak panel] widget, point in
        guard let menus else { return }
        Self.openMenu(of: diagram, menus, at: point, of: widget) { panel?.focusTable() }
      }
      return panel
    }
    menus.addBeside { [weak self] in
      guard let list = self?.focusedList else { return false }
      list.openMenu()
      return true
    }
    view.add(editing)
    editing.onRelease = { [weak view] in view?.focus() }
    editing.strip.onMenuRequest { [weak self] in self?.openMenu(at: $0) }
    actions.enable(.markList, when: parts.hasRecording)
    addActions(actions, parts)
    addTiers(actions, parts)
    let marks = diagram.marks, messages = messages
    observer.follow({ marks.notice.count }) { [weak marks, weak messages] count in
      if count > 0, let text = marks?.notice.text { messages?.show(text) }
    }
  }

  /// The list, while it has the focus.
  private var focusedList: MarkListPanel? { drawer.panel.flatMap { $0.hasFocus ? $0 : nil } }

  // MARK: Menus

  /// The menu of the mark at a place of the strip, which is selected unless it is; of the tier where there is none.
  private func openMenu(at point: Point) {
    guard diagram.viewport != nil else { return }
    let marks = diagram.marks, strip = editing.strip
    if let mark = strip.mark(at: point)?.mark {
      if !marks.selection.all.contains(mark.id) { marks.select(mark.id) }
      return Self.openMenu(of: diagram, menus, at: point, of: strip, giveBack: nil)
    }
    marks.select(nil)
    if let tier = strip.tier(at: point) { marks.choose(tier.id) }
    menus.open(WindowMenus.tier, at: point, of: strip, giveBack: nil)
  }

  /// Opens the menu of the selected marks.
  ///
  /// - Parameter giveBack: gives the focus back; nil: to the diagram.
  private static func openMenu(
    of diagram: DiagramViewModel, _ menus: ContextMenus, at point: Point, of widget: Widget,
    giveBack: (@MainActor () -> Void)?
  ) {
    WindowMenus.offer(diagram.marks.tiers.map(\.name))
    menus.open(WindowMenus.mark, at: point, of: widget, giveBack: giveBack)
  }

  // MARK: Commands

  /// The condition of commands for marks, which there have to be.
  private var hasMarks: @MainActor () -> Bool {
    { [weak marks = diagram.marks] in marks?.isEmpty == false }
  }

  /// The condition of commands for the selected mark.
  private var hasMark: @MainActor () -> Bool {
    { [weak marks = diagram.marks] in marks?.selected != nil }
  }

  private func addActions(_ actions: CommandActions, _ parts: WindowParts) {
    actions.add(.addMark, when: parts.hasRecording) { [weak diagram] in diagram?.addMark() }
    actions.add(.nextMark, when: hasMarks) { [weak diagram] in diagram?.selectMark(forward: true) }
    actions.add(.previousMark, when: hasMarks) { [weak diagram] in diagram?.selectMark(forward: false) }
    actions.add(.removeMark, when: hasMark) { [weak self] in
      guard let self else { return }
      if let focusedList { focusedList.removeSelected() } else { diagram.marks.removeSelected() }
    }
    actions.add(.renameMark, when: hasMark) { [weak self] in
      guard let self, let id = diagram.marks.selected else { return }
      diagram.marks.beginNaming(id, in: focusedList == nil ? .strip : .list)
    }
    actions.add(.editMark, when: hasMark) { [weak self] in self?.ask { $0.mark.open(at: $1, release: $2) } }
    actions.add(.splitMark, when: hasMark) { [weak self] in
      guard let self, !diagram.splitMark() else { return }
      messages.say(localized("The playhead does not stand within the selected mark."))
    }
    actions.add(.mergeMarks, when: hasMark) { [weak self] in
      guard let self, !diagram.marks.mergeSelected() else { return }
      messages.say(localized("No other mark of its tier comes behind this one."))
    }
  }

  private func addTiers(_ actions: CommandActions, _ parts: WindowParts) {
    actions.addText(.moveToTier) { [weak diagram] text in
      guard let marks = diagram?.marks, let place = Int(text), marks.tiers.indices.contains(place) else {
        return
      }
      marks.moveSelected(to: marks.tiers[place].id)
    }
    actions.enable(.moveToTier, when: hasMark)
    actions.add(.newTier, when: parts.hasRecording) { [weak self] in
      self?.ask { $0.tier.open(nil, at: $1, release: $2) }
    }
    actions.add(.changeTier, when: hasMarks) { [weak self] in
      self?.ask { $0.tier.open($0.diagram.marks.currentTier, at: $1, release: $2) }
    }
    actions.add(.removeTier, when: hasMarks) { [weak self] in
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
    let strip = editing.strip
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
