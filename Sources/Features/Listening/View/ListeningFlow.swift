// ListeningFlow.swift
// Listening and recording in a window: the commands, where a recording is kept and what it is called, and what the user
// is told of it.

import AudioFormats
import Capture
import GtkBridge
import HostIO
import Localization
import Playback
import SystemPackage
import WaveformCore
import WaveformModel
import WaveformViews

/// Carries out the commands of a window that listens.
@MainActor final class ListeningFlow {
  private let listening: ListeningModel
  private let window: WindowParts
  private let diagram: DiagramViewModel
  private let actions: CommandActions
  private let settings: Settings
  private let trace: Trace?
  private var observer = ModelObserver()
  private(set) var bar: ListeningBar?
  private var failure: Toast?
  /// Closes the window once the recording is complete, which its user wants.
  private var close: (@MainActor () -> Void)?

  init(_ window: WindowParts) {
    let listening = window.diagram.listening
    self.listening = listening
    self.window = window
    diagram = window.diagram
    actions = window.actions
    settings = window.settings
    trace = window.trace
    actions.add(
      .record, when: { [weak listening] in listening?.canRecord == true || listening?.recording != nil }
    ) { [weak self] in self?.toggleRecording() }
    actions.addChoice(.listenSource) { [weak self] in self?.choose($0) }
    actions.add(.listenAgain) { [weak listening] in listening?.choose(listening?.chosen) }
    actions.addChoice(.recordFormat, state: format.rawValue) { [weak self] in
      self?.settings.set("record-format", $0)
      self?.actions.setState(.recordFormat, $0)
    }
    actions.add(.recordFolder) { [weak self] in self?.chooseFolder() }
    actions.add(.openTake) { [weak self] in
      if let self, let path = self.listening.outcome?.path { self.window.openFiles([FileReference(path)]) }
    }
  }

  /// Listens in this window, which shows nothing else.
  ///
  /// - Parameter device: the name of a source; nil: the desktop's own choice.
  func begin(_ device: String?) {
    // One that could not begin may still be there.
    end()
    let bar = ListeningBar(listening, diagram.navigation)
    self.bar = bar
    window.top.append(bar.bar)
    window.top.append(bar.problem)
    fillMenu()
    follow()
    listening.begin(PulseCapture(), device: device)
    WindowContents.keepSpace(
      from: bar.menuButtons, focus: { [weak view = window.view] in view?.focus() },
      play: { [weak diagram] in
        diagram?.togglePlayback()
        return true
      })
    window.begun()
  }

  /// Takes the bar out of the window, which shows something else from now on.
  func end() {
    observer = ModelObserver()
    guard let bar else { return }
    window.top.remove(bar.bar)
    window.top.remove(bar.problem)
    self.bar = nil
  }

  /// A source is heard and recorded as it is: unless something would be lost, its waveform is one of its own.
  private func choose(_ name: String) {
    guard diagram.marks.isEmpty, listening.beginsAnew(with: name) else { return listening.choose(name) }
    window.empty()
    listening.begin(PulseCapture(), device: name)
    window.messages.say(localized("A new waveform begins: this source has another format"))
  }

  private func follow() {
    let listening = listening
    observer.follow({ listening.devices.isEmpty ? nil : listening.chosen }) { [weak self] chosen in
      let standard = listening.devices.first(where: \.isDefault)?.name
      self?.actions.setState(.listenSource, chosen ?? standard ?? "")
    }
    observer.follow({ listening.outcomeCount }) { [weak self] _ in self?.tellOutcome() }
    observer.follow({ listening.recording?.minutesLeft }) { [weak self] minutes in
      guard let minutes else { return }
      self?.window.messages.say(Self.text(ofDiskMinutes: minutes))
    }
    observer.follow({ listening.kept.minutesLeft }) { [weak self] minutes in
      // That of the recording matters more.
      guard let minutes, listening.recording?.minutesLeft == nil else { return }
      self?.window.messages.say(Self.text(ofKeptMinutes: minutes))
    }
    observer.follow({ listening.gigabytesPerHour }) { [weak self] _ in self?.fillMenu() }
    observer.follow(every: 5, { listening.lostFrames }) { [weak self] frames in
      guard frames > 0, listening.sampleRate > 0 else { return }
      let seconds = Numerals.shown(
        decimalText((Double(frames) / Double(listening.sampleRate) * 100).rounded() / 100))
      self?.window.messages.show(localized("\(seconds) s of what was heard have been lost in all"))
    }
    observer.follow({ [trace] in
      State(listening, isTraced: trace != nil)
    }) { [weak self] in
      self?.showWaiting($0)
      self?.trace?.write(
        "source",
        ["name": $0.title ?? "", "problem": $0.problem ?? "", "recording": $0.recording, "lost": $0.lost])
    }
  }

  private static func text(ofDiskMinutes minutes: Int) -> String {
    guard minutes > 0 else { return localized("The disk has room for less than a minute more") }
    return localized(
      "The disk has room for a minute more", plural: "The disk has room for \(minutes) minutes more",
      count: minutes)
  }

  private static func text(ofKeptMinutes minutes: Int) -> String {
    guard minutes > 0 else { return localized("What is heard can be kept for less than a minute more") }
    return localized(
      "What is heard can be kept for a minute more",
      plural: "What is heard can be kept for \(minutes) minutes more", count: minutes)
  }

  private struct State: Equatable, Sendable {
    let title: String?, problem: String?, recording: String, lost: Int
    @MainActor init(_ listening: ListeningModel, isTraced: Bool) {
      title = listening.title
      problem = listening.problem
      recording = listening.recording?.path.string ?? ""
      lost = isTraced ? listening.lostFrames : 0
    }
  }

  /// While nothing has been heard yet there is no waveform to show.
  private func showWaiting(_ state: State) {
    guard diagram.plots.allSatisfy({ $0.channels == 0 }) else { return }
    window.showWords(localized("Listening"), .waitingForSound(hasProblem: state.problem != nil))
  }

  // MARK: Recording

  private var format: TakeFormat {
    TakeFormat(rawValue: settings.string("record-format", default: "wav")) ?? .wav
  }

  /// The folder that was chosen, else that of music, else the home folder.
  private var folder: FilePath {
    let chosen = settings.string("record-folder", default: "")
    return FilePath(chosen.isEmpty ? DesktopFiles.musicFolder : chosen)
  }

  private func toggleRecording() {
    guard listening.isOn else { return }
    if listening.recording != nil { return listening.stopRecording() }
    failure?.dismiss()
    failure = nil
    listening.record(
      folder.appending("\(DesktopFiles.timeAsName).\(format.rawValue)"), as: format)
  }

  /// Asked before the window closes while something is recorded; a second time it closes at once.
  var closingQuestion: ClosingQuestion? {
    let listening = listening
    guard close == nil, let name = listening.recording?.path.displayName else { return nil }
    return ClosingQuestion(
      heading: localized("Stop Recording?"),
      body: localized("“\(name)” is still being recorded. What was recorded so far is kept."),
      responses: [
        .init("keep", localized("Go On Recording"), .suggested),
        .init("stop", localized("Stop and Close"), .destructive),
      ],
      answered: { [weak self] _, close in
        // It may have ended meanwhile.
        guard listening.recording != nil else { return close() }
        self?.close = close
        listening.stopRecording()
      })
  }

  private func tellOutcome() {
    guard let outcome = listening.outcome else { return }
    trace?.write("recorded", ["path": outcome.path?.string ?? "", "failed": outcome.hasFailed])
    if let close {
      self.close = nil
      if !outcome.hasFailed { return close() }
    }
    let toast = Toast(lines: outcome.text)
    if outcome.path != nil { toast.setButton(localized("Open"), action: Command.openTake.rawValue) }
    if outcome.hasFailed {
      toast.setTimeout(0)
      failure = toast
    }
    window.messages.show(toast)
  }

  private func chooseFolder() {
    FileDialog.folder(
      title: localized("Folder of Recordings"), parent: window.window, folder: Array(folder.string.utf8)
    ) { [weak self] file in
      guard let self, let path = file.filePath else { return }
      settings.set("record-folder", path.string)
      fillMenu()
    }
  }

  private func fillMenu() {
    let formats = Menu.section(
      TakeFormat.allCases.map {
        .action("_\($0.title)", Command.recordFormat.rawValue, target: $0.rawValue)
      }, title: localized("Format"))
    let place = Menu.section(
      [.action(Command.recordFolder.label, Command.recordFolder.rawValue)],
      title: localized("Into “\(folder.displayName)”"))
    // Words, and no command: the action does not exist.
    let amount = listening.gigabytesPerHour.map {
      let gigabytes = Numerals.shown(decimalText(($0 * 10).rounded() / 10))
      return Menu.section(
        [.action(localized("\(gigabytes) GB an Hour"), "win.none")],
        title: localized("Heard, and Kept Until Closed"))
    }
    bar?.setRecordMenu(amount.map { Menu(formats, place, $0) } ?? Menu(formats, place))
  }
}

extension StatusText {
  /// For a window that listens, before anything was heard.
  fileprivate static func waitingForSound(hasProblem: Bool) -> StatusText {
    StatusText(
      icon: "audio-input-microphone-symbolic",
      title: hasProblem ? localized("Nothing Is Heard") : localized("Listening…"),
      description: hasProblem
        ? localized("The line above says why.")
        : localized("The waveform appears with the first sound of the source."))
  }
}
