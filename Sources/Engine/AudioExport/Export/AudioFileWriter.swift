// AudioFileWriter.swift
// Writes a recording into a temporary file in the target folder, which takes its name when it is complete. After an
// error, or when its owner goes, no file remains. The only place that calls libsndfile's writing functions; one thread.

import AudioFormats
import CSndfile
import Glibc
import HostIO
import Localization
import SystemPackage

/// Writes one recording.
public final class AudioFileWriter {
  /// Where the finished file gets its name; nil for one that has it already.
  private let target: OutputFile?
  private let path: FilePath
  private let format: ExportFormat
  /// Those that it is given, and where they go.
  private let channels: Int
  private let placement: ChannelPlacement
  /// Nil once it has its final name.
  private var file: TemporaryFile?
  private let handle: SndfileEncoder
  private var shorts: [Int16] = []
  private var integers: [Int32] = []
  private var floats: [Float] = []
  private var dither = Dither()
  public private(set) var framesWritten = 0
  public private(set) var limitedSamples = 0
  /// The metadata that the format cannot hold, in one line; nil when nothing is lost.
  public let loss: Sentence?

  /// - Parameters:
  ///   - layout: what the channels stand for that are written; the format's own order is made of theirs.
  ///   - sampleRate: frames per second, > 0.
  ///   - metadata: the tags and other data to write, as far as the format can hold them.
  /// - Throws: `writeFailed` when the format cannot hold such a recording or no file can be created in the
  ///   folder.
  public init(
    _ target: OutputFile, format: ExportFormat, layout: ChannelLayout, sampleRate: Int,
    metadata: RecordingMetadata = RecordingMetadata()
  ) throws(AudioFileError) {
    let placement = try Self.placement(layout, format, sampleRate: sampleRate, path: target.path)
    let file: TemporaryFile
    do throws(Errno) {
      file = try target.temporary()
    } catch {
      throw AudioFileError(.writeFailed, path: target.path, errno: error)
    }
    let plan = MetadataPlan(metadata, format, placement, sampleRate: sampleRate)
    loss = plan.loss
    do throws(SndfileError) {
      let output = EncoderOutput(file.number, plan.insertion, head: Self.head(format, placement))
      handle = try SndfileEncoder(
        output, format: format, channels: placement.channels, sampleRate: sampleRate)
    } catch {
      throw AudioFileError(
        .writeFailed, path: target.path,
        // Translators: %1$s is the name of a format, as “opus”.
        detail: Sentence("this system's libsndfile does not write \(format.rawValue)"),
        cause: error)
    }
    self.file = consume file
    self.target = target
    path = target.path
    self.format = format
    self.placement = placement
    channels = layout.channels
  }

  /// Writes into a file that has its name already, and that others may read while it grows.
  ///
  /// - Parameter descriptor: an empty file, open for writing; the caller closes it, after this writer has gone.
  package init(
    growing descriptor: Int32, _ path: FilePath, format: ExportFormat, layout: ChannelLayout, sampleRate: Int
  ) throws(AudioFileError) {
    let placement = try Self.placement(layout, format, sampleRate: sampleRate, path: path)
    let plan = MetadataPlan(RecordingMetadata(), format, placement, sampleRate: sampleRate)
    do throws(SndfileError) {
      handle = try SndfileEncoder(
        EncoderOutput(descriptor, plan.insertion, head: Self.head(format, placement)), format: format,
        channels: placement.channels, sampleRate: sampleRate)
    } catch {
      throw AudioFileError(
        .writeFailed, path: path,
        // Translators: %1$s is the name of a format, as “opus”.
        detail: Sentence("this system's libsndfile does not write \(format.rawValue)"),
        cause: error)
    }
    loss = plan.loss
    target = nil
    self.path = path
    self.format = format
    self.placement = placement
    channels = layout.channels
  }

  private static func head(_ format: ExportFormat, _ placement: ChannelPlacement) -> WaveHeadEdit? {
    guard format.isWave, let mask = placement.mask else { return nil }
    let isUsual = placement.channels == 1 || placement.channels == 2 && mask == 3
    return WaveHeadEdit(mask: mask, isPlain: format == .wav16 && isUsual)
  }

  private static func placement(
    _ layout: ChannelLayout, _ format: ExportFormat, sampleRate: Int, path: FilePath
  ) throws(AudioFileError) -> ChannelPlacement {
    guard let placement = ChannelPlacement(layout, in: format),
      format.fault(layout, sampleRate: sampleRate) == nil
    else {
      throw AudioFileError(
        .writeFailed, path: path, detail: format.fault(layout, sampleRate: sampleRate)!)
    }
    return placement
  }

  /// Closes libsndfile first: its last bytes go through the descriptor of the file, which would be closed before.
  deinit { _ = handle.close() }

  /// Writes the next frames; integers are rounded, and limited to full scale. Those of 16 bits get dither, unless the
  /// samples are numbers of 16 bits already, which are written unchanged, bit for bit.
  ///
  /// - Parameter samples: interleaved, in full scale ±1.
  public func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    guard !placement.isPlain else { return try put(samples) }
    try samples.ordered(placement.order, of: channels).withUnsafeBufferPointer {
      (placed) throws(AudioFileError) in try put(placed)
    }
  }

  /// - Parameter samples: in the file's order.
  private func put(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    guard let base = samples.baseAddress else { return }
    let frames = samples.count / placement.channels
    if format.integerBits != nil { limitedSamples += samples.overCount }
    errno = 0
    let written: Int
    switch format.integerBits {
    case 32:
      integers = samples.map(SampleRounding.wide)
      written = handle.write(integers, frames: frames)
    case 16:
      if shorts.count < samples.count { shorts = Array(repeating: 0, count: samples.count) }
      floats.replaceSubrange(floats.startIndex..., with: samples)
      dither.add(to: &floats)
      SampleRounding.round(floats, samples.count, into: &shorts)
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
    try settle(written, of: frames)
  }

  public var keepsIntegers: Bool { format.integerBits == 32 }

  /// Writes the next frames as they are.
  public func write(_ samples: UnsafeBufferPointer<Int32>) throws(AudioFileError) {
    guard !placement.isPlain else { return try put(samples) }
    try samples.ordered(placement.order, of: channels).withUnsafeBufferPointer {
      (placed) throws(AudioFileError) in try put(placed)
    }
  }

  private func put(_ samples: UnsafeBufferPointer<Int32>) throws(AudioFileError) {
    guard let base = samples.baseAddress else { return }
    errno = 0
    let frames = samples.count / placement.channels
    try settle(handle.write(base, frames: frames), of: frames)
  }

  private func settle(_ written: Int, of frames: Int) throws(AudioFileError) {
    framesWritten += written
    // What the disk says counts, whatever the encoder took.
    if written < frames || handle.failure != nil { throw failure(errno) }
    file?.settle()
  }

  /// Limits a sample for encoders: LAME aborts the whole process at NaN, or when the square of a sample overflows.
  private static func bounded(_ sample: Float) -> Float {
    sample.isFinite ? min(max(sample, -loudest), loudest) : 0
  }

  /// The largest magnitude: 120 dB above full scale.
  private static let loudest: Float = 1e6

  /// Completes the file and gives it its name, and so replaces any file of that name in one step.
  public func finish() throws(AudioFileError) {
    errno = 0
    guard handle.close(), handle.failure == nil, handle.isWhole else { throw failure(errno) }
    do throws(Errno) {
      try file.take()?.take(name: path)
    } catch {
      throw AudioFileError(.writeFailed, path: path, errno: error)
    }
  }

  private func failure(_ number: Int32) -> AudioFileError {
    AudioFileError(
      .writeFailed, path: path, errno: handle.failure ?? Errno(rawValue: number == 0 ? ENOSPC : number))
  }
}

/// Owns a SNDFILE for writing, and its output; the caller owns the descriptor.
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

  /// What the system said of the first bytes that could not be written.
  var failure: Errno? { output.failure }

  var isWhole: Bool { output.isWhole }

  func write(_ samples: [Int16], frames: Int) -> Int {
    Int(sf_writef_short(handle, samples, sf_count_t(frames)))
  }

  func write(_ samples: UnsafePointer<Int32>, frames: Int) -> Int {
    Int(sf_writef_int(handle, samples, sf_count_t(frames)))
  }

  func write(_ samples: UnsafePointer<Float>, frames: Int) -> Int {
    Int(sf_writef_float(handle, samples, sf_count_t(frames)))
  }

  /// - Returns: false when the remaining bytes could not be written.
  func close() -> Bool {
    guard let open = handle else { return true }
    handle = nil
    let isClosed = sf_close(open) == 0
    output.complete()
    return isClosed
  }
}
