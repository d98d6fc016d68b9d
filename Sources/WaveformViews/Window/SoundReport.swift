// SoundReport.swift
// What is said when nothing can be heard any more, when it can again, and when the system pauses playback.

import GtkBridge
import WaveformModel

/// Tells of what becomes of the sound output.
@MainActor final class SoundReport {
  private let messages: Messages
  private let observer = ModelObserver()
  /// Stays for as long as the output is lost.
  private var lost: Toast?
  private var shownLosses = 0, shownSuspensions = 0

  init(_ diagram: DiagramViewModel, _ messages: Messages) {
    self.messages = messages
    observer.follow({ diagram.transport.sound }) { [weak self] in self?.show($0) }
  }

  private func show(_ sound: SoundState) {
    if let problem = sound.lostOutput {
      // Its button takes it away: when that came to nothing it is there again.
      if sound.lossCount != shownLosses {
        lost?.dismiss()
        lost = nil
      }
      shownLosses = sound.lossCount
      if lost == nil {
        let toast = Toast(problem.title)
        toast.setButton("Reconnect", action: Command.reconnectSound.rawValue)
        toast.setTimeout(0)
        lost = toast
        messages.show(toast)
      }
    } else if let toast = lost {
      toast.dismiss()
      lost = nil
      messages.say("Sound is back")
    }
    if sound.suspensionCount > shownSuspensions { messages.say("Paused by the system") }
    shownSuspensions = sound.suspensionCount
  }
}
