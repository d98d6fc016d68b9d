// Feature.swift
// What a window can besides showing, zooming and playing it has from features: modules of their own, which the program
// lists. What stands here names none of them; without one, nothing else is missing.

import GtkBridge
import WaveformModel

/// A feature of the program. One object serves all windows.
@MainActor package protocol Feature: AnyObject {
  init()

  /// Adds to a window that has just been made what the feature brings: its commands, each with its condition, its panels,
  /// and what follows the model.
  func part(of window: WindowParts) -> FeaturePart
}

/// What a feature has added to one window. It lives as long as the window.
@MainActor package struct FeaturePart {
  private let objects: [AnyObject]
  /// What is asked before the window closes; nil: nothing would be lost.
  package var closingQuestion: @MainActor () -> ClosingQuestion? = { nil }
  /// Forgets the recording: another one is about to be opened.
  package var forget: @MainActor () -> Void = {}
  /// Ends with the window, without waiting for anything.
  package var close: @MainActor () -> Void = {}

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
  package let messages: Messages
  package let settings: Settings
  /// Nil: nothing is traced.
  package let trace: Trace?
  /// What is open; nil: nothing, or something that is in no file.
  package let file: @MainActor () -> FileReference?
}
