// ViewMemory.swift
// How recordings were looked at when their windows were closed: one small file for each, in a folder of the user, named
// after the file as it was then. A value: it holds no state. Its calls wait for the disk, so none belongs on the main
// thread. It reports no errors: on any failure, nothing is remembered.

import AudioFormats
import HostIO
import Recording
import SystemPackage

/// A folder of remembered views.
///
/// A recording is known by its device, inode, length and time of writing: a file that was moved is still known, one that
/// was changed is not.
public struct ViewMemory: Sendable {
  private static let format = "barline-view", version = 1
  /// Bytes of the longest entry that is read.
  private static let longest = 8 << 20

  private let entries: EntryFolder
  /// Entries, and bytes of all of them; above either, the oldest are deleted.
  private let countLimit: Int, byteLimit: Int

  /// - Parameter folder: need not exist.
  public init(folder: FilePath, countLimit: Int = 1000, byteLimit: Int = 32 << 20) {
    entries = EntryFolder(folder, suffix: ".view.json")
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  /// The memory of the user, after the XDG Base Directory Specification: in `$XDG_STATE_HOME`, or else in
  /// `$HOME/.local/state`.
  ///
  /// - Parameter environment: looks up a variable.
  /// - Returns: nil where there is no such folder.
  public static func ofUser(environment: ((String) -> FilePath?)? = nil) -> ViewMemory? {
    EntryFolder.ofUser(
      "XDG_STATE_HOME", otherwise: ".local/state", environment: environment ?? EntryFolder.variable
    ).map { ViewMemory(folder: $0.appending("views")) }
  }

  /// The recordings that are remembered.
  public var contents: FolderContents { entries.contents }

  /// Forgets all recordings.
  public func clear() { entries.clear() }

  /// What is remembered of a recording; nil when it is unknown or has changed.
  public func recording(at path: FilePath, options: OpenOptions) -> KeptRecording? {
    guard let entry = entry(for: path, state: nil, options: options),
      let bytes = entries.contents(entry, limit: Self.longest),
      let json = try? JSONText(reading: bytes), json["format"]?.text == Self.format,
      json["version"]?.whole == Self.version
    else { return nil }
    return KeptRecording(
      view: KeptView(json["view"]), gains: KeptGains(json["gains"]), noise: KeptNoise(json["noise"]))
  }

  /// Remembers a recording; one that looks as if it were opened for the first time is forgotten instead.
  ///
  /// - Parameter state: the file when it was read; nil: as it is now.
  public func keep(_ kept: KeptRecording, of path: FilePath, state: FileState?, options: OpenOptions) {
    guard let entry = entry(for: path, state: state, options: options) else { return }
    guard !kept.isUnchanged else {
      entries.delete(entry)
      return
    }
    let json = JSONText.object([
      ("format", .string(Self.format)), ("version", .number(Self.version)), ("view", kept.view.json),
      ("gains", kept.gains.json), ("noise", kept.noise.json),
    ])
    guard entries.make() else { return }
    do throws(Errno) {
      var file = try TemporaryFile(in: entries.path, mode: 0o600)
      var failure: Errno?
      Array((json.text() + "\n").utf8).withUnsafeBytes { bytes in
        do throws(Errno) { try file.write(bytes) } catch { failure = error }
      }
      guard failure == nil else { return }
      try file.take(name: entry, isCache: true)
    } catch {
      return
    }
    entries.trim(toBytes: byteLimit, count: countLimit)
  }

  private func entry(for path: FilePath, state: FileState?, options: OpenOptions) -> FilePath? {
    guard let state = state ?? FileState(of: path) else { return nil }
    return entries.path.appending(
      PeakCacheKey(state, path: path, options: options).digits + entries.suffix)
  }
}
