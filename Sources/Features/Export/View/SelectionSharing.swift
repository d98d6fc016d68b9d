// SelectionSharing.swift
// The selection on its way to other programs: copied, or dragged out of the window by the handle beside its length.

import GtkBridge
import HostIO
import Localization
import WaveformModel
import WaveformViews

/// Copies the selection and lets it be dragged.
@MainActor final class SelectionSharing {
  private let diagram: DiagramViewModel
  private let settings: Settings
  private let messages: Messages
  private let trace: Trace?
  private let observer = ModelObserver()

  /// - Parameter parts: the clipboard of their window is used.
  init(_ parts: WindowParts) {
    diagram = parts.diagram
    settings = parts.settings
    messages = parts.messages
    trace = parts.trace
    let window = parts.window, handles = parts.handles
    let hasSelection: @MainActor () -> Bool = { [weak diagram] in diagram?.selection?.isEmpty == false }
    parts.actions.add(.copy, when: hasSelection) { [weak self, weak window] in
      if let window { self?.copy(from: window) }
    }
    // A place that came and went would move the values beside it.
    observer.follow(hasSelection) { isThere in
      for handle in handles {
        handle.set("opacity", isThere ? 1.0 : 0)
        handle.set("sensitive", isThere)
      }
    }
    for handle in handles {
      _ = DragSource(on: handle, icon: "audio-x-generic") { [weak self] in self?.drag() }
    }
  }

  private var handout: SelectionHandout? {
    SelectionHandout(diagram, last: LastFormats(settings.string("export-formats", default: "")))
  }

  /// What is pasted is a text, a file or a sound, as the other program likes.
  private func copy(from widget: Widget) {
    guard let handout else { return }
    let text = OfferedContent.textTypes
    OfferedContent(text + OfferedContent.fileListTypes + Self.waveTypes, kept: text) { [weak self] type in
      if text.contains(type) { return .bytes(Array(handout.text.utf8)) }
      let isSound = Self.waveTypes.contains(type)
      return await self?.file(of: handout, isSound ? .wave : .likeRecording, isList: !isSound)
        ?? .failure(localized("The window is closed."))
    }.copy(from: widget)
    trace?.write("copied", ["text": handout.text])
    messages.say(localized("The selection has been copied."))
  }

  private static let waveTypes = ["audio/x-wav", "audio/wav"]

  private func drag() -> OfferedContent? {
    guard let handout else { return nil }
    trace?.write("drag-out")
    return OfferedContent(OfferedContent.fileListTypes) { [weak self] _ in
      await self?.file(of: handout, .likeRecording, isList: true)
        ?? .failure(localized("The window is closed."))
    }
  }

  /// The file that somebody asked for, or a list with its name; what is missing in it is told here.
  private func file(
    of handout: SelectionHandout, _ form: SelectionHandout.Form, isList: Bool
  ) async -> OfferedContent.Answer {
    do throws(AudioFileError) {
      let written = try await handout.file(form)
      if !written.losses.isEmpty { messages.show(Toast(lines: written.losses.joined(separator: " "))) }
      let file = FileReference(written.path)
      trace?.write("handed-out", ["file": file.uri])
      return isList ? .bytes(Array((file.uri + "\r\n").utf8)) : .file(file)
    } catch {
      messages.show(Toast(lines: error.message))
      return .failure(error.message)
    }
  }
}
