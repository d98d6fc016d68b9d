// RecordingMeasures.swift
// Measures a whole recording, or a stretch of it, on the calling thread and as many others as its decoder allows.

import AudioDecoding
import AudioFormats
import Decoding
import HostIO
import Localization
import Measures
import SystemPackage
import WaveformCore

extension MeasureShape {
  /// The shape of a recording's measures.
  public init(_ description: AudioDescription) {
    self.init(
      channels: description.channels, sampleRate: description.sampleRate,
      weights: description.layout.loudnessWeights)
  }
}

extension ChannelLayout {
  /// By how much the energy of each channel counts in the loudness of the whole; nil where nobody knows what it is.
  fileprivate var loudnessWeights: [Double]? {
    switch self {
    case .speakers(let speakers): speakers.count == 1 ? nil : speakers.map { Self.weight(of: $0) }
    case .discrete(let names): names.map { _ in ChannelWeights.front }
    case .unknown: nil
    }
  }

  /// As ffmpeg's `ebur128` has them.
  private static func weight(of speaker: Speaker) -> Double {
    switch speaker {
    case .lowFrequency, .lowFrequency2: ChannelWeights.effects
    case .rearLeft, .rearRight, .rearCenter, .sideLeft, .sideRight, .topRearLeft, .topRearCenter,
      .topRearRight,
      .surroundDirectLeft, .surroundDirectRight:
      ChannelWeights.surround
    default: ChannelWeights.front
    }
  }
}

/// The measures of a file.
public struct RecordingMeasures: Sendable {
  public let description: AudioDescription
  public let report: ReadReport
  public let blocks: MeasuredBlocks
  /// What is wrong with what was measured: sentences of one line each.
  public let findings: [Sentence]
  /// The findings for people.
  public var warnings: [String] { findings.map(\.localized) }

  /// The same from the cache, where they are, or measured and kept there.
  ///
  /// - Parameters:
  ///   - cache: nil: none.
  ///   - description: of the file as it was opened for its peaks: it says what a kept entry is of.
  ///   - feed: gets the loudness of blocks while they are measured.
  /// - Returns: the blocks of the whole; nil when `goesOn` ended the reading.
  public static func blocks(
    of path: FilePath, options: OpenOptions, description: AudioDescription, cache: PeakCache?,
    feed: LoudnessFeed? = nil,
    goesOn: @escaping @Sendable () -> Bool, progressed: @escaping (_ frames: Int) -> Void
  ) throws(AudioFileError) -> MeasuredBlocks? {
    guard let cache else {
      return try read(path, options: options, feed: feed, goesOn: goesOn, progressed: progressed)?.blocks
    }
    let file = try FileBytes.open(path, options)
    let key = PeakCacheKey(file.state, path: path, options: options)
    if let kept = cache.measures(for: key, MeasureShape(description)) { return kept }
    let began = MonotonicTime.milliseconds
    let measured = try read(path, options: options, feed: feed, goesOn: goesOn, progressed: progressed)
    if let measured {
      cache.keep(
        measured, for: key, now: file.currentState.map { PeakCacheKey($0, path: path, options: options) },
        milliseconds: MonotonicTime.milliseconds - began)
    }
    return measured?.blocks
  }

  /// Measures everything. Integers of more than 16 bits are read with all of them, unlike for peaks.
  ///
  /// - Parameters:
  ///   - feed: gets the loudness of blocks while they are measured.
  ///   - goesOn: returns false to end the reading.
  ///   - progressed: called with frames that were read, on any thread, one call at a time.
  /// - Returns: nil when `goesOn` ended it.
  public static func read(
    _ path: FilePath, options: OpenOptions = OpenOptions(), feed: LoudnessFeed? = nil,
    goesOn: @escaping @Sendable () -> Bool = { true },
    progressed: @escaping (_ frames: Int) -> Void = { _ in }
  ) throws(AudioFileError) -> RecordingMeasures? {
    let box: ReaderBox
    do throws(AudioFileError) {
      box = ReaderBox(try AudioFileReader(path: path, options: options, goesOn: goesOn))
    } catch {
      guard goesOn() else { return nil }
      throw error
    }
    return if box.reader.description.precision == .bits16 {
      try read(Int16.self, box, options, feed, goesOn, progressed)
    } else {
      try read(Float.self, box, options, feed, goesOn, progressed)
    }
  }

  private static func read<Sample: DecodedSample & PeakSample>(
    _: Sample.Type, _ box: ReaderBox, _ options: OpenOptions, _ feed: LoudnessFeed?,
    _ goesOn: @escaping @Sendable () -> Bool, _ progressed: @escaping (Int) -> Void
  ) throws(AudioFileError) -> RecordingMeasures? {
    let description = box.reader.description
    let taker = MeasureTaker(MeasureBuilder<Sample>(MeasureShape(description)), feed: feed)
    let pass = RecordingPass(
      box, into: taker, options: options, blocks: .constant(65_536), goesOn: goesOn, progressed: progressed)
    guard let report = try pass.run() else { return nil }
    return RecordingMeasures(
      description: description, report: report, blocks: taker.blocks, findings: report.findings)
  }

  /// Measures samples that are in no file, such as those of a clean waveform, on the calling thread.
  ///
  /// - Parameter length: frames of the source.
  /// - Returns: nil when `goesOn` ended it.
  public static func blocks(
    of source: any SampleSource, length: Int, _ shape: MeasureShape, feed: LoudnessFeed? = nil,
    goesOn: () -> Bool, progressed: (_ frames: Int) -> Void
  ) throws(AudioFileError) -> MeasuredBlocks? {
    let taker = MeasureTaker(MeasureBuilder<Float>(shape), feed: feed)
    guard try source.take(length, into: taker, goesOn: goesOn, progressed: progressed) else { return nil }
    return taker.blocks
  }

  /// Measures a stretch as if it had been cut out: what lies before it is not heard.
  ///
  /// - Parameter stretch: the frames to measure, by what the header says; nil: the file has none of them.
  public static func read(
    _ path: FilePath, options: OpenOptions = OpenOptions(),
    stretch: (AudioDescription) -> FrameRange
  ) throws(AudioFileError) -> RecordingMeasures {
    let reader = try AudioFileReader(path: path, options: options)
    let description = reader.description
    let frames = stretch(description)
    let builder = MeasureBuilder<Float>(MeasureShape(description))
    let pass = SamplePass(ReaderBox(reader), from: frames.lowerBound)
    let report = try pass.run { block in
      let wanted = min(block.count / description.channels, frames.count - builder.end)
      if wanted > 0 { builder.append(block.baseAddress!, frames: wanted) }
      return builder.end < frames.count
    }!
    // Of a reading that was ended the report knows what was found up to there, but takes the rest for missing.
    let isWhole = builder.end == frames.count
    return RecordingMeasures(
      description: description, report: report, blocks: MeasuredBlocks(builder),
      findings: isWhole
        ? report.findings(in: frames, nonFinite: builder.nonFiniteSamples) : report.findings)
  }
}
