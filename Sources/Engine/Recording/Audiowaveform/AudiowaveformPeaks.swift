// AudiowaveformPeaks.swift
// Peaks as BBC audiowaveform 1.10 writes them, byte for byte (github.com/bbc/audiowaveform, doc/DataFormat.md):
// `.dat` version 1 for one channel and version 2 for several, all little-endian; JSON version 2 in one line.

import AudioDecoding
import AudioFormats
import Decoding
import HostIO
import SystemPackage
import WaveformCore

/// Minima and maxima of a recording, in the form that audiowaveform and its players share.
public struct AudiowaveformPeaks: Hashable, Sendable {
  public enum Bits: Int, Sendable, CaseIterable {
    case eight = 8
    case sixteen = 16
  }

  /// Frames per second.
  public let sampleRate: Int
  /// Frames in a bin; at least 2.
  public let framesPerPixel: Int
  public let channels: Int
  /// Minimum and maximum of each channel, bin by bin.
  public let values: [Int16]

  /// - Parameter values: two per channel and bin.
  public init(sampleRate: Int, framesPerPixel: Int, channels: Int, values: [Int16]) {
    precondition(channels > 0 && values.count % (2 * channels) == 0)
    self.sampleRate = sampleRate
    self.framesPerPixel = framesPerPixel
    self.channels = channels
    self.values = values
  }

  /// Bins; the last one may cover fewer frames than the others.
  public var length: Int { values.count / (2 * channels) }

  /// The content of a `.dat` file. 8-bit values are the 16-bit ones divided by 256, towards zero.
  public func dat(bits: Bits = .sixteen) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24 + values.count * bits.rawValue / 8)
    func append(_ number: Int) {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    append(channels == 1 ? 1 : 2)
    append(bits == .eight ? 1 : 0)
    append(sampleRate)
    append(framesPerPixel)
    append(length)
    if channels > 1 { append(channels) }
    for value in values {
      if bits == .eight {
        bytes.append(UInt8(bitPattern: Int8(value / 256)))
      } else {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
      }
    }
    return bytes
  }

  /// The content of a `.json` file, with the line end that audiowaveform puts after it.
  public func json(bits: Bits = .sixteen) -> [UInt8] {
    var bytes = Array(
      """
      {"version":2,"channels":\(channels),"sample_rate":\(sampleRate),"samples_per_pixel":\(framesPerPixel),\
      "bits":\(bits.rawValue),"length":\(length),"data":[
      """.utf8)
    bytes.reserveCapacity(bytes.count + values.count * 7)
    for index in values.indices {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      Self.append(bits == .eight ? Int(values[index] / 256) : Int(values[index]), to: &bytes)
    }
    bytes += Array("]}\n".utf8)
    return bytes
  }

  /// Appends a number of up to five digits.
  private static func append(_ value: Int, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = abs(value)
    var unit = 1
    while magnitude / unit >= 10 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(magnitude / unit % 10))
      unit /= 10
    }
  }
}

extension AudiowaveformPeaks {
  /// Reads a stretch as if it had been cut out: its first frame begins the first bin.
  ///
  /// - Parameter stretch: the frames, by what the header says; it may end behind the recording.
  /// - Returns: the peaks, the frames that there are, what is wrong with them, in sentences of one line each, and why reading
  ///   ended before the end of the stretch, if it did.
  public static func read(
    _ path: FilePath, options: OpenOptions = OpenOptions(), framesPerPixel: Int, splitChannels: Bool,
    stretch: (AudioDescription) -> FrameRange
  ) throws(AudioFileError) -> (
    peaks: AudiowaveformPeaks, frames: Int, warnings: [String], cause: AudioFileError?
  ) {
    let box = ReaderBox(try AudioFileReader(path: path, options: options))
    let description = box.reader.description
    let frames = stretch(description)
    let empty = AudiowaveformBuilder(
      channels: description.channels, sampleRate: description.sampleRate, framesPerPixel: framesPerPixel,
      splitChannels: splitChannels)
    return if description.isFloat {
      try read(box, frames, into: AudiowaveformTaker<Float>(empty, description, limit: frames.count))
    } else {
      try read(box, frames, into: AudiowaveformTaker<Int16>(empty, description, limit: frames.count))
    }
  }

  private static func read<Sample: DecodedSample & PeakSample>(
    _ reader: ReaderBox, _ frames: FrameRange, into taker: AudiowaveformTaker<Sample>
  ) throws(AudioFileError) -> (
    peaks: AudiowaveformPeaks, frames: Int, warnings: [String], cause: AudioFileError?
  ) {
    let report = try RecordingPass(
      reader, into: taker, from: frames.lowerBound, blocks: .constant(65_536),
      parallelism: Parallelism(workers: 1),
      isSatisfied: { [end = taker.end] in end.isReached.load(ordering: .acquiring) }
    ).run()!
    // Of a reading that was ended the report knows what was found up to there, but takes the rest for missing.
    let isReached = taker.end.isReached.load(ordering: .acquiring)
    return (
      taker.peaks!, taker.frames,
      isReached ? report.warnings(in: frames, nonFinite: taker.nonFiniteSamples) : report.warnings,
      isReached ? nil : report.cause
    )
  }

  /// Reads a whole recording, on all cores.
  ///
  /// This is how audiowaveform turns samples into 16 bits: integer files as libsndfile does (the upper bits of 24 and
  /// 32); float files times 32,767, cut off towards zero; Vorbis and Opus times 32,767, rounded. Two things are
  /// different here: beyond full scale audiowaveform wraps around, here values stop at full scale; and audiowaveform
  /// decodes MP3 with libmad.
  ///
  /// - Parameters:
  ///   - framesPerPixel: frames in a bin; at least 2.
  ///   - splitChannels: whether each channel is kept, rather than their mean.
  ///   - cache: the cache that may hold the peaks already; nil: none.
  /// - Returns: the peaks, and what is wrong with the recording.
  public static func read(
    _ path: FilePath, options: OpenOptions = OpenOptions(), framesPerPixel: Int, splitChannels: Bool,
    blocks: BlockSizes = .constant(65_536), cache: PeakCache? = nil
  ) throws(AudioFileError) -> (peaks: AudiowaveformPeaks, report: ReadReport) {
    let file = try FileBytes(path: path)
    if let entry = cache?.entry(for: PeakCacheKey(file.state, path: path, options: options)),
      let peaks = AudiowaveformPeaks(entry, framesPerPixel: framesPerPixel, splitChannels: splitChannels)
    {
      return (peaks, entry.report)
    }
    let box = ReaderBox(try AudioFileReader(file, path: path, options: options))
    let description = box.reader.description
    let empty = AudiowaveformBuilder(
      channels: description.channels, sampleRate: description.sampleRate, framesPerPixel: framesPerPixel,
      splitChannels: splitChannels)
    return if description.isFloat {
      try read(box, options, into: AudiowaveformTaker<Float>(empty, description), blocks)
    } else {
      try read(box, options, into: AudiowaveformTaker<Int16>(empty, description), blocks)
    }
  }

  private static func read<Sample: DecodedSample & PeakSample>(
    _ reader: ReaderBox, _ options: OpenOptions, into taker: AudiowaveformTaker<Sample>, _ blocks: BlockSizes
  ) throws(AudioFileError) -> (AudiowaveformPeaks, ReadReport) {
    let report = try RecordingPass(reader, into: taker, options: options, blocks: blocks).run()
    return (taker.peaks!, report!)
  }
}

extension AudiowaveformPeaks {
  /// From cached peaks, where that gives the same numbers: pixels of whole bins, each of one channel, of an integer
  /// file. A mixture of channels needs the samples; float files are rounded in another way.
  ///
  /// - Returns: nil where the samples are needed.
  package init?(_ entry: PeakCacheEntry, framesPerPixel: Int, splitChannels: Bool) {
    let peaks = entry.peaks
    guard case .int16 = peaks, splitChannels || peaks.channels == 1, framesPerPixel % peaks.framesPerBin == 0
    else {
      return nil
    }
    let grid = PixelGrid(framesPerPixel: Double(framesPerPixel))
    let count = (entry.report.frames - 1) / framesPerPixel + 1
    let channels = (0..<peaks.channels).map {
      peaks.columns(channel: $0, grid: grid, first: 0, count: count)
    }
    var values: [Int16] = []
    values.reserveCapacity(count * channels.count * 2)
    for pixel in 0..<count {
      for columns in channels {
        // Exact: a Float can hold the value of every Int16.
        values.append(Int16(columns.low[pixel] / Int16.unit))
        values.append(Int16(columns.high[pixel] / Int16.unit))
      }
    }
    self.init(
      sampleRate: entry.description.sampleRate, framesPerPixel: framesPerPixel, channels: channels.count,
      values: values)
  }
}
