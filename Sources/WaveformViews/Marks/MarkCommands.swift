// MarkCommands.swift
// The commands for marks, and what is told of where they are kept.

import GtkBridge
import WaveformModel

@MainActor final class MarkCommands {
  private let drawer: PanelDrawer<MarkListPanel>
  private let observer = ModelObserver()

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ messages: Messages, _ place: PanelPlace,
    _ trace: Trace?
  ) {
    let drawer = PanelDrawer(.markList, actions, place, trace) { MarkListPanel(diagram) }
    self.drawer = drawer
    /// The list, while it has the focus.
    let list = { [weak drawer] in drawer?.panel.flatMap { $0.hasFocus ? $0 : nil } }
    actions.add(.addMark, on: diagram) { $0.addMark() }
    actions.add(.nextMark, on: diagram) { $0.selectMark(forward: true) }
    actions.add(.previousMark, on: diagram) { $0.selectMark(forward: false) }
    actions.add(.removeMark, on: diagram) { diagram in
      if let list = list() { list.removeSelected() } else { diagram.marks.removeSelected() }
    }
    actions.add(.renameMark, on: diagram) { diagram in
      if let id = diagram.marks.selected {
        diagram.marks.beginNaming(id, in: list() == nil ? .strip : .list)
      }
    }
    let marks = diagram.marks
    observer.follow({ marks.notice.count }) { [weak marks, weak messages] count in
      if count > 0, let text = marks?.notice.text { messages?.show(text) }
    }
  }
}
