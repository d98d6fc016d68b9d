// Messages.swift
// What a window tells its user in passing: short messages that need no answer, a notice above the diagram of
// what is wrong with the recording, and messages when sound is lost, comes back or is paused by the system.

import GtkBridge
import Localization
import Playback
import Resources
import WaveformModel

/// Short messages that need no answer.
@MainActor package final class Messages {
  private let overlay: ToastOverlay
  /// The latest message of `say`, and its end.
  private var short: Toast?
  private let end = Timer()

  private static let seconds = 2

  package init(_ overlay: ToastOverlay) { self.overlay = overlay }

  /// Shows a message for some seconds, after those that are waiting.
  package func show(_ text: String) { overlay.show(text) }

  package func show(_ toast: Toast) { overlay.add(toast) }

  /// Shows a short message, which takes the place of the last one without a move.
  package func say(_ text: String) {
    if let short, !short.isDismissed {
      short.setText(text)
    } else {
      let toast = Toast(text)
      toast.setTimeout(0)
      short = toast
      show(toast)
    }
    end.schedule(after: Double(Self.seconds)) { [weak self] in
      guard let short = self?.short else { return }
      // Behind another message its time begins when it is shown.
      if short.isWaiting { short.setTimeout(Self.seconds) } else { short.dismiss() }
    }
  }
}

/// A notice that slides in; it can be read, copied and closed. Its buttons are the actions `win.show-damage` and
/// `win.reload`.
@MainActor final class NoticeBar {
  let revealer: Widget
  private let label: Widget, place: Widget, reload: Widget

  init() {
    let builder = Builder(Resources.notice)
    revealer = builder.get("notice_revealer")
    label = builder.get("notice_label")
    place = builder.get("notice_show")
    reload = builder.get("notice_reload")
    builder.get("notice_close").connect("clicked") { [weak revealer] in
      revealer?.set("reveal-child", false)
    }
  }

  /// - Parameters:
  ///   - offersPlace: true where there is a place to go to.
  ///   - offersReload: true where another reading may go better.
  func show(_ lines: [String], offersPlace: Bool, offersReload: Bool) {
    label.set("label", lines.joined(separator: "\n"))
    place.isVisible = offersPlace
    reload.set("visible", offersReload)
    revealer.set("reveal-child", true)
  }

  func hide() { revealer.set("reveal-child", false) }
}

/// Tells when the sound output is lost, comes back, or is suspended.
@MainActor final class SoundReport {
  private let messages: Messages
  private let observer = ModelObserver()
  /// Stays while the output is lost.
  private var lost: Toast?
  private var shownLosses = 0, shownSuspensions = 0

  init(_ diagram: DiagramViewModel, _ messages: Messages) {
    self.messages = messages
    observer.follow({ diagram.transport.sound }) { [weak self] in self?.show($0) }
  }

  private func show(_ sound: SoundState) {
    if let problem = sound.lostOutput {
      // Its button dismisses the toast: show it again when reconnecting has failed.
      if sound.lossCount != shownLosses {
        lost?.dismiss()
        lost = nil
      }
      shownLosses = sound.lossCount
      if lost == nil {
        let toast = Toast(problem.title)
        toast.setButton(localized("Reconnect"), action: Command.reconnectSound.rawValue)
        toast.setTimeout(0)
        lost = toast
        messages.show(toast)
      }
    } else if let toast = lost {
      toast.dismiss()
      lost = nil
      messages.say(localized("Sound is back"))
    }
    if sound.suspensionCount > shownSuspensions { messages.say(localized("Paused by the system")) }
    shownSuspensions = sound.suspensionCount
  }
}

extension AudioOutputError {
  /// The text of a toast, which has room for a few words; the volume popover shows the whole sentence of the
  /// error.
  var title: String {
    switch code {
    case .noServer: localized("No Sound Server")
    case .serverGone: localized("The Sound Server Has Ended")
    case .noDevice: localized("No Sound Device")
    case .refusedFormat: localized("Format Not Played Here")
    case .failed: localized("No Sound")
    }
  }
}
