// SelectionHandout.swift
// The selection for other programs: as text, and as a sound file that is written when somebody asks for it. What is
// given is the selection of the moment at which it was copied or dragged, whatever is selected afterwards.

import AudioExport
import AudioFormats
import HostIO
import Localization
import SystemPackage
import WaveformCore
import WaveformModel

/// A selection that is on the clipboard or being dragged.
@MainActor final class SelectionHandout {
  /// What kind of file somebody wants.
  enum Form: Hashable, Sendable {
    /// In the format of the recording, as an export would choose it.
    case likeRecording
    /// A WAV that holds the very samples.
    case wave
  }

  /// A file that was written.
  struct Written: Equatable, Sendable {
    let path: FilePath
    /// Sentences of one line each about what is missing in it.
    let losses: [String]
  }

  /// Start, end and length as they are shown, and channels and frequencies if not all are selected, with tabs between them.
  let text: String

  private let choices: [Form: ExportViewModel]
  private let folder: EntryFolder?
  private var writing: [Form: Task<Result<Written, AudioFileError>, Never>] = [:]

  /// - Parameter folder: where files are written; nil: there is no such folder.
  /// - Returns: nil while nothing of the recording is selected.
  convenience init?(
    _ diagram: DiagramViewModel, last: LastFormats, in folder: EntryFolder? = standardFolder
  ) {
    guard let selected = diagram.selection?.range, !selected.isEmpty,
      let like = ExportViewModel(diagram, last: last), let wave = ExportViewModel(diagram, last: last)
    else { return nil }
    let times = [
      diagram.plainTime(ofFrame: selected.lowerBound), diagram.plainTime(ofFrame: selected.upperBound),
      diagram.plainTime(ofLength: selected.count),
    ]
    let texts = times + [diagram.scopeText, diagram.selection?.band?.text].compactMap(\.self)
    self.init(texts.joined(separator: "\t"), like: like, wave: wave, in: folder)
  }

  /// - Parameters:
  ///   - like, wave: what is exported, and of what; their choice of a format is changed.
  init?(_ text: String, like: ExportViewModel, wave: ExportViewModel, in folder: EntryFolder?) {
    like.isSelectionOnly = true
    wave.isSelectionOnly = true
    guard like.isSelectionOnly else { return nil }
    wave.kind = .sound(ExportFormat("selection.wav", wave.sources[wave.source].precision)!)
    self.text = text
    self.folder = folder
    // A WAV is written once for both.
    choices = like.kind == wave.kind ? [.likeRecording: like] : [.likeRecording: like, .wave: wave]
  }

  /// Files that were handed out stay for those who refer to them, and may be cleared like any cache.
  static var standardFolder: EntryFolder? {
    EntryFolder.ofUser("XDG_CACHE_HOME", otherwise: ".cache", environment: EntryFolder.variable).map {
      EntryFolder($0.appending("selections"), suffix: "")
    }
  }

  /// Seconds after which a file that was handed out is deleted, when the next one is written.
  private static let age: Int64 = 7 * 24 * 3600

  /// The selection as a file. It is written once: who asks again gets the same.
  ///
  /// - Throws: the reason why there is none.
  func file(_ form: Form) async throws(AudioFileError) -> Written {
    let form = choices[form] == nil ? .likeRecording : form
    let task = writing[form] ?? Task { await write(form) }
    writing[form] = task
    let result = await task.value
    if case .failure = result { writing[form] = nil }
    return try result.get()
  }

  private func write(_ form: Form) async -> Result<Written, AudioFileError> {
    let choice = choices[form]!
    guard let folder, folder.make() else {
      return .failure(
        AudioFileError(
          .writeFailed, path: choice.path,
          detail: Sentence("there is no folder for files that are handed out")))
    }
    folder.delete(olderThan: Self.age)
    let name = choice.newName.free { FileState(of: folder.path.appending($0)) != nil }
    let target = folder.path.appending(name)
    return await withCheckedContinuation { continuation in
      let export = choice.export(to: target) { event in
        switch event {
        case .progress: break
        case .finished(let losses):
          continuation.resume(returning: .success(Written(path: target, losses: losses)))
        case .cancelled:
          continuation.resume(
            returning: .failure(
              AudioFileError(.writeFailed, path: target, detail: Sentence("it was cancelled"))))
        case .failed(let error): continuation.resume(returning: .failure(error))
        }
      }
      export.start()
    }
  }
}
