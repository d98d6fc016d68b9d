// PeakCache.swift
// Peaks of recordings that took long to read, kept in a folder so that the second opening needs no decoder. A value:
// it holds no state, everything is in the folder. Any thread, any number of programs at once. Never fails towards
// its user: whatever goes wrong, it is as if there were no cache.

import AudioFormats
import Glibc
import HostIO
import SystemPackage
import WaveformCore

/// A folder of peaks.
///
/// An entry is kept for a reading that took `minimumMilliseconds` or longer, whatever the file was: that asks what the
/// user would wait for, on this machine and this disk, where no rule about formats or lengths could know it. Below a
/// tenth of a second nobody feels the difference.
public struct PeakCache: Sendable {
  package static let suffix = ".peaks"

  public let folder: FilePath
  /// Bytes that all entries take together at most.
  let byteLimit: Int
  let minimumMilliseconds: Int

  /// - Parameters:
  ///   - folder: need not exist.
  ///   - byteLimit: when entries take more, those that were not used for longest go.
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
  public static func ofUser(
    environment: (String) -> FilePath? = { name in getenv(name).map { FilePath(platformString: $0) } }
  ) -> PeakCache? {
    let base: FilePath
    if let caches = environment("XDG_CACHE_HOME"), caches.isAbsolute {
      base = caches
    } else if let home = environment("HOME"), home.isAbsolute {
      base = home.appending(".cache")
    } else {
      return nil
    }
    return PeakCache(folder: base.appending("barline").appending("peaks"))
  }

  /// The entry for a key, which counts as used from then on. One that is damaged is deleted.
  package func entry(for key: PeakCacheKey) -> PeakCacheEntry? {
    let path = path(of: key)
    guard let file = try? FileBytes(path: path) else { return nil }
    let entry = PeakCacheEntry(count: file.count, key: key.bytes) { piece, offset in
      file.read(into: piece, at: offset).count == piece.count
    }
    if entry == nil {
      delete(path)
    } else {
      futimens(file.descriptor, nil)
    }
    return entry
  }

  /// Keeps what a reading found, if that is worth it.
  ///
  /// - Parameters:
  ///   - key: of the open file before it was read.
  ///   - now: the key of the open file after it was read; another one if it was written to meanwhile.
  ///   - milliseconds: what the reading took.
  package func keep(
    _ description: AudioDescription, _ report: ReadReport, _ peaks: WaveformPeaks, for key: PeakCacheKey,
    now: PeakCacheKey?, milliseconds: Int
  ) {
    // What is missing may be there next time: from another disk, with another decoder.
    guard milliseconds >= minimumMilliseconds, report.isComplete, report.cause == nil, report.gaps.isEmpty,
      report.doubts.isEmpty,
      !report.isOutdated, description.following == nil, now == key,
      key.isSettled(at: Self.seconds), makeFolder()
    else { return }
    let entry = PeakCacheEntry(key: key.bytes, description: description, report: report, peaks: peaks)
    do throws(Errno) {
      var file = try TemporaryFile(in: folder, mode: 0o600)
      var failure: Errno?
      let isWritten = entry.write { piece in
        do throws(Errno) { try file.write(piece) } catch { failure = error }
        return failure == nil
      }
      guard isWritten else { return }
      try file.take(name: path(of: key))
    } catch {
      return
    }
    trim()
  }

  package func path(of key: PeakCacheKey) -> FilePath { folder.appending(key.fileName) }

  /// Makes the folder, and those above it that are missing, for the user alone.
  private func makeFolder() -> Bool {
    var missing: [FilePath] = []
    var path = folder
    while !path.withPlatformString({ access($0, F_OK) == 0 }) {
      missing.append(path)
      guard path.removeLastComponent() else { return false }
    }
    return missing.reversed().allSatisfy { path in
      // Another program may be making it at this moment.
      path.withPlatformString { mkdir($0, 0o700) == 0 || errno == EEXIST }
    }
  }

  /// Of the clock by which files are dated.
  package static var seconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }
}

extension PeakCacheKey {
  /// False for a file that was written to only just now: some file systems count in steps of two seconds, so it could
  /// change once more and still look the same.
  fileprivate func isSettled(at now: Int64) -> Bool {
    !(now - 3...now).contains(Int64(file.modified / 1_000_000_000))
  }
}
