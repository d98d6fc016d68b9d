// SampleFeed.swift
// Samples one after the other, from a file or from what is made of one: what is exported. One thread at a time.

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
    try reader.read(into: buffer)
  }
}
