// MarkTransfer.swift
// The one door to files of marks for the window and the command line: lists of other programs, and recordings that carry
// marks themselves, as cue points or chapters. The disk is waited for, and perhaps ffmpeg: not on the main thread.

import HostIO
import Localization
import Marks
import SystemPackage

/// What marks are read from or written into.
public enum MarkTarget: Hashable, Sendable {
  /// A list, or for WAV a copy of the recording.
  case list(MarkFileKind)
  /// A recording with chapters.
  case chapters(ChapterContainer)

  /// What a name asks for; nil for an unknown one.
  public init?(named path: FilePath) {
    if let container = ChapterContainer(path) {
      self = .chapters(container)
    } else if let kind = MarkFileKind(named: path) {
      self = .list(kind)
    } else {
      return nil
    }
  }

  /// Its name for people, as the beginning of a sentence.
  public var name: String {
    switch self {
    case .list(let kind): kind.name
    case .chapters(let container): container.name
    }
  }

  /// True when a copy of the recording is written.
  public var isCopy: Bool {
    switch self {
    case .list(let kind): kind == .wav
    case .chapters: true
    }
  }

  /// True where frames of the recording are written, and not times.
  public var countsInFrames: Bool { if case .list(let kind) = self { kind.countsInFrames } else { false } }

  public var isWritable: Bool {
    switch self {
    case .list(let kind): kind.isWritable
    case .chapters(let container): container.isWritable
    }
  }
}

public enum MarkTransfer {
  /// Reads marks, of the kind that the bytes or else the name tell.
  ///
  /// - Parameters:
  ///   - kind: of a list, in place of what its name says.
  ///   - rate: frames per second of the recording; nil: what the file itself counts in, or nanoseconds.
  public static func read(
    _ path: FilePath, as kind: MarkFileKind? = nil, rate: Int? = nil
  ) throws(MarkError) -> (reading: MarkReading, target: MarkTarget) {
    if kind == nil, let container = ChapterContainer(path) {
      return (try ChapterFile.read(path, container, rate: rate), .chapters(container))
    }
    let (reading, kind) = try MarkFile.read(path, as: kind, rate: rate)
    return (reading, .list(kind))
  }

  /// Writes marks, whole or not at all.
  ///
  /// - Parameter recording: of what a copy is written; needed by targets that are copies.
  /// - Returns: what cannot be held: sentences.
  public static func write(
    _ document: MarkDocument, as target: MarkTarget, at output: OutputFile, copyOf recording: FilePath?
  ) throws(MarkError) -> [String] {
    switch target {
    case .list(let kind):
      if let written = kind.written(document) {
        do throws(AudioFileError) { try output.write(written.bytes) } catch { throw .file(error) }
        return written.losses
      }
      guard kind == .wav, let recording else { break }
      return try MarkFile.write(document, intoCopyOf: recording, at: output)
    case .chapters(let container):
      guard let recording else { break }
      return try ChapterFile.write(document, intoCopyOf: recording, at: output, container)
    }
    throw .file(
      AudioFileError(
        .writeFailed, path: output.path,
        // Translators: %1$s is the name of a format, as “MP3”.
        detail: Sentence("\(target.name) cannot be written without a recording")))
  }

  /// What a target cannot hold of marks, before anything is written: sentences. Of copies the most is known when they
  /// have been written.
  public static func losses(_ document: MarkDocument, as target: MarkTarget) -> [String] {
    switch target {
    case .list(let kind): kind.losses(of: document)
    case .chapters(let container): ChapterPlan(document, container).losses
    }
  }
}
