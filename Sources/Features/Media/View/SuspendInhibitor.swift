// SuspendInhibitor.swift
// A computer that plays or records does not fall asleep. Main actor; lives as long as its window.

import GtkBridge
import Localization
import WaveformModel
import WaveformViews

/// Keeps the computer from suspending itself while a window plays.
@MainActor final class SuspendInhibitor {
  private let application: Application
  private let observer = ModelObserver()
  private var inhibition: Application.Inhibition?

  init(application: Application, window: Window, diagram: DiagramViewModel) {
    self.application = application
    observer.follow({
      diagram.live.isRecorded
        ? localized("Sound is recorded") : diagram.isPlaying ? localized("A recording is played") : nil
    }) {
      [weak self, weak window] reason in
      guard let self else { return }
      if let inhibition { application.end(inhibition) }
      inhibition = reason.flatMap { reason in
        window.flatMap { application.inhibitSuspend(for: $0, because: reason) }
      }
    }
  }

  isolated deinit { if let inhibition { application.end(inhibition) } }
}
