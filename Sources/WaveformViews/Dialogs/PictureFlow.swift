// PictureFlow.swift
// Pictures to keep, from a window: the dialog, the file, the clipboard, the printer. Drawn on another thread; the window
// stays usable.

import GtkBridge
import HostIO
import SystemPackage
import WaveformDrawing
import WaveformModel

/// The pictures of a window.
@MainActor final class PictureFlow {
  private let diagram: DiagramViewModel
  private let window: Window
  private let messages: Messages
  private let trace: Trace?
  private let worker = BackgroundWorker()
  private var dialog: PictureDialog?
  /// Those of the last picture.
  private var choices = PictureViewModel.Choices()
  private var written: FilePath?
  /// Waits for the measures of a picture that is to be copied.
  private var copying: ModelObserver?

  init(_ diagram: DiagramViewModel, _ actions: CommandActions, _ contents: WindowContents, _ trace: Trace?) {
    self.diagram = diagram
    window = contents.window
    messages = contents.messages
    self.trace = trace
    actions.add(.exportPicture) { [weak self] in self?.ask() }
    actions.add(.copyPicture) { [weak self] in self?.copy() }
    actions.add(.showPicture) { [weak self] in
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
    let name = model.suggestedName { name in
      FileState(of: folder.appending(name)) != nil
    }
    let inputs = model.inputs, format = model.choices.format
    FileDialog.save(
      title: "Export Picture", parent: window, name: name, folder: folder.bytes
    ) { [weak self] file in
      guard let self else { return }
      guard var path = file.filePath else { return messages.show("Choose a place on this computer.") }
      // The name decides when it says a format; else it gets the ending of the one that was chosen.
      let named = FigureFormat(fileExtension: path.extension)
      if named == nil {
        path = FilePath(path.string + "." + format.rawValue)
        guard FileState(of: path) == nil else {
          return messages.show("“\(path.displayName)” exists already: choose another name.")
        }
      }
      write(order, as: named ?? FigureFormat(rawValue: format.rawValue) ?? .png, to: path, notOver: inputs)
    }
  }

  private func write(
    _ order: PictureOrder, as format: FigureFormat, to path: FilePath, notOver inputs: [FilePath]
  ) {
    worker.run { [weak self] in
      var problem: String?
      var losses: [String] = []
      do {
        try OutputFile(path, notOver: inputs).write(order.picture { losses.append($0) }.bytes(format))
      } catch let error as DrawingError {
        problem = "“\(path.displayName)” was not written: \(error.message)"
      } catch let error as AudioFileError {
        problem = error.message
      } catch {
        problem = "“\(path.displayName)” could not be written."
      }
      Task { @MainActor [problem, losses] in self?.wrote(path, problem, losses) }
    }
  }

  private func wrote(_ path: FilePath, _ problem: String?, _ losses: [String]) {
    if let problem { return fail(problem) }
    written = path
    let text = "The picture is in “\(path.displayName)”."
    let toast = losses.isEmpty ? Toast(text) : Toast(lines: ([text] + losses).joined(separator: " "))
    toast.setButton("Show in Files", action: Command.showPicture.rawValue)
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
      case .impossible(let why): self?.fail("The picture was not copied: \(why)")
      }
      self?.copying = nil
    }
  }

  /// PNG for those who paste pixels, SVG for those who draw; each made when it is asked for.
  private func copy(_ model: PictureViewModel) {
    let order = PictureOrder(model), worker = worker
    OfferedContent(["image/png", "image/svg+xml"], kept: ["image/png"]) { type in
      await withCheckedContinuation { continuation in
        worker.run {
          let format: FigureFormat = type == "image/png" ? .png : .svg
          let result = Result { () throws(DrawingError) in try order.picture().bytes(format) }
          switch result {
          case .success(let bytes): continuation.resume(returning: .bytes(bytes))
          case .failure(let error): continuation.resume(returning: .failure(error.message))
          }
        }
      }
    }.copy(from: window)
    trace?.write("picture-copied")
    messages.show("The picture has been copied.")
  }

  private func print(_ model: PictureViewModel) {
    let order = PictureOrder(model)
    worker.run { [weak self] in
      do throws(DrawingError) {
        // Made here, and from here on only the main thread's.
        nonisolated(unsafe) let picture = try order.picture()
        Task { @MainActor in self?.print(picture) }
      } catch {
        Task { @MainActor in self?.fail("The picture was not printed: \(error.message)") }
      }
    }
  }

  private func print(_ picture: FigurePicture) {
    trace?.write("picture-printing")
    PrintOperation.print(
      name: picture.title, over: window, width: Double(picture.size.logicalWidth),
      height: Double(picture.size.logicalHeight), draw: { picture.paint(in: $0) },
      failed: { [weak self] in
        self?.fail(
          "The picture was not printed: the printer, or the file in its place, could not be written to. Look at the "
            + "printer's queue and its settings, or export a PDF.")
      })
  }

  private func fail(_ text: String) {
    messages.show(Toast(lines: text))
    trace?.write("picture-failed")
  }
}
