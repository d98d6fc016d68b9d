// MarkCommands.swift
// The commands for marks, and what is told of where they are kept.

import GtkBridge
import WaveformModel

@MainActor final class MarkCommands {
  private let observer = ModelObserver()

  init(_ diagram: DiagramViewModel, _ actions: CommandActions, _ messages: Messages) {
    actions.add(.addMark, on: diagram) { $0.addMark() }
    actions.add(.nextMark, on: diagram) { $0.selectMark(forward: true) }
    actions.add(.previousMark, on: diagram) { $0.selectMark(forward: false) }
    actions.add(.removeMark, on: diagram) { $0.marks.removeSelected() }
    actions.add(.renameMark, on: diagram) { diagram in
      if let id = diagram.marks.selected { diagram.marks.beginNaming(id) }
    }
    let marks = diagram.marks
    observer.follow({ marks.notice.count }) { [weak marks, weak messages] count in
      if count > 0, let text = marks?.notice.text { messages?.show(text) }
    }
  }
}
