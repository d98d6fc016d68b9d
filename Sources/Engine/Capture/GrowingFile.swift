// GrowingFile.swift
// A sound file that may be opened by others at any moment while it is written, and that holds what was written even if
// this process is killed. Used on one thread.

import AudioExport
import AudioFormats
import Glibc
import HostIO
import Playback
import SystemPackage

/// A recording on its way to the disk.
package protocol GrowingFile: AnyObject {
  /// Frames that were written.
  var frames: Int { get }
  /// Samples beyond full scale that were limited.
  var limitedSamples: Int { get }
  /// Bytes that a second takes at most.
  var bytesPerSecond: Int { get }

  /// - Parameter samples: interleaved, in full scale ±1.
  /// - Throws: `writeFailed`; what was written before is kept, in whole frames.
  func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError)

  /// Completes the file.
  func finish() throws(AudioFileError)
}

/// The kinds of file that a recording can grow in.
public enum TakeFormat: String, CaseIterable, Sendable {
  case wav, flac

  /// Its name for people.
  public var title: String { rawValue.uppercased() }

  /// Why sound of this kind cannot be kept so, in words that follow a colon; nil when it can.
  public func problem(with format: StreamFormat) -> String? {
    self == .wav ? nil : ExportFormat.flac24.problem(.of(format.speakers), sampleRate: format.sampleRate)
  }

  /// Creates the file.
  ///
  /// - Parameter path: must not exist: no recording replaces another.
  package func makeFile(
    _ path: FilePath, _ format: CaptureFormat
  ) throws(AudioFileError) -> (any GrowingFile, descriptor: Int32) {
    if let problem = problem(with: format.stream) {
      throw AudioFileError(.writeFailed, path: path, detail: problem)
    }
    let descriptor = path.withPlatformString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else {
      let error = Errno(rawValue: errno)
      throw AudioFileError(.writeFailed, path: path, detail: error.description, cause: error)
    }
    do throws(AudioFileError) {
      switch self {
      case .wav: return (try GrowingWave(descriptor, path, format.stream, format.precision), descriptor)
      case .flac: return (try GrowingFLAC(descriptor, path, format), descriptor)
      }
    } catch {
      close(descriptor)
      _ = path.withPlatformString { unlink($0) }
      throw error
    }
  }
}

/// FLAC, whose frames are complete as soon as they are written. Its head says neither length nor checksum until it is
/// finished, which the format allows.
final class GrowingFLAC: GrowingFile {
  private let writer: AudioFileWriter
  let bytesPerSecond: Int

  init(_ descriptor: Int32, _ path: FilePath, _ format: CaptureFormat) throws(AudioFileError) {
    let is16Bit = format.precision == .bits16
    bytesPerSecond = format.stream.sampleRate * format.stream.channels * (is16Bit ? 2 : 3)
    writer = try AudioFileWriter(
      growing: descriptor, path, format: is16Bit ? .flac16 : .flac24, layout: .of(format.stream.speakers),
      sampleRate: format.stream.sampleRate)
  }

  var frames: Int { writer.framesWritten }
  var limitedSamples: Int { writer.limitedSamples }
  func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) { try writer.write(samples) }
  func finish() throws(AudioFileError) { try writer.finish() }
}
