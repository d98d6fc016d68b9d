// SampleFeed.swift
// Samples one after the other, from a file or from what is made of one: what is exported. One thread at a time.

import AudioDecoding
import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// Samples that are read forwards.
public protocol SampleFeed: AnyObject {
  /// Frames that come before those that were asked for, and are to be read past; 0 for most.
  var lead: Int { get }

  /// Fills `buffer` with the frames that follow, interleaved.
  ///
  /// - Returns: frames; fewer than fit do not mean the end, 0 does.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioFileError) -> Int

  /// What of the frames that were read is lost, or may be wrong: sentences, one line each. Asked after the last read.
  ///
  /// - Parameter range: the frames that were wanted, counted in the recording.
  func losses(in range: FrameRange) -> [String]
}

extension SampleFeed {
  public var lead: Int { 0 }
}

/// A recording as something to export. A value; nothing is open before it is asked for.
public struct ExportSource: Sendable {
  /// What it is called in a list: "Original", "Clean", "Residue".
  public let name: String
  /// At least 1.
  public let channels: Int
  /// Frames per second; at least 1.
  public let sampleRate: Int
  /// Frames that are there; nil while nobody knows.
  public let length: Int?
  /// True when samples of 16 bits would be too coarse.
  public let isFloat: Bool
  private let open: @Sendable (_ frame: Int) throws(AudioFileError) -> any SampleFeed

  /// - Parameter open: gives the samples from a frame on; called on the thread that reads them.
  public init(
    name: String, channels: Int, sampleRate: Int, length: Int?, isFloat: Bool,
    open: @escaping @Sendable (_ frame: Int) throws(AudioFileError) -> any SampleFeed
  ) {
    self.name = name
    self.channels = channels
    self.sampleRate = sampleRate
    self.length = length
    self.isFloat = isFloat
    self.open = open
  }

  /// A sound file, read anew: nothing else has to stay open for it.
  public init(
    name: String, path: FilePath, options: OpenOptions, description: AudioDescription, length: Int?
  ) {
    self.init(
      name: name, channels: description.channels, sampleRate: description.sampleRate, length: length,
      isFloat: description.precision != .bits16
    ) { (frame) throws(AudioFileError) in
      try FileFeed(path, options, description: description, from: frame)
    }
  }

  /// The samples from `frame` on.
  public func feed(from frame: Int) throws(AudioFileError) -> any SampleFeed { try open(frame) }
}

/// A file that is decoded forwards.
private final class FileFeed: SampleFeed {
  private var reader: AudioFileReader
  /// Samples that are no numbers.
  private var nonFinite = 0

  init(
    _ path: FilePath, _ options: OpenOptions, description: AudioDescription, from frame: Int
  ) throws(AudioFileError) {
    var reader = try AudioFileReader(path: path, options: options)
    let found = reader.description
    guard found.channels == description.channels, found.sampleRate == description.sampleRate else {
      throw AudioFileError(.readFailed, path: path, detail: "it is another recording by now; reload it")
    }
    if frame > 0, try !reader.seek(toFrame: frame) {
      throw AudioFileError(.readFailed, path: path, detail: "it has become shorter; reload it")
    }
    self.reader = reader
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioFileError) -> Int {
    let count = try reader.read(into: buffer)
    nonFinite +=
      UnsafeBufferPointer(rebasing: buffer[..<(count * reader.description.channels)]).nonFiniteCount
    return count
  }

  func losses(in range: FrameRange) -> [String] {
    let end = reader.position
    let report = reader.report(frames: end, nonFiniteSamples: nonFinite, cause: nil)
    // Where the recording goes on, nobody has to be told how it ends.
    return isAtEnd() && range.lowerBound == 0 ? report.warnings : report.warnings(in: range)
  }

  private func isAtEnd() -> Bool {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: reader.description.channels) {
      (try? reader.read(into: $0)) ?? 0 == 0
    }
  }
}

extension UnsafeBufferPointer<Float> {
  /// How many of the numbers are none, or infinite.
  public var nonFiniteCount: Int {
    reduce(0) { $0 + ($1.bitPattern & 0x7F80_0000 == 0x7F80_0000 ? 1 : 0) }
  }
}
