// Manifest.swift
// The file with a line for every file that was worked on. A line is one call of `write`, so a process that is killed
// leaves whole lines and at most the beginning of one, which is cut off before more are added.

import Glibc
import HostIO
import Localization
import SystemPackage

/// Owner of an open manifest.
public final class Manifest: Sendable {
  private let path: FilePath
  private let descriptor: Int32
  /// What a file was worked on with: another digest is other work.
  let options: String
  /// The last entry of each path and output: several commands may share a manifest.
  private let earlier: [ManifestEntry.Key: ManifestEntry]

  /// - Parameters:
  ///   - resumes: whether what stands in it counts; otherwise it must not be there, or be empty.
  ///   - options: a digest of what is done with each file.
  public init(_ path: FilePath, resumes: Bool, options: String = "") throws(AudioFileError) {
    var entries: [ManifestEntry.Key: ManifestEntry] = [:]
    var whole = 0
    if let state = FileState(of: path), state.byteCount > 0 {
      guard resumes else {
        throw AudioFileError(
          .writeFailed, path: path,
          detail: Sentence("it holds entries; give --resume to go on, or delete it"))
      }
      let bytes = try FileContents.read(path, limit: .max)
      whole = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      for line in bytes[..<whole].split(separator: UInt8(ascii: "\n")) {
        if let entry = ManifestEntry(line) { entries[entry.key] = entry }
      }
      // The beginning of a line is the rest of a process that was killed; other texts are somebody's.
      let rest = bytes[whole...]
      let isOurs = rest.starts(with: ManifestEntry.beginning) || ManifestEntry.beginning.starts(with: rest)
      guard whole == 0 || !entries.isEmpty, isOurs else {
        throw AudioFileError(.writeFailed, path: path, detail: Sentence("it is no manifest"))
      }
    }
    let descriptor = Self.open(path)
    guard descriptor >= 0, !resumes || ftruncate(descriptor, whole) == 0 else {
      let error = Errno(rawValue: errno)
      if descriptor >= 0 { close(descriptor) }
      throw AudioFileError(.writeFailed, path: path, errno: error)
    }
    (self.path, self.descriptor, self.options, earlier) = (path, descriptor, options, entries)
  }

  deinit { close(descriptor) }

  /// Opens it for writing, and does not wait for ever: a pipe that nobody reads would keep the work from beginning.
  ///
  /// - Returns: a descriptor, or −1, and `errno` is set: ENXIO for a pipe that nobody has opened within two seconds.
  private static func open(_ path: FilePath) -> Int32 {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK
    for attempt in 0..<40 {
      let descriptor = path.withPlatformString { Glibc.open($0, flags, 0o666) }
      if descriptor < 0, errno == ENXIO, attempt < 39 {
        usleep(50_000)
        continue
      }
      // A reader that is slow is waited for.
      if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_APPEND) }
      return descriptor
    }
    return -1
  }

  /// True when a file need not be worked on again.
  public func proves(_ item: BatchItem) -> Bool {
    earlier[ManifestEntry.Key(item)].map { $0.options == options && $0.proves(item) } ?? false
  }

  /// Adds a line; none about what was worked on while the process is about to end, for that is what cut it.
  func add(_ entry: ManifestEntry) throws(AudioFileError) {
    guard !UnfinishedFiles.areOver else { return }
    let line = Array((entry.line + "\n").utf8)
    let sent = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard sent == line.count else {
      throw AudioFileError(
        .writeFailed, path: path, errno: sent < 0 ? Errno(rawValue: errno) : .noSpace)
    }
  }
}
