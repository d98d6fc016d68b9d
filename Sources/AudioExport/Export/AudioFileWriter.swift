// AudioFileWriter.swift
// Writes a recording: into a file of no name beside the one that is wanted, which takes that name when all is there.
// What is given up, by an error or because its owner goes, leaves nothing behind. The one place that calls libsndfile's
// writing functions; one thread.

import AudioFormats
import CSndfile
import Glibc
import HostIO
import SystemPackage

/// A recording that is being written.
public final class AudioFileWriter {
  private let target: OutputFile
  private let format: ExportFormat
  private let channels: Int
  /// Nil once it has its name.
  private var file: TemporaryFile?
  private let handle: SndfileEncoder
  private var shorts: [Int16] = []
  private var integers: [Int32] = []
  private var floats: [Float] = []
  public private(set) var framesWritten = 0
  /// What of the metadata the format cannot hold, in one line; nil when nothing is lost.
  public let remark: String?

  /// - Parameters:
  ///   - channels: > 0, `sampleRate`: frames per second, > 0.
  ///   - metadata: what the file is to say about itself, as far as the format can hold it.
  /// - Throws: `writeFailed` when the format cannot hold such a recording or the folder takes no file.
  public init(
    _ target: OutputFile, format: ExportFormat, channels: Int, sampleRate: Int,
    metadata: RecordingMetadata = RecordingMetadata()
  ) throws(AudioFileError) {
    if let problem = format.problem(channels: channels, sampleRate: sampleRate) {
      throw AudioFileError(.writeFailed, path: target.path, detail: problem)
    }
    let file: TemporaryFile
    do throws(Errno) {
      file = try target.temporary()
    } catch {
      throw AudioFileError(.writeFailed, path: target.path, detail: error.description, cause: error)
    }
    let plan = MetadataPlan(metadata, format, channels: channels, sampleRate: sampleRate)
    remark = plan.remark
    do throws(SndfileError) {
      let output = EncoderOutput(file.number, plan.insertion)
      handle = try SndfileEncoder(output, format: format, channels: channels, sampleRate: sampleRate)
    } catch {
      throw AudioFileError(
        .writeFailed, path: target.path, detail: "this system's libsndfile does not write \(format.rawValue)",
        cause: error)
    }
    self.file = consume file
    self.target = target
    self.format = format
    self.channels = channels
  }

  /// libsndfile's last words go through the descriptor of the file, which would be closed before it.
  deinit { _ = handle.close() }

  /// Writes the frames that follow; integers are rounded, and limited to full scale. There is no dither: what was
  /// read as 16 bits is written as it was, bit for bit, and noise of a recording is louder than the rounding.
  ///
  /// - Parameter samples: interleaved, in full scale ±1.
  public func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    guard let base = samples.baseAddress else { return }
    let frames = samples.count / channels
    errno = 0
    let written: Int
    switch format.integerBits {
    case 16:
      if shorts.count < samples.count { shorts = Array(repeating: 0, count: samples.count) }
      SampleRounding.round(base, samples.count, into: &shorts)
      written = handle.write(shorts, frames: frames)
    case .some:
      if integers.count < samples.count { integers = Array(repeating: 0, count: samples.count) }
      SampleRounding.round(base, samples.count, into: &integers)
      written = handle.write(integers, frames: frames)
    case nil where format != .wavFloat:
      if floats.count < samples.count { floats = Array(repeating: 0, count: samples.count) }
      for index in samples.indices { floats[index] = Self.bounded(base[index]) }
      written = handle.write(floats, frames: frames)
    case nil:
      written = handle.write(base, frames: frames)
    }
    framesWritten += written
    if written < frames { throw failure(errno) }
    file?.settle()
  }

  /// A sample as encoders can bear it: LAME ends the whole process at one that is no number, or whose square is none.
  private static func bounded(_ sample: Float) -> Float {
    sample.isFinite ? min(max(sample, -loudest), loudest) : 0
  }

  /// 120 dB above full scale.
  private static let loudest: Float = 1e6

  /// Completes the file and gives it its name; what had that name before is gone in the same moment.
  public func finish() throws(AudioFileError) {
    errno = 0
    let path = target.path
    guard handle.close() else { throw failure(errno) }
    do throws(Errno) {
      try file.take()?.take(name: path, isSynced: true)
    } catch {
      throw AudioFileError(.writeFailed, path: path, detail: error.description, cause: error)
    }
  }

  private func failure(_ number: Int32) -> AudioFileError {
    let cause = Errno(rawValue: number == 0 ? ENOSPC : number)
    return AudioFileError(.writeFailed, path: target.path, detail: cause.description, cause: cause)
  }
}

/// Owns a SNDFILE that is written, and what it writes to; the descriptor is somebody else's.
private final class SndfileEncoder {
  private var handle: OpaquePointer?
  private let output: EncoderOutput

  init(
    _ output: EncoderOutput, format: ExportFormat, channels: Int, sampleRate: Int
  ) throws(SndfileError) {
    self.output = output
    var info = SF_INFO()
    info.channels = Int32(channels)
    info.samplerate = Int32(sampleRate)
    info.format = format.native
    guard let handle = output.open(&info) else {
      throw SndfileError(code: sf_error(nil))
    }
    self.handle = handle
    sf_command(handle, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
    sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    if var quality = format.quality {
      sf_command(
        handle, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality, Int32(MemoryLayout<Double>.size))
    }
  }

  deinit { _ = close() }

  func write(_ samples: [Int16], frames: Int) -> Int {
    Int(sf_writef_short(handle, samples, sf_count_t(frames)))
  }

  func write(_ samples: [Int32], frames: Int) -> Int {
    Int(sf_writef_int(handle, samples, sf_count_t(frames)))
  }

  func write(_ samples: UnsafePointer<Float>, frames: Int) -> Int {
    Int(sf_writef_float(handle, samples, sf_count_t(frames)))
  }

  /// - Returns: false when what was still to be written could not be.
  func close() -> Bool {
    guard let open = handle else { return true }
    handle = nil
    return sf_close(open) == 0
  }
}
