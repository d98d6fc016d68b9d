// ListeningFeature.swift
// Hearing a microphone, or what the computer plays, as a waveform that rolls, and recording it.

import Capture
import GtkBridge
import Localization
import WaveformModel
import WaveformViews

/// The feature as the program lists it.
package final class ListeningFeature: Feature {
  /// What lets the windows that there are listen, by their diagrams.
  private var flows: [ObjectIdentifier: ListeningFlow] = [:]

  package init() {}

  package static var startOption: StartOption? {
    StartOption(
      "listen",
      summary: localized("Listen to the source that is named in place of files, or to the usual one"))
  }

  package func part(of window: WindowParts) -> FeaturePart {
    let flow = ListeningFlow(window)
    let diagram = ObjectIdentifier(window.diagram)
    flows[diagram] = flow
    var part = FeaturePart(keeping: flow)
    part.stoppingQuestion = { [weak flow] in flow?.closingQuestion }
    part.forget = { [weak flow] in flow?.end() }
    part.close = { [weak self] in self?.flows[diagram] = nil }
    return part
  }

  package func part(of program: ProgramParts) -> ProgramPart? {
    let emptyWindow = program.emptyWindow
    program.actions.add(.listenTo) { [weak self] in self?.listen(to: nil, in: emptyWindow()) }
    var part = ProgramPart()
    part.begin = { [weak self] option, source in
      guard option == Self.startOption?.name else { return false }
      self?.listen(to: source, in: emptyWindow())
      return true
    }
    part.finish = { Take.finishAll() }
    return part
  }

  /// What lets a diagram listen; nil: its window has been closed.
  func flow(of diagram: DiagramViewModel) -> ListeningFlow? { flows[ObjectIdentifier(diagram)] }

  /// - Parameter source: its name; nil: the desktop's own choice.
  private func listen(to source: String?, in shown: (window: Window, diagram: DiagramViewModel)?) {
    guard let shown else { return }
    flow(of: shown.diagram)?.begin(source)
    shown.window.present()
  }
}
