// UnkeptMarks.swift
// Marks that were changed and cannot be written, as when another program left something else in their file: a bar says so
// for as long as it is so, its button keeps a copy beside, and the window asks before they would be lost.

import GtkBridge
import Localization
import Resources
import WaveformModel
import WaveformViews

/// The bar above the diagram, and the question at closing.
@MainActor final class UnkeptMarks {
  private let marks: RecordingMarks
  private let messages: Messages
  private let observer = ModelObserver()

  init(_ parts: WindowParts) {
    let marks = parts.diagram.marks, trace = parts.trace
    self.marks = marks
    messages = parts.messages
    let builder = Builder(Resources.unkeptMarks)
    let revealer = builder.get("unkept_revealer"), label = builder.get("unkept_label")
    let bar = builder.get("unkept_bar")
    parts.top.append(revealer)
    parts.actions.add(.keepMarks, when: { [weak marks] in marks?.unkept != nil }) { [weak self] in
      self?.keep {}
    }
    observer.follow({ marks.unkept }) { problem in
      if let problem {
        label.set("label", problem)
        bar.setAccessibleLabel(problem)
      }
      revealer.set("reveal-child", problem != nil)
      trace?.write("unkept-marks", ["on": problem != nil])
    }
  }

  /// Asked before the window closes; nil while all marks are kept.
  var closingQuestion: ClosingQuestion? {
    guard let problem = marks.unkept else { return nil }
    return ClosingQuestion(
      heading: localized("Keep the Marks?"),
      body: problem + " " + localized("A copy beside it keeps what is shown here."),
      responses: [
        .init("cancel", localized("Cancel")), .init("discard", localized("Discard"), .destructive),
        .init("keep", localized("Keep a Copy"), .suggested),
      ]
    ) { [weak self] answer, close in
      guard let self else { return }
      if answer == "keep" { return keep(close) }
      marks.giveUpUnkept()
      close()
    }
  }

  private func keep(_ then: @escaping @MainActor () -> Void) {
    marks.keepCopies { [weak self] outcome in
      self?.messages.show(outcome.text)
      if outcome.isDone { then() }
    }
  }
}
