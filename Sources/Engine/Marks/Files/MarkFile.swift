// MarkFile.swift
// Files of marks: read as a whole, written as a whole or not at all. The disk is waited for: none of this belongs on the
// main thread.

import Localization
import HostIO
import SystemPackage

/// Why marks could not be read or written.
public enum MarkError: Error, Sendable {
  /// The disk, or the path.
  case file(AudioFileError)
  /// What the file holds.
  case content(MarkFileError, FilePath)
}

public enum MarkFile {
  /// Bytes of the longest file that is read; WAV files may be of any length.
  public static let longest = 256 << 20

  /// Reads marks, of the kind that the bytes or else the name tell.
  ///
  /// - Parameters:
  ///   - kind: in place of what the name says.
  ///   - rate: frames per second of the recording; nil: what the file itself counts in, or nanoseconds.
  public static func read(
    _ path: FilePath, as kind: MarkFileKind? = nil, rate: Int? = nil
  ) throws(MarkError) -> (reading: MarkReading, kind: MarkFileKind) {
    let named = kind ?? MarkFileKind(named: path)
    let file: FileBytes
    do throws(AudioFileError) { file = try FileBytes(path: path) } catch { throw .file(error) }
    do throws(MarkFileError) {
      if WaveMarks.isLikely(file) { return (try WaveMarks.read(file, rate: rate), .wav) }
      guard file.count <= longest else {
        throw MarkFileError(
          Sentence("it has \(file.count >> 20) MB; no list of marks of more than \(longest >> 20) MB is read")
        )
      }
      let bytes = file.bytes(at: 0, length: file.count)
      guard bytes.count == file.count else {
        throw MarkFileError(Sentence("it could not be read to its end"))
      }
      let (reading, kind) = try MarkFileKind.read(bytes, named: named, rate: rate)
      return (reading, kind)
    } catch {
      throw .content(error, path)
    }
  }

  /// Writes marks into a copy of a WAV recording: all other chunks, and with them the samples, stay byte for byte.
  ///
  /// - Returns: what cannot be held: sentences.
  public static func write(
    _ document: MarkDocument, intoCopyOf recording: FilePath, at output: OutputFile
  ) throws(MarkError) -> [String] {
    let file: FileBytes
    do throws(AudioFileError) { file = try FileBytes(path: recording) } catch { throw .file(error) }
    let plan: WaveCopyPlan, losses: [String]
    do throws(MarkFileError) { (plan, losses) = try WaveCopyPlan.plan(file, with: document) } catch {
      throw .content(error, recording)
    }
    do throws(Errno) {
      var target = try output.temporary()
      for part in plan.parts {
        switch part {
        case .bytes(let bytes): try Self.write(bytes, to: &target)
        case .copy(let range):
          var place = range.lowerBound
          while place < range.upperBound {
            let bytes = file.bytes(at: place, length: min(1 << 20, range.upperBound - place))
            guard !bytes.isEmpty else { throw Errno.ioError }
            try Self.write(bytes, to: &target)
            place += bytes.count
            target.settle()
          }
        }
      }
      try target.take(name: output.path)
    } catch {
      throw .file(AudioFileError(.writeFailed, path: output.path, errno: error))
    }
    return losses
  }

  private static func write(_ bytes: [UInt8], to file: inout TemporaryFile) throws(Errno) {
    var failure: Errno?
    bytes.withUnsafeBytes { (bytes) in
      do throws(Errno) { try file.write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
