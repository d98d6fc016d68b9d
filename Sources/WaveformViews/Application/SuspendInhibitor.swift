// SuspendInhibitor.swift
// While something plays, the computer does not suspend itself.

import GtkBridge
import WaveformModel

/// Keeps the desktop from suspending while one window plays.
@MainActor final class SuspendInhibitor {
  private let application: Application
  private let observer = ModelObserver()
  private var inhibition: Application.Inhibition?

  init(application: Application, window: Window, diagram: DiagramViewModel) {
    self.application = application
    observer.follow({ diagram.isPlaying }) { [weak self, weak window] isPlaying in
      guard let self else { return }
      if let inhibition { application.end(inhibition) }
      inhibition =
        isPlaying
        ? window.flatMap { application.inhibitSuspend(for: $0, because: "A recording is played") }
        : nil
    }
  }

  isolated deinit { if let inhibition { application.end(inhibition) } }
}
