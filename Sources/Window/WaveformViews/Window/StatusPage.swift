// StatusPage.swift
// The words of the window (titles, subtitles, status page), and the page that it shows while there is no
// diagram.

import GtkBridge
import HostIO
import Localization
import Resources
import WaveformCore
import WaveformModel

/// A title, a description, and buttons for what can be done.
@MainActor final class StatusPage {
  let page: Widget
  private let button: Widget, rawButton: Widget, listenButton: Widget
  private let opening: WindowFigure, openingBox: BoxWidget

  init(trace: Trace?) {
    let builder = Builder(Resources.status)
    page = builder.get("status")
    button = builder.get("status_button")
    rawButton = builder.get("status_raw_button")
    listenButton = builder.get("status_listen_button")
    openingBox = builder.get("opening_box", as: BoxWidget.self)
    opening = WindowFigure(
      "opening", in: openingBox, size: (240, 96), lineWidth: 3, pace: .display, trace: trace)
    opening.motion = { .activity(after: $0) }
  }

  func show(_ text: StatusText) {
    page.set("icon-name", text.icon.isEmpty ? nil : text.icon)
    page.set("title", text.title)
    page.set("description", escapeMarkup(text.description))
    button.set("label", text.button)
    button.isVisible = !text.button.isEmpty
    openingBox.isVisible = text.isBusy
    opening.isActive = text.isBusy
    rawButton.isVisible = text.offersRaw
    listenButton.isVisible = text.offersListening
  }
}

/// The text of the status page.
package struct StatusText: Equatable {
  let icon: String
  let title: String
  let description: String
  let button: String
  /// True when the file may be samples without a header.
  var offersRaw = false
  /// True when there is nothing that would be given up for what can be heard.
  var offersListening = false
  /// True while the program is busy with what the page says.
  var isBusy = false

  /// For a window without a recording.
  static func empty(offersListening: Bool) -> StatusText {
    StatusText(
      icon: "org.barline.Barline-symbolic", title: localized("No Recording Open"),
      description: localized(
        "Choose a sound or a video, drop it here, or listen to a microphone or an output."),
      button: localized("Open a Recording…"), offersListening: offersListening)
  }

  /// For a file that takes a while to open.
  static func opening(_ name: String) -> StatusText {
    StatusText(
      icon: "", title: localized("Opening…"), description: localized("Looking for the sound in “\(name)”."),
      button: "",
      isBusy: true)
  }

  /// For a recording that cannot be shown: which one, why, and what can be done.
  static func failure(_ error: AudioFileError) -> StatusText {
    StatusText(
      icon: "dialog-warning-symbolic", title: title(for: error.code),
      description: error.message + "\n" + error.advice, button: localized("Open Another…"),
      offersRaw: error.code == .unknownFormat)
  }

  /// For a file on another machine that has no local path.
  static func remote(_ name: String) -> StatusText {
    warning(
      localized("Not on This Computer"),
      localized("“\(name)” is not a local file. Copy it to this computer, then open the copy."))
  }

  /// For a file that shows nothing: why, and what can be done.
  package static func warning(_ title: String, _ description: String) -> StatusText {
    StatusText(
      icon: "dialog-warning-symbolic", title: title, description: description,
      button: localized("Open Another…"))
  }

  private static func title(for code: AudioFileError.Code) -> String {
    switch code {
    case .notFound: localized("File Not Found")
    case .isFolder: localized("This Is a Folder")
    case .notARegularFile: localized("Not a File")
    case .noPermission: localized("No Permission")
    case .emptyFile: localized("The File Is Empty")
    case .unknownFormat: localized("Not a Known Sound")
    case .unsupportedFormat: localized("Format Not Supported")
    case .needsFFmpeg: localized("FFmpeg Is Needed")
    case .incompleteInstallation: localized("Part of Barline Is Missing")
    case .noLock: localized("This System Cannot Lock the Decoder")
    case .noSuchTrack: localized("No Such Track")
    case .noAudio: localized("No Sound in It")
    case .noNoise: localized("No Noise to Go By")
    case .damaged: localized("The File Is Damaged")
    case .readFailed: localized("The File Cannot Be Read")
    case .writeFailed: localized("The File Cannot Be Written")
    case .noSpace: localized("No Room on the Disk")
    case .outOfMemory: localized("Not Enough Memory")
    case .tooManyOpenFiles: localized("Too Many Open Files")
    case .linksInACircle: localized("Links in a Circle")
    }
  }
}

extension StatusText {
  /// For a page without buttons.
  package init(icon: String, title: String, description: String) {
    self.init(icon: icon, title: title, description: description, button: "")
  }
}

extension PlotViewModel {
  /// Format, rate, channels and length in one line; empty while nothing is known.
  var summary: String {
    guard let description else { return "" }
    let shape = SoundShape(sampleRate: sampleRate, channels: channels, length: isComplete ? length : nil)
    return "\(description.formatText) · \(shape.text)"
  }
}
