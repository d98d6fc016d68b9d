// ExportFeature.swift
// Sounds to keep: recordings, parts of them and what was computed of them, in files; and the selection for other programs.

import GtkBridge
import WaveformViews

/// The feature as the program lists it.
package final class ExportFeature: Feature {
  /// The exports of the windows that there are, the oldest window first.
  private var flows: [ExportFlow] = []

  package init() {}

  package func part(of window: WindowParts) -> FeaturePart {
    let flow = ExportFlow(window)
    flows.append(flow)
    var part = FeaturePart(keeping: flow, SelectionSharing(window))
    part.stoppingQuestion = { [weak flow] in flow.flatMap { ClosingQuestion(stopping: [$0.progress]) } }
    part.close = { [weak self, weak flow] in
      flow?.close()
      self?.flows.removeAll { $0 === flow }
    }
    return part
  }

  package func part(of program: ProgramParts) -> ProgramPart? {
    var part = ProgramPart()
    part.quittingQuestion = { [weak self] in self?.quittingQuestion(front: $0) }
    return part
  }

  /// The exports of a window; nil: it has been closed.
  func flow(of window: Window) -> ExportFlow? { flows.first { $0.window === window } }

  /// One question for all exports that are under way, over a window that has one.
  private func quittingQuestion(front: Window?) -> (question: ClosingQuestion, over: Window)? {
    let exporting = flows.filter(\.progress.isRunning)
    guard let question = ClosingQuestion(stopping: exporting.map(\.progress)),
      let flow = exporting.first(where: { $0.window === front }) ?? exporting.first
    else { return nil }
    return (question, flow.window)
  }
}
