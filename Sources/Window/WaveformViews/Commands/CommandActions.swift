// CommandActions.swift
// The actions of a window or of the application, made from the table of commands, and which of them make
// sense now. Handlers must not hold their model: a window whose actions do is not freed.

import GtkBridge
import WaveformCore
import WaveformModel

/// The actions for the commands of a window or of the application.
@MainActor package final class CommandActions {
  /// Told of every command that is carried out; nil: nobody wants to know.
  static var onCommand: (@MainActor (Command) -> Void)?

  private let owner: NativeObject
  private var actions: [Command: NamedAction] = [:]
  private let observer = ModelObserver()

  /// - Parameter owner: the owner of the actions: a window for `win.`, the application for `app.`.
  package init(of owner: NativeObject) { self.owner = owner }

  package func add(_ command: Command, _ body: @escaping @MainActor () -> Void) {
    actions[command] = owner.addAction(command.name) {
      Self.onCommand?(command)
      body()
    }
  }

  /// Adds a command that makes sense now and then.
  ///
  /// - Parameter condition: see `enable`.
  package func add(
    _ command: Command, when condition: @escaping @MainActor () -> Bool,
    _ body: @escaping @MainActor () -> Void
  ) {
    add(command, body)
    enable(command, when: condition)
  }

  /// Enables a command that has been added whenever it makes sense.
  ///
  /// - Parameter condition: reads the model; must not keep the window alive.
  package func enable(_ command: Command, when condition: @escaping @MainActor () -> Bool) {
    observer.follow(condition) { [weak self] in self?.actions[command]?.isEnabled = $0 }
  }

  /// Adds a command that changes a model.
  func add(
    _ command: Command, on diagram: DiagramViewModel, _ body: @escaping @MainActor (DiagramViewModel) -> Void
  ) {
    add(command) { [weak diagram] in diagram.map(body) }
  }

  /// Adds a command with a text as its parameter.
  package func addText(_ command: Command, _ body: @escaping @MainActor (String) -> Void) {
    actions[command] = owner.addTextAction(command.name) { Self.told(command, $0, body) }
  }

  /// Adds a choice between texts, for radio items. `body` is called with the chosen text.
  package func addChoice(
    _ command: Command, state: String = "", _ body: @escaping @MainActor (String) -> Void
  ) {
    actions[command] = owner.addChoice(command.name, state: state) { Self.told(command, $0, body) }
  }

  /// Adds a switch. Only `setState` changes what it shows.
  func addToggle(_ command: Command, isOn: Bool = false, _ body: @escaping @MainActor (Bool) -> Void) {
    actions[command] = owner.addToggle(command.name, isOn: isOn) { Self.told(command, $0, body) }
  }

  private static func told<Value>(_ command: Command, _ value: Value, _ body: @MainActor (Value) -> Void) {
    onCommand?(command)
    body(value)
  }

  /// Shows `text` as the chosen one.
  package func setState(_ command: Command, _ text: String) { actions[command]?.setState(text) }

  /// Shows a switch on or off.
  func setState(_ command: Command, _ isOn: Bool) { actions[command]?.setState(isOn) }

  /// Enables the commands that make sense now, and disables the others.
  func enable(by abilities: Abilities) {
    for (command, action) in actions {
      if let condition = command.condition { action.isEnabled = condition(abilities) }
    }
  }

  /// The commands that have an action: for tests.
  var commands: Set<Command> { Set(actions.keys) }

  /// Those of them that make sense now: for tests.
  var enabled: Set<Command> { Set(actions.filter(\.value.isEnabled).keys) }
}

/// Which commands make sense now. Compared as a whole, so that actions are touched only when it changes.
struct Abilities: Equatable, Sendable {
  let canLeaf: Bool, canReload: Bool, hasRecording: Bool
  let hasSelection: Bool, canUndo: Bool, canRedo: Bool
  let canZoomIn: Bool, canZoomOut: Bool, canZoomToSelection: Bool, canZoomToSamples: Bool
  let canGoBack: Bool, canGoForward: Bool
  let drawsBars: Bool, drawsEnvelope: Bool, drawsDecibels: Bool, canResetGains: Bool
  let drawsSpectra: Bool, hasFrequencyRange: Bool
  let hasTimeOfDay: Bool, hasDamage: Bool, hasMarks: Bool
  let canChooseSound: Bool

  @MainActor init(_ diagram: DiagramViewModel) {
    // What is heard is in no folder, and several waveforms that were put together are not exchanged for another file.
    canLeaf = !diagram.live.isOn && diagram.plots.count { !$0.isComputed } == 1
    // A function is in no file.
    canReload = diagram.plots.first(where: \.hasFile).map { $0.change != .deleted } ?? false
    let view = diagram.navigation.destination
    hasRecording = view != nil
    hasSelection = diagram.selection?.isEmpty == false
    canUndo = diagram.lanes.undoChange != nil
    canRedo = diagram.lanes.redoChange != nil
    canZoomIn = view?.isFinest == false
    canZoomOut = view?.isWhole == false
    canZoomToSelection = hasSelection || diagram.navigation.canLeaveSelectionZoom
    canZoomToSamples = view.map { $0.framesPerPixel != max(min(1, $0.coarsest), $0.finest) } ?? false
    canGoBack = diagram.navigation.canGoBack
    canGoForward = diagram.navigation.canGoForward
    let styles = Set(diagram.plots.map(diagram.lanes.style) + [diagram.look.style])
    drawsBars = styles.contains(where: \.isBars)
    drawsEnvelope = styles.contains(.envelope)
    drawsSpectra = styles.contains(where: \.showsSpectrogram)
    hasFrequencyRange = drawsSpectra && diagram.look.spectrogram.range != nil
    drawsDecibels = diagram.look.amplitude.unit == .decibels
    canResetGains = diagram.lanes.canResetGains
    canChooseSound = diagram.canChooseSound
    hasMarks = !diagram.marks.isEmpty
    hasTimeOfDay = diagram.timeOfDay != nil
    hasDamage = hasRecording && !diagram.damage.isEmpty
  }
}
