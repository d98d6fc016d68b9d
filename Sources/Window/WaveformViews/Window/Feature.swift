// Feature.swift
// What a window can besides showing, zooming and playing it has from features: modules of their own, which the program
// lists. Without one, nothing else is missing. What stands here names none of them, but for what the program itself asks
// a window for: to compare, and to open projects.

import GtkBridge
import Playback
import SystemPackage
import WaveformModel

/// A feature of the program. One object serves all windows.
@MainActor package protocol Feature: AnyObject {
  init()

  /// Adds to a window that has just been made what the feature brings: its commands, each with its condition, its panels,
  /// and what follows the model.
  func part(of window: WindowParts) -> FeaturePart

  /// Adds to the program, which is starting up, what belongs to no recording: commands, and windows of the feature's own.
  ///
  /// - Returns: nil when there is nothing.
  func part(of program: ProgramParts) -> ProgramPart?

  /// Begins to read what the feature will show, while the toolkit is still starting up.
  ///
  /// - Returns: false when it is not for this feature.
  func readEarly(_ path: FilePath, _ settings: Settings) -> Bool

  /// An option of the command line that says what is begun in place of files; nil: the feature has none.
  static var startOption: StartOption? { get }
}

extension Feature {
  package func part(of window: WindowParts) -> FeaturePart { FeaturePart() }
  package func part(of program: ProgramParts) -> ProgramPart? { nil }
  package func readEarly(_ path: FilePath, _ settings: Settings) -> Bool { false }
  package static var startOption: StartOption? { nil }
}

/// An option with which the program begins something that is in no file.
package struct StartOption: Sendable {
  /// Without the dashes.
  package let name: String
  /// What it does, for who asks for help.
  package let summary: String

  package init(_ name: String, summary: String) {
    self.name = name
    self.summary = summary
  }
}

/// What a feature has added to one window. It lives as long as the window.
@MainActor package struct FeaturePart {
  private let objects: [AnyObject]
  /// What is asked before the window closes; nil: nothing would be lost.
  package var closingQuestion: @MainActor () -> ClosingQuestion? = { nil }
  /// What is asked after all other questions, because its answer stops something for good: nothing is to be stopped for a
  /// window that then stays; nil: nothing would be stopped.
  package var stoppingQuestion: @MainActor () -> ClosingQuestion? = { nil }
  /// Forgets the recording: another one is about to be opened.
  package var forget: @MainActor () -> Void = {}
  /// Ends with the window, without waiting for anything.
  package var close: @MainActor () -> Void = {}
  /// Takes over what the preferences have changed.
  package var adoptSettings: @MainActor () -> Void = {}
  /// Takes files that were dropped and that belong to the recording which is shown, and returns the others.
  package var take: @MainActor ([FileReference]) -> [FileReference] = { $0 }
  /// Compares the first two waveforms, or shows what is compared already; nil: the feature does not compare.
  ///
  /// `isStep` is false when it belongs to the opening of both, which is not undone.
  package var compareFirst: (@MainActor (_ isStep: Bool) -> Void)?
  /// Adds a waveform, compares the recording with it, and shows that; nil: the feature does not compare.
  package var compareWith: (@MainActor (PlotViewModel) -> Void)?
  /// Asks in passing whether another recording, which was opened at the same time, is to be compared with this one, and
  /// calls what it is given when it is; nil: the feature does not compare.
  package var offerToCompare: (@MainActor (_ compare: @escaping @MainActor () -> Void) -> Void)?
  /// The project of the window; nil: the feature opens none.
  package var project: (any WindowProject)?

  /// - Parameter objects: kept until the window has gone.
  package init(keeping objects: AnyObject...) { self.objects = objects }
}

/// What a feature may use of a window.
@MainActor package struct WindowParts {
  package let application: Application
  package let window: Window
  package let diagram: DiagramViewModel
  package let view: DiagramView
  package let actions: CommandActions
  /// The bar below the diagram, and in it the time of the playhead.
  package let bar: (widget: Widget, time: Widget)
  package let messages: Messages
  /// The place beside the diagram.
  package let panels: PanelPlace
  /// Opens the menus of what a feature shows.
  package let menus: ContextMenus
  /// A container with a layout of its own, over the diagram, for popovers about what is shown there.
  package let popoverHost: Widget
  package let settings: Settings
  /// Nil: nothing is traced.
  package let trace: Trace?
  /// What is open; nil: nothing, or something that is in no file.
  package let file: @MainActor () -> FileReference?
  /// True when the window shows a project that has a file.
  package let isProject: @MainActor () -> Bool
  /// The waveform that commands are about: the one whose menu is open, else the one that has the focus.
  package let subject: @MainActor () -> PlotViewModel?
  /// Shows a recording, which is read as its model says, in place of what is shown.
  package let open: @MainActor (FileReference, PlotViewModel) -> Void
  /// Opens files, each in a window of its own.
  package let openFiles: @MainActor ([FileReference]) -> Void
  /// The place of bars above everything else, below the header bar.
  package let top: BoxWidget
  /// Adds a row above the diagram, below the notices about it.
  package let addRow: @MainActor (Widget) -> Void
  /// What the selection is dragged out of the window by, beside its length; not to be seen unless a feature shows it.
  package let handles: [Widget]
  /// Shows words in place of the diagram, below a title.
  package let showWords: @MainActor (_ title: String, StatusText) -> Void
  /// Takes out what is shown, as something else is about to be.
  package let empty: @MainActor () -> Void
  /// To be called when something has begun to come that is in no file.
  package let begun: @MainActor () -> Void

  /// The condition of commands that need a recording which is shown.
  package var hasRecording: @MainActor () -> Bool {
    { [weak diagram] in diagram?.navigation.destination != nil }
  }
}

/// What a feature may use of the program.
@MainActor package struct ProgramParts {
  package let application: Application
  /// The commands that belong to no window.
  package let actions: CommandActions
  package let settings: Settings
  /// Nil: nothing is traced.
  package let trace: Trace?
  package let makePlayer: @MainActor () -> any Player
  /// Opens files, each in a window of its own.
  package let open: @MainActor ([FileReference]) -> Void
  /// To be called when something of the feature begins to be heard: recordings pause, unless several are to be heard.
  package let pauseRecordings: @MainActor () -> Void
  /// The window that is in use; nil: there is none.
  package let front: @MainActor () -> Window?
  /// A window that shows nothing, for what is to be shown in it; it has to be presented then.
  package var emptyWindow: @MainActor () -> (window: Window, diagram: DiagramViewModel)? = { nil }
}

/// What a feature has added to the program: windows that show no recording, and what it asks before the program quits.
@MainActor package struct ProgramPart {
  /// Shows a file or a folder; false: it is not for this feature.
  package var open: @MainActor (FilePath) -> Bool = { _ in false }
  /// Shows several files as a list; nil: the feature has no list.
  package var list: (@MainActor ([FilePath]) -> Void)?
  /// Stops what is heard of it.
  package var pause: @MainActor () -> Void = {}
  /// Its window that is in use, or else, if `isActive` is false, any of them.
  package var front: @MainActor (_ isActive: Bool) -> Window? = { _ in nil }
  /// Closes its windows.
  package var closeAll: @MainActor () -> Void = {}
  /// What is asked once before all windows close, and over which one, rather the one that is in use; nil: nothing. What
  /// else would be lost each window asks by itself.
  package var quittingQuestion: @MainActor (_ front: Window?) -> (question: ClosingQuestion, over: Window)? =
    { _ in nil }
  /// Begins what an option of the command line asks for, with the word that stands there in place of files; false: the
  /// option is not of this feature.
  package var begin: @MainActor (_ option: String, _ word: String?) -> Bool = { _, _ in false }
  /// Waits, when the last window has closed, until nothing would be lost.
  package var finish: @MainActor () -> Void = {}

  package init() {}
}
