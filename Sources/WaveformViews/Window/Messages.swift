// Messages.swift
// What a window tells its user in passing: short messages that need no answer, a notice above the diagram of
// what is wrong with the recording, and messages when sound is lost, comes back or is paused by the system.

import GtkBridge
import Playback
import Resources
import WaveformModel

/// What is said in passing.
@MainActor final class Messages {
  private let overlay: ToastOverlay
  /// The latest of those that give way to the next.
  private var short: Toast?

  init(_ overlay: ToastOverlay) { self.overlay = overlay }

  /// Says something for some seconds, after what is waiting to be said.
  func show(_ text: String) { overlay.show(text) }

  func show(_ toast: Toast) { overlay.add(toast) }

  /// Says something short; the latest only.
  func say(_ text: String) {
    short?.dismiss()
    let toast = Toast(text)
    toast.setTimeout(2)
    short = toast
    show(toast)
  }
}

/// A notice that slides in.
@MainActor final class NoticeBar {
  let revealer: Widget
  private let label: Widget

  init() {
    let builder = Builder(Resources.notice)
    revealer = builder.get("notice_revealer")
    label = builder.get("notice_label")
    builder.get("notice_close").connect("clicked") { [weak revealer] in
      revealer?.set("reveal-child", false)
    }
  }

  func show(_ lines: [String]) {
    label.set("label", lines.joined(separator: "\n"))
    revealer.set("reveal-child", true)
  }

  func hide() { revealer.set("reveal-child", false) }
}

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

extension AudioOutputError {
  /// What a toast says.
  var title: String {
    switch code {
    case .noServer: "No Sound Server"
    case .serverGone: "The Sound Server Has Ended"
    case .noDevice: "No Sound Device"
    case .refusedFormat: "Format Not Played Here"
    case .failed: "No Sound"
    }
  }
}
