// PictureFlow.swift
// Pictures to keep, from a window: the dialog, the file, the clipboard, the printer. Drawn on another thread; the window
// stays usable.

import GtkBridge
import HostIO
import Localization
import SystemPackage
import WaveformDrawing
import WaveformModel
import WaveformViews

/// The pictures of a window.
@MainActor final class PictureFlow {
  private let diagram: DiagramViewModel
  private let window: Window
  private let messages: Messages
  private let trace: Trace?
  private let question: SaveQuestion
  private let worker = BackgroundWorker()
  private var dialog: PictureDialog?
  /// Those of the last picture.
  private var choices = PictureViewModel.Choices()
  private var written: FilePath?
  /// Waits for the measures of a picture that is to be copied.
  private var copying: ModelObserver?

  init(_ parts: WindowParts) {
    diagram = parts.diagram
    window = parts.window
    messages = parts.messages
    question = SaveQuestion(over: window, messages)
    trace = parts.trace
    parts.actions.add(.exportPicture, when: parts.hasRecording) { [weak self] in self?.ask() }
    parts.actions.add(.copyPicture, when: parts.hasRecording) { [weak self] in self?.copy() }
    parts.actions.add(.showPicture) { [weak self] in
      if let path = self?.written { DesktopFiles.show(FileReference(path)) }
    }
  }

  func close() { dialog?.close() }

  private func ask() {
    guard dialog == nil, let model = PictureViewModel(diagram, choices: choices) else { return }
    let dialog = PictureDialog(
      model, trace,
      done: { [weak self] action in
        guard let self else { return }
        self.choices = model.choices
        switch action {
        case .export: self.askWhere(model)
        case .copy: self.copy(model)
        case .print: self.print(model)
        }
      }, closed: { [weak self] in self?.dialog = nil })
    self.dialog = dialog
    dialog.present(over: window)
    trace?.write("picture-dialog", ["format": model.choices.format.rawValue])
  }

  // MARK: File

  private func askWhere(_ model: PictureViewModel) {
    let order = PictureOrder(model)
    let folder = written?.removingLastComponent() ?? model.folder ?? FilePath(DesktopFiles.musicFolder)
    let inputs = model.inputs, format = model.choices.format
    question.ask(localized("Export Picture"), model.newName, in: folder) { [weak self] path in
      // The name decides when it says a format; else it gets the ending of the one that was chosen.
      let named = FigureFormat(fileExtension: path.extension)
      let whole = named == nil ? FilePath(path.string + "." + format.rawValue) : path
      self?.write(
        order, as: named ?? FigureFormat(rawValue: format.rawValue) ?? .png, to: whole, notOver: inputs,
        isNew: named == nil)
    }
  }

  private func write(
    _ order: PictureOrder, as format: FigureFormat, to path: FilePath, notOver inputs: [FilePath],
    isNew: Bool
  ) {
    worker.run { [weak self] in
      var problem: String?
      var losses: [String] = []
      do {
        try OutputFile(path, notOver: inputs, isNew: isNew).write(
          order.picture { losses.append($0) }.bytes(format))
      } catch let error as DrawingError {
        problem = localized("“\(path.displayName)” was not written: \(error.message)")
      } catch let error as AudioFileError {
        problem = error.message
      } catch {
        problem = localized("“\(path.displayName)” could not be written.")
      }
      Task { @MainActor [problem, losses] in self?.wrote(path, problem, losses) }
    }
  }

  private func wrote(_ path: FilePath, _ problem: String?, _ losses: [String]) {
    if let problem { return fail(problem) }
    written = path
    let text = localized("The picture is in “\(path.displayName)”.")
    let toast = losses.isEmpty ? Toast(text) : Toast(lines: ([text] + losses).joined(separator: " "))
    toast.setButton(localized("Show in Files"), action: Command.showPicture.rawValue)
    messages.show(toast)
    trace?.write("picture-exported", ["file": path.string])
  }

  // MARK: Clipboard and printer

  /// Copies what is seen at this moment, as soon as it has been measured.
  private func copy() {
    guard let model = PictureViewModel(diagram, choices: choices) else { return }
    let observer = ModelObserver()
    copying = observer
    model.measure()
    observer.follow({ model.readiness }) { [weak self] in
      switch $0 {
      case .measuring: return
      case .ready: self?.copy(model)
      case .impossible(let why): self?.fail(localized("The picture was not copied: \(why)"))
      }
      self?.copying = nil
    }
  }

  /// A picture, and what is missing in it. It is used by one thread at a time.
  private struct Drawn: @unchecked Sendable {
    let picture: FigurePicture, losses: [String]
  }

  private typealias Drawing = Task<Result<Drawn, DrawingError>, Never>

  private func draw(_ order: PictureOrder) -> Drawing {
    Drawing { [worker] in
      await withCheckedContinuation { continuation in
        let isStarted = worker.run {
          continuation.resume(
            returning: Result { () throws(DrawingError) in
              var losses: [String] = []
              let picture = try order.picture { losses.append($0) }
              return Drawn(picture: picture, losses: losses)
            })
        }
        if !isStarted {
          continuation.resume(
            returning: .failure(
              DrawingError(.outOfMemory, localized("There is no memory to draw the picture."))))
        }
      }
    }
  }

  /// PNG for those who paste pixels, SVG for those who draw; each is encoded when it is asked for. What is drawn is the
  /// picture of this moment.
  private func copy(_ model: PictureViewModel) {
    let drawing = draw(PictureOrder(model)), worker = worker
    OfferedContent(["image/png", "image/svg+xml"], kept: ["image/png"]) { type in
      let result = await drawing.value
      return await withCheckedContinuation { continuation in
        worker.run {
          do throws(DrawingError) {
            let bytes = try result.get().picture.bytes(type == "image/png" ? .png : .svg)
            continuation.resume(returning: .bytes(bytes))
          } catch {
            continuation.resume(returning: .failure(error.message))
          }
        }
      }
    }.copy(from: window)
    Task { [weak self] in
      let result = await drawing.value
      self?.copied(result)
    }
  }

  private func copied(_ result: Result<Drawn, DrawingError>) {
    switch result {
    case .failure(let error): fail(localized("The picture was not copied: \(error.message)"))
    case .success(let drawn):
      trace?.write("picture-copied")
      let text = localized("The picture has been copied.")
      messages.show(
        drawn.losses.isEmpty ? Toast(text) : Toast(lines: ([text] + drawn.losses).joined(separator: " ")))
    }
  }

  private func print(_ model: PictureViewModel) {
    let drawing = draw(PictureOrder(model))
    Task { [weak self] in
      let result = await drawing.value
      self?.print(result)
    }
  }

  private func print(_ result: Result<Drawn, DrawingError>) {
    switch result {
    case .failure(let error): fail(localized("The picture was not printed: \(error.message)"))
    case .success(let drawn):
      trace?.write("picture-printing")
      if !drawn.losses.isEmpty { messages.show(Toast(lines: drawn.losses.joined(separator: " "))) }
      let picture = drawn.picture
      PrintOperation.print(
        name: picture.title, over: window, width: Double(picture.size.logicalWidth),
        height: Double(picture.size.logicalHeight), draw: { picture.paint(in: $0) },
        failed: { [weak self] in
          self?.fail(
            localized(
              """
              The picture was not printed: the printer, or the file in its place, could not be written to. Look at \
              the printer's queue and its settings, or export a PDF.
              """))
        })
    }
  }

  private func fail(_ text: String) {
    messages.show(Toast(lines: text))
    trace?.write("picture-failed")
  }
}
