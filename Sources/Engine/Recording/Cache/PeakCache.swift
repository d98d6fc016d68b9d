// PeakCache.swift
// Peaks of recordings that took long to read, kept in a folder so that the second opening needs no decoder. A value:
// it holds no state, everything is in the folder. Any thread, any number of programs at once. It reports no errors: on
// any failure, it behaves as if there were no cache.

import AudioFormats
import Glibc
import HostIO
import SystemPackage
import WaveformCore

/// A folder of peaks.
///
/// A reading that took `minimumMilliseconds` or longer is kept, for any file. This measures what the user would wait
/// for on this machine and this disk, which no rule about formats or lengths could tell. A user does not notice less
/// than a tenth of a second.
public struct PeakCache: Sendable {
  package static let suffix = ".peaks"

  public let folder: FilePath
  /// Bytes that all entries take together at most.
  let byteLimit: Int
  let minimumMilliseconds: Int

  /// - Parameters:
  ///   - folder: need not exist.
  ///   - byteLimit: bytes of all entries; above it, the least recently used ones are deleted.
  ///   - minimumMilliseconds: readings that took less are not kept.
  public init(folder: FilePath, byteLimit: Int = 512 << 20, minimumMilliseconds: Int = 100) {
    self.folder = folder
    self.byteLimit = byteLimit
    self.minimumMilliseconds = minimumMilliseconds
  }

  /// The cache of the user, after the XDG Base Directory Specification: in `$XDG_CACHE_HOME` or, if that is not set
  /// or no absolute path, in `$HOME/.cache`.
  ///
  /// - Parameter environment: looks up a variable.
  /// - Returns: nil where there is no such folder.
  public static func ofUser(environment: ((String) -> FilePath?)? = nil) -> PeakCache? {
    EntryFolder.ofUser(
      "XDG_CACHE_HOME", otherwise: ".cache", environment: environment ?? EntryFolder.variable
    ).map { PeakCache(folder: $0.appending("peaks")) }
  }

  /// The entry for a key; marks it as used now. A damaged entry is deleted.
  ///
  /// - Parameter isForLookingOnly: true to leave the folder as it is, down to its times.
  package func entry(for key: PeakCacheKey, isForLookingOnly: Bool = false) -> PeakCacheEntry? {
    let path = path(of: key)
    guard let file = entries.open(path) else { return nil }
    let entry = PeakCacheEntry(count: file.count, key: key.bytes) { piece, offset in
      file.read(into: piece, at: offset).count == piece.count
    }
    if isForLookingOnly { return entry }
    if entry == nil {
      entries.delete(path)
    } else {
      futimens(file.descriptor, nil)
    }
    return entry
  }

  /// Keeps the result of a reading, if that is worth it.
  ///
  /// - Parameters:
  ///   - key: the key of the open file before it was read.
  ///   - now: the key of the open file after it was read; it differs if the file was written to meanwhile.
  ///   - milliseconds: the time that the reading took.
  package func keep(
    _ description: AudioDescription, _ report: ReadReport, _ peaks: WaveformPeaks, for key: PeakCacheKey,
    now: PeakCacheKey?, milliseconds: Int
  ) {
    guard isWorthKeeping(description, report, for: key, now: now, milliseconds: milliseconds) else { return }
    let entry = PeakCacheEntry(key: key.bytes, description: description, report: report, peaks: peaks)
    keep(at: path(of: key)) { entry.write($0) }
  }

  /// - Returns: true when a reading took long and can be had again; the folder is there then.
  func isWorthKeeping(
    _ description: AudioDescription, _ report: ReadReport, for key: PeakCacheKey, now: PeakCacheKey?,
    milliseconds: Int
  ) -> Bool {
    // Missing frames may be readable next time: from another disk, with another decoder.
    milliseconds >= minimumMilliseconds && report.isComplete && report.cause == nil && report.gaps.isEmpty
      && report.doubts.isEmpty && !report.isOutdated && description.following == nil && now == key
      && key.isSettled(at: EntryFolder.seconds) && entries.make()
  }

  /// Writes an entry, which appears when all of it is there, and lets the oldest ones go.
  ///
  /// - Parameter write: writes the bytes piece by piece; returns false when it gave up.
  func keep(at path: FilePath, _ write: ((UnsafeRawBufferPointer) -> Bool) -> Bool) {
    do throws(Errno) {
      var file = try TemporaryFile(in: folder, mode: 0o600)
      var failure: Errno?
      let isWritten = write { piece in
        do throws(Errno) { try file.write(piece) } catch { failure = error }
        return failure == nil
      }
      guard isWritten else { return }
      try file.take(name: path, isCache: true)
    } catch {
      return
    }
    trim()
  }

  package func path(of key: PeakCacheKey) -> FilePath { folder.appending(key.fileName) }

  /// See `EntryFolder.trim`.
  func trim() { entries.trim(toBytes: byteLimit) }

  /// Everything in the folder.
  var entries: EntryFolder { EntryFolder(folder, suffix: Self.suffix) }
}

extension PeakCacheKey {
  /// False for a file that was written to a moment ago: some file systems count time in steps of two seconds, so the
  /// file could change again and keep its time.
  fileprivate func isSettled(at now: Int64) -> Bool {
    !(now - 3...now).contains(Int64(file.modified / 1_000_000_000))
  }
}
