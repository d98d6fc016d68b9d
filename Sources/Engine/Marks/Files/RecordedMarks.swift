// RecordedMarks.swift
// Marks of a recording that this process has just made: as cue points behind its samples, which do not move. Only for
// files that nobody else has yet; files of the user are never written.

import AudioFormats
import Glibc
import HostIO
import Localization
import SystemPackage

/// Cue points for a WAV file that was recorded.
public enum RecordedMarks {
  /// True for files that hold cue points.
  public static func fit(into path: FilePath) -> Bool { path.extension == "wav" }

  /// Appends the chunks of the marks, and then counts them in the head: whoever looks in between finds a whole file
  /// without marks.
  ///
  /// - Parameters:
  ///   - document: in frames of the recording.
  ///   - path: a WAV file, complete and closed, without cue points.
  /// - Returns: what cannot be held: sentences.
  public static func append(_ document: MarkDocument, to path: FilePath) throws(MarkError) -> [String] {
    let file: FileBytes
    do throws(AudioFileError) { file = try FileBytes(path: path) } catch { throw .file(error) }
    let chunks: WaveChunks
    do throws(MarkFileError) { chunks = try WaveChunks(file) } catch { throw .content(error, path) }
    guard !chunks.isCut, chunks.end == file.count, file.count % 2 == 0 else {
      throw .content(MarkFileError(Sentence("the recording is cut off, or was not finished")), path)
    }
    let marks = WaveMarks.write(document, loops: [])
    let size = file.count - 8 + marks.bytes.count
    guard chunks.is64 || size <= 0xFFFF_FFFE else {
      throw .content(
        MarkFileError(Sentence("with marks it would be longer than 4 GB, which WAV cannot be")), path)
    }
    do throws(Errno) {
      try write(marks.bytes, behind: file.count, to: path)
      // The first chunk of RF64 is `ds64`, which begins with the size of the whole.
      try write(TextBytes.little(size, chunks.is64 ? 8 : 4), at: chunks.is64 ? 20 : 4, to: path)
    } catch {
      throw .file(AudioFileError(.writeFailed, path: path, errno: error))
    }
    return marks.losses
  }

  /// Whole or not at all.
  private static func write(_ bytes: [UInt8], behind count: Int, to path: FilePath) throws(Errno) {
    do throws(Errno) { try write(bytes, at: count, to: path) } catch {
      _ = path.withPlatformString { truncate($0, off_t(count)) }
      throw error
    }
  }

  /// Returns when the bytes lie on the disk.
  private static func write(_ bytes: [UInt8], at offset: Int, to path: FilePath) throws(Errno) {
    do {
      let file = try FileDescriptor.open(path, .writeOnly, options: [.noFollow, .closeOnExec])
      try file.closeAfter {
        _ = try file.writeAll(toAbsoluteOffset: Int64(offset), bytes)
        try TemporaryFile.sync(file.rawValue)
      }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}
