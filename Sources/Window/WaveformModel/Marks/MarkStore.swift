// MarkStore.swift
// The marks of the recordings of a diagram, as documents: read when a recording is opened, on the disk again a moment
// after each change, and what somebody else does to the file is taken over. Knows no selection and no history. The disk
// is touched by other threads only. Main actor.

import HostIO
import Localization
import Marks
import Observation
import SystemPackage

/// Keeps the documents of marks, by the path of their recording.
@Observable @MainActor final class MarkStore {
  enum Event {
    /// The document of a recording is known now, or cannot be.
    case known(FilePath)
    /// There are no marks of a recording yet.
    case bare(FilePath)
    /// Somebody else changed the marks of a recording; `isOwn`: another window of this process, which undoes it there.
    case adopted(MarkChange, of: FilePath, isOwn: Bool)
    /// What the user should know: a sentence.
    case said(String)
  }

  /// Counts the documents that were written: for the trace.
  private(set) var savings = 0
  /// The recordings whose marks were changed and lie on no disk, with the reason: a sentence about the file.
  private(set) var unkept: [FilePath: String] = [:]
  @ObservationIgnored private var kept: [FilePath: Kept] = [:]
  @ObservationIgnored private var toldElsewhere: Set<FilePath> = []
  private let writer = BackgroundWorker()
  private let unwritten = UnwrittenMarks()
  private let length: @MainActor (FilePath) -> Int?
  private let told: @MainActor (Event) -> Void

  private struct Kept {
    /// Nil for what lies on no disk.
    let files: KeptMarks?
    /// Nil while they are being read, and where that failed: what is there is not written over.
    var document: MarkDocument?
    var problem: String?
    /// How much of what others did is in the document: see `KeptMarks.Saving.merges`.
    var adopted = 0
  }

  /// - Parameters:
  ///   - length: frames of a recording; nil while they are not known.
  ///   - told: called on the main actor. Both hold their owner weakly.
  init(length: @escaping @MainActor (FilePath) -> Int?, told: @escaping @MainActor (Event) -> Void) {
    self.length = length
    self.told = told
  }

  /// The marks of a recording; nil while they are not known.
  func document(of path: FilePath) -> MarkDocument? { kept[path]?.document }

  /// Why they are not known; nil while they are being read.
  func problem(of path: FilePath) -> String? { kept[path]?.problem }

  /// Reads the marks of a recording, unless that has been done.
  ///
  /// - Parameters:
  ///   - rate: frames per second of the recording.
  ///   - isKept: false for what is heard from a source: whoever records it keeps its marks.
  func open(_ path: FilePath, rate: Int, isKept: Bool) {
    guard kept[path] == nil else { return }
    guard isKept else {
      kept[path] = Kept(files: nil, document: MarkDocument(sampleRate: rate))
      return told(.known(path))
    }
    let files = KeptMarks(of: path)
    kept[path] = Kept(files: files)
    let isStarted = BackgroundThread.start { [weak self] in
      let result = Result { () throws(MarkError) in try files.load(rate: rate) }
      Task { @MainActor in self?.loaded(result, of: files, rate: rate) }
    }
    if !isStarted { kept[path]?.problem = localized("There is no memory to read the marks.") }
  }

  /// Changes the marks of a recording, and writes them.
  ///
  /// - Returns: false while they are not known.
  @discardableResult func apply(_ change: MarkChange, to path: FilePath) -> Bool {
    guard kept[path]?.document != nil else { return false }
    kept[path]?.document?.apply(change)
    save(path)
    return true
  }

  /// Forgets all recordings. Waits until their marks are written, but not for long; of what could not be written a copy
  /// is kept.
  func forget() {
    keepCopies { _ in }
    finish()
    kept = [:]
    unkept = [:]
  }

  /// Lets go of changes that could not be written.
  func giveUpUnkept() { unkept = [:] }

  /// Writes marks that could not be written into files beside theirs.
  ///
  /// - Parameter ended: called once, with the files; or with the first error.
  func keepCopies(_ ended: @escaping @MainActor (Result<[FilePath], AudioFileError>) -> Void) {
    let all = unkept.keys.compactMap { path in
      kept[path].flatMap { kept in kept.files.flatMap { files in kept.document.map { (files, $0) } } }
    }
    guard !all.isEmpty else { return ended(.success([])) }
    let turn = unwritten
    turn.begin()
    let isQueued = writer.run { [weak self] in
      let result = Result { () throws(AudioFileError) in
        var copies: [FilePath] = []
        for (files, document) in all { copies.append(try files.keepCopy(document)) }
        return copies
      }
      turn.end()
      Task { @MainActor in
        if case .success = result {
          for (files, document) in all where self?.kept[files.recording]?.document == document {
            self?.unkept[files.recording] = nil
          }
        }
        ended(result)
      }
    }
    if !isQueued {
      turn.end()
      ended(.failure(AudioFileError(.outOfMemory, path: all[0].0.recording)))
    }
  }

  /// Waits until all is written, but not for long.
  func finish() { unwritten.waitForNone(seconds: 1) }

  // MARK: Reading

  private func loaded(_ result: Result<MarkReading?, MarkError>, of files: KeptMarks, rate: Int) {
    let path = files.recording
    guard kept[path]?.files === files else { return }
    switch result {
    case .success(let reading):
      kept[path]?.document = reading?.document ?? MarkDocument(sampleRate: rate)
      for remark in reading?.remarks ?? [] { told(.said(localized("Marks: \(remark)"))) }
    case .failure(let error):
      let name = path.displayName
      let text = localized(
        "The marks of “\(name)” could not be read: \(error.reason). The file stays as it is.")
      kept[path]?.problem = text
      told(.said(text))
    }
    told(.known(path))
    files.watch { [weak self, weak files] in
      Task { @MainActor in if let self, let files { self.look(again: files, rate: rate) } }
    }
    if case .success(nil) = result { told(.bare(path)) }
  }

  /// Somebody else may have changed the file.
  private func look(again files: KeptMarks, rate: Int) {
    guard let kept = kept[files.recording], kept.files === files else { return }
    let isReading = kept.document == nil
    writer.run { [weak self] in
      if isReading {
        let result = Result { () throws(MarkError) in try files.load(rate: rate) }
        Task { @MainActor in self?.loaded(result, of: files, rate: rate) }
      } else {
        let result = Result { () throws(MarkError) in try files.look(rate: rate) }
        Task { @MainActor in self?.took(result, from: files) }
      }
    }
  }

  private func took(_ result: Result<KeptMarks.Foreign?, MarkError>, from files: KeptMarks) {
    let path = files.recording
    guard let now = kept[path], now.files === files, let document = now.document else { return }
    switch result {
    case .failure(let error):
      let name = path.displayName
      told(
        .said(
          localized(
            """
            Another program changed the marks of “\(name)”, and they cannot be read: \(error.reason). What is shown stays.
            """)))
    case .success(nil): break
    case .success(let foreign?):
      guard foreign.merges > now.adopted else { return }
      kept[path]?.adopted = foreign.merges
      adopt(document.adoption(of: foreign.document, since: foreign.base), path, isOwn: foreign.isOwn)
      // What was changed here and not there.
      if kept[path]?.document?.hasContent(of: foreign.document) == false { save(path) }
    }
  }

  /// Takes what somebody else did to the marks.
  private func adopt(_ change: MarkChange?, _ path: FilePath, isOwn: Bool) {
    guard let change else { return }
    kept[path]?.document?.apply(change)
    told(.adopted(change, of: path, isOwn: isOwn))
  }

  // MARK: Writing

  private func save(_ path: FilePath) {
    guard let kept = kept[path], let files = kept.files, var document = kept.document else { return }
    document.length = length(path) ?? document.length
    let adopted = kept.adopted
    let turn = unwritten.begin(path)
    let isQueued = writer.run { [weak self, unwritten, document] in
      // A later one of the same recording waits already.
      let isLatest = unwritten.isLatest(turn, path)
      let result =
        isLatest ? Result { () throws(AudioFileError) in try files.save(document, adopted: adopted) } : nil
      unwritten.end()
      if let result { Task { @MainActor in self?.saved(result, document, files) } }
    }
    if !isQueued {
      unwritten.end()
      unkept[path] = localized("There is no memory to keep the marks.")
    }
  }

  private func saved(
    _ result: Result<KeptMarks.Saving, AudioFileError>, _ document: MarkDocument, _ files: KeptMarks
  ) {
    savings += 1
    let path = files.recording
    switch result {
    case .success(let saving):
      unkept[path] = nil
      if saving.isElsewhere, toldElsewhere.insert(path).inserted {
        told(
          .said(
            localized(
              "The folder of the recording cannot be written: its marks are kept in “\(saving.path.displayPath)”."
            )))
      }
      guard let now = kept[path], now.files === files, saving.merges > now.adopted else { return }
      // What was changed here since the writing began stays as well.
      kept[path]?.adopted = saving.merges
      adopt(now.document?.adoption(of: saving.document, since: document), path, isOwn: saving.isOwn)
    case .failure(let error):
      unkept[path] = localized("The marks are not kept: \(error.message)")
    }
  }
}
