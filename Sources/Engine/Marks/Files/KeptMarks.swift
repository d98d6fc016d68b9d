// KeptMarks.swift
// The marks of a recording on the disk: beside it, or in the user's data folder where that cannot be written. One thread
// at a time, never the main one.

import AudioFormats
import Glibc
import HostIO
import Localization
import Synchronization
import SystemPackage

/// Where the marks of a recording are kept, and what was last seen there.
public final class KeptMarks: Sendable {
  /// What the name of the recording is followed by.
  public static let suffix = ".barline-marks.json"

  private struct Seen: Sendable {
    var path: FilePath?
    var state: FileState?
    /// What the file held.
    var document: MarkDocument?
    /// What was given to be written, and what it became with what somebody else had done.
    var merges: [(given: MarkDocument, written: MarkDocument)] = []
  }

  /// What this process wrote last: its other windows say nothing of it.
  private static let written = Monitor([FilePath: FileState]())

  private struct Watch: Sendable {
    var onChange: (@Sendable () -> Void)?
    /// True when something changed before anybody could be told.
    var isMissed = false
    var path: FilePath?
    var file: FileWatch?
  }

  public let recording: FilePath
  private let places: [FilePath]
  private let seen = Monitor(Seen())
  private let watch = Monitor(Watch())

  /// - Parameter environment: looks up a variable.
  public init(of recording: FilePath, environment: ((String) -> FilePath?)? = nil) {
    self.recording = recording
    var bytes = recording.withPlatformString { name in
      Array(UnsafeBufferPointer(start: name, count: strlen(name)))
    }
    // Of the bytes as they are: a name need not be UTF-8.
    let digits = String(XXH64.of(bytes.map { UInt8(bitPattern: $0) }), radix: 16)
    bytes += Self.suffix.utf8.map { CChar(bitPattern: $0) } + [0]
    let folder = EntryFolder.ofUser(
      "XDG_DATA_HOME", otherwise: ".local/share", environment: environment ?? EntryFolder.variable)
    places =
      [FilePath(platformString: bytes)]
      + (folder.map { [$0.appending("marks").appending(digits + Self.suffix)] } ?? [])
  }

  /// Reads the marks; nil when there are none.
  ///
  /// - Parameter rate: frames per second of the recording.
  public func load(rate: Int) throws(MarkError) -> MarkReading? {
    guard let (path, state) = newest else {
      if let path = places.first, watch.withLock({ $0.path == nil }) {
        // Of a file that is not there yet, its folder tells.
        let device = FileState(of: recording)?.device ?? 0
        follow(path, FileState(device: device, inode: 0, byteCount: 0, modified: 0))
      }
      return nil
    }
    // Also a damaged file may be mended.
    follow(path, state)
    let (reading, _) = try MarkFile.read(path, rate: rate)
    seen.withLock { $0 = Seen(path: path, state: state, document: reading.document) }
    return reading
  }

  /// The file as it is now; nil when there is none.
  public var state: FileState? { newest?.state }

  /// Reads the marks at a glance, in frames of the rate that they were written for: nothing is watched, and nothing is
  /// remembered for `save`. Nil when there are none.
  public func glance() throws(MarkError) -> MarkDocument? {
    guard let newest else { return nil }
    return try MarkFile.read(newest.path).reading.document
  }

  /// The file that counts, of those that there are.
  private var newest: (path: FilePath, state: FileState)? {
    places.compactMap { path in FileState(of: path).map { (path, $0) } }.max { $0.1.modified < $1.1.modified }
  }

  // MARK: Others

  /// What somebody else did to the file.
  public struct Foreign: Sendable {
    /// What it held before, and what it holds now.
    public let base: MarkDocument, document: MarkDocument
    /// See `Saving.merges`.
    public let merges: Int
    /// True when another window of this process did it.
    public let isOwn: Bool
  }

  /// Calls `onChange` whenever the file may have changed since `load` looked, until this object goes: at once where it
  /// has, else on another thread. `look` then tells what happened. No file is touched here, so that the main thread may
  /// call it.
  public func watch(_ onChange: @escaping @Sendable () -> Void) {
    let isMissed = watch.withLock { watch in
      defer { watch.isMissed = false }
      watch.onChange = onChange
      return watch.isMissed
    }
    if isMissed { onChange() }
  }

  private func tell() {
    let onChange = watch.withLock { watch in
      if watch.onChange == nil { watch.isMissed = true }
      return watch.onChange
    }
    onChange?()
  }

  /// Compares the file with a state of it from now on.
  private func follow(_ path: FilePath, _ state: FileState?) {
    guard let state else { return }
    let old = watch.withLock { watch -> FileWatch? in
      guard watch.path != path else {
        watch.file?.rebase(to: state)
        return nil
      }
      let old = watch.file
      watch.path = path
      watch.file = FileWatch(path: path, since: state) { [weak self] _ in self?.tell() }
      return old
    }
    old?.cancel()
  }

  /// Reads what somebody else wrote since the marks were last read or written here; nil when nobody did. A file that
  /// was emptied or removed is written again with the next change.
  ///
  /// - Parameter rate: frames per second of the recording.
  public func look(rate: Int) throws(MarkError) -> Foreign? {
    let before = seen.withLock { $0 }
    guard let path = before.path ?? places.first(where: { FileState(of: $0) != nil }),
      let state = FileState(of: path), state.isWritten(since: before.state), state.byteCount > 0
    else { return nil }
    follow(path, state)
    let base = before.document ?? MarkDocument(sampleRate: rate)
    let other = try MarkFile.read(path, rate: rate).reading.document
    let merges = seen.withLock { seen in
      // A document that is still to be written does not have it yet.
      seen.merges.append((base, other))
      (seen.path, seen.state, seen.document) = (path, state, other)
      return seen.merges.count
    }
    return Foreign(
      base: base, document: other, merges: merges, isOwn: Self.written.withLock { $0[path] } == state)
  }

  /// What became of marks that were written.
  public struct Saving: Sendable {
    /// Where they are now.
    public let path: FilePath
    /// True when that is not beside the recording.
    public let isElsewhere: Bool
    /// The marks that were written: with what somebody else had done to the file.
    public let document: MarkDocument
    /// How often that has happened so far.
    public let merges: Int
    /// False when another program had changed the file.
    public let isOwn: Bool
  }

  /// Writes the marks, whole or not at all. What somebody else did to the file is kept.
  ///
  /// - Parameter adopted: `Saving.merges` of the last saving whose document the given one includes.
  public func save(_ given: MarkDocument, adopted: Int = 0) throws(AudioFileError) -> Saving {
    // A list of a folder and a window may save marks of one file: from looking to renaming it is one step.
    try Self.saving.withLock { (_: inout Void) throws(AudioFileError) in
      try saveAlone(given, adopted: adopted)
    }
  }

  /// Writes the marks into a new file beside that which cannot be read or written: a list that can be imported.
  ///
  /// - Returns: the file.
  public func keepCopy(_ document: MarkDocument) throws(AudioFileError) -> FilePath {
    let bytes = BarlineMarks.write(document).bytes
    var failure: AudioFileError?
    for (index, place) in places.enumerated() {
      if index > 0 { _ = EntryFolder(place.removingLastComponent(), suffix: Self.suffix).make() }
      guard let free = Self.free(beside: place) else { continue }
      do throws(AudioFileError) {
        try OutputFile(free, notOver: recording).write(bytes)
        return free
      } catch { failure = failure ?? error }
    }
    throw failure ?? AudioFileError(.writeFailed, path: recording)
  }

  /// A name that no file has: that of the marks with “copy” and a number before its suffix.
  private static func free(beside place: FilePath) -> FilePath? {
    (1...999).lazy.map { number -> FilePath in
      var bytes = place.withPlatformString { name in
        Array(UnsafeBufferPointer(start: name, count: strlen(name)))
      }
      bytes.removeLast(".json".utf8.count)
      bytes += " copy \(number).json".utf8.map { CChar(bitPattern: $0) } + [0]
      return FilePath(platformString: bytes)
    }.first { FileState(of: $0) == nil }
  }

  private static let saving = Mutex(())

  private func saveAlone(_ given: MarkDocument, adopted: Int) throws(AudioFileError) -> Saving {
    var document = given
    let before = seen.withLock { $0 }
    for merge in before.merges.dropFirst(adopted) {
      document = document.adopting(merge.written, since: merge.given)
    }
    var merges = before.merges, isOwn = true
    let changed = before.path ?? places.first { FileState(of: $0) != nil }
    if let changed, let state = FileState(of: changed), state.isWritten(since: before.state),
      state.byteCount > 0
    {
      let other: MarkDocument
      do throws(MarkError) {
        other = try MarkFile.read(changed, rate: document.sampleRate).reading.document
      } catch {
        throw AudioFileError(
          .writeFailed, path: changed,
          detail: Sentence("another program changed it, and what is there is no list of marks"))
      }
      isOwn = Self.written.withLock { $0[changed] } == state
      let base = before.document ?? MarkDocument(sampleRate: document.sampleRate)
      let mine = document
      document = document.adopting(other, since: base)
      if document != mine { merges.append((mine, document)) }
    }
    let bytes = BarlineMarks.write(document).bytes
    var failure: AudioFileError?
    for (index, path) in places.enumerated() {
      do throws(AudioFileError) {
        if index > 0 { _ = EntryFolder(path.removingLastComponent(), suffix: Self.suffix).make() }
        try OutputFile(path, notOver: recording).write(bytes)
        let now = Seen(path: path, state: FileState(of: path), document: document, merges: merges)
        seen.withLock { $0 = now }
        Self.written.withLock { $0[path] = now.state }
        follow(path, now.state)
        return Saving(
          path: path, isElsewhere: index > 0, document: document, merges: merges.count, isOwn: isOwn)
      } catch { failure = failure ?? error }
    }
    throw failure ?? AudioFileError(.writeFailed, path: recording)
  }
}

extension FileState {
  /// False where only what the file system says of it changed, as with another link to it.
  fileprivate func isWritten(since earlier: FileState?) -> Bool {
    earlier.map { !hasSameContent(as: $0) } ?? true
  }
}
