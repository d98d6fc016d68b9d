// RecordingSummary.swift
// What a list says of a recording, and how much work it takes to know it. Blocks the calling thread.

import AudioDecoding
import AudioFormats
import HostIO
import Measures
import Synchronization
import SystemPackage
import WaveformCore

/// A recording in one row.
public struct RecordingSummary: Equatable, Sendable {
  /// What catches the eye in a row, the worst with the largest number.
  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The end is missing, as far as the header tells.
    public static let cutOff = Flags(rawValue: 8)
    /// Samples within are missing, or may be wrong.
    public static let damaged = Flags(rawValue: 4)
    /// Samples stay at full scale (`MarkKind`).
    public static let clipped = Flags(rawValue: 2)
    /// No sample reaches −60 dB below full scale.
    public static let silent = Flags(rawValue: 1)
  }

  /// How much is known.
  public enum Depth: Int, Comparable, Sendable {
    /// What the header says; length and flags are its promises.
    case head
    /// Everything but loudness: all of it was read.
    case peaks
    case everything

    public static func < (a: Depth, b: Depth) -> Bool { a.rawValue < b.rawValue }
  }

  public let depth: Depth
  /// Container and encoding in words.
  public let format: String
  public let channels: Int
  public let sampleRate: Int
  public let frames: Int
  public let flags: Flags
  /// The root mean square of equally long parts, as in `RecordingOutline`; empty for a `head`.
  public let levels: [Float]
  /// Integrated, in LUFS; nil where it is not known, and for what is too short or too quiet.
  public let loudness: Double?

  /// The length and the rate; nil while the header only promises them.
  public var knownFrames: (length: Int, rate: Int)? { depth > .head ? (frames, sampleRate) : nil }

  public var seconds: Double { Double(frames) / Double(sampleRate) }

  /// What is known without decoding: from the cache, or else from the header.
  ///
  /// - Parameters:
  ///   - parts: how many levels are wanted.
  ///   - cache: it is looked into and not changed.
  public static func glance(
    _ path: FilePath, parts: Int, cache: PeakCache?
  ) throws(AudioFileError) -> RecordingSummary {
    let file = try FileBytes(path: path)
    let options = OpenOptions()
    let key = PeakCacheKey(file.state, path: path, options: options)
    guard let entry = cache?.entry(for: key, isForLookingOnly: true) else {
      return RecordingSummary(try AudioFileReader(file, path: path, options: options).description)
    }
    let blocks = cache?.measures(for: key, MeasureShape(entry.description))
    return RecordingSummary(
      entry.description, entry.report, entry.peaks, parts: parts, measures: blocks?.measures)
  }

  /// Everything. What took long to read is kept in the cache.
  ///
  /// - Parameter goesOn: returns false to end the reading.
  /// - Returns: nil when `goesOn` ended it.
  public static func read(
    _ path: FilePath, parts: Int, cache: PeakCache?, goesOn: @escaping @Sendable () -> Bool
  ) throws(AudioFileError) -> RecordingSummary? {
    struct Reading {
      var opened: (description: AudioDescription, peaks: WaveformPeaks)?
      var outcome: Result<ReadReport, AudioFileError>?
      var reader: PeakReader?
    }
    let reading = Mutex(Reading())
    let reader = PeakReader(path: path, cache: cache) { event in
      switch event {
      case .opened(let description, let peaks): reading.withLock { $0.opened = (description, peaks) }
      case .progress: if !goesOn() { reading.withLock { $0.reader }?.cancel() }
      case .preview, .following: break
      case .finished(let report): reading.withLock { $0.outcome = .success(report) }
      case .failed(let error): reading.withLock { $0.outcome = .failure(error) }
      }
    }
    reading.withLock { $0.reader = reader }
    reader.readNow()
    let (opened, outcome) = reading.withLock { state in
      state.reader = nil
      return (state.opened, state.outcome)
    }
    guard let outcome, goesOn() else { return nil }
    let report = try outcome.get()
    guard let opened else { return nil }
    let blocks = try RecordingMeasures.blocks(
      of: path, options: OpenOptions(), description: opened.description, cache: cache, goesOn: goesOn,
      progressed: { _ in })
    guard let blocks else { return nil }
    return RecordingSummary(opened.description, report, opened.peaks, parts: parts, measures: blocks.measures)
  }

  /// - Parameter flags: what is known of them.
  package init(
    depth: Depth, format: String, channels: Int, sampleRate: Int, frames: Int, flags: Flags = [],
    levels: [Float] = [], loudness: Double? = nil
  ) {
    self.depth = depth
    self.format = format
    self.channels = channels
    self.sampleRate = sampleRate
    self.frames = frames
    self.flags = flags
    self.levels = levels
    self.loudness = loudness
  }

  private init(_ description: AudioDescription) {
    self.init(
      depth: .head, format: description.formatText, channels: description.channels,
      sampleRate: description.sampleRate, frames: description.expectedFrames,
      flags: description.isCutOff ? .cutOff : [])
  }

  private init(
    _ description: AudioDescription, _ report: ReadReport, _ peaks: WaveformPeaks, parts: Int,
    measures: Measures?
  ) {
    var flags: Flags = description.isCutOff || report.missing > 0 ? .cutOff : []
    if !report.gaps.isEmpty || !report.doubts.isEmpty { flags.insert(.damaged) }
    // A device that failed, say.
    if !report.isComplete, flags.isEmpty { flags = .cutOff }
    if peaks.marks.count(.clippedHigh) + peaks.marks.count(.clippedLow) > 0 { flags.insert(.clipped) }
    if peaks.peak < 0.001 { flags.insert(.silent) }
    self.init(
      depth: measures == nil ? .peaks : .everything, format: description.formatText,
      channels: description.channels, sampleRate: description.sampleRate, frames: report.frames, flags: flags,
      levels: RecordingOutline(peaks, length: report.frames, parts: parts, origin: .everything).levels,
      loudness: measures?.whole.loudness.integrated)
  }
}
