// AudioExport.swift
// Writes samples into a file on a thread of its own. The caller can cancel it at any moment without waiting. Either the
// complete file appears, or none.

import AudioFormats
import HostIO
import Localization
import Recording
import Synchronization
import SystemPackage
import WaveformCore

/// A file that is written in the background.
public final class AudioExport: Sendable {
  /// Progress and end of the export. One of the last three is delivered once, as the last event.
  public enum Event: Sendable {
    /// 0…1, at most a hundred times.
    case progress(Double)
    /// The file is complete. The losses are sentences of one line each about what is missing in it or may be wrong.
    case finished(losses: [String])
    case cancelled
    case failed(AudioFileError)
  }

  private let source: ExportSource
  private let range: FrameRange?
  private let path: FilePath
  private let writer: @Sendable () throws(AudioFileError) -> any SampleWriter
  private let event: @Sendable (Event) -> Void
  private let reported: @Sendable (ReadReport) -> Void
  private let isCancelled = Atomic(false)
  /// See `SampleWriter`; nil while there is no writer.
  private let interruption = Mutex<(@Sendable () -> Void)?>(nil)

  /// - Parameters:
  ///   - range: frames to write; nil: all. Fewer frames than wanted are an error, so that no file ends early without
  ///     notice.
  ///   - path: the file, for messages.
  ///   - writer: called on the export's own thread.
  ///   - reported: told what was read of the whole, on the export's own thread, before the last event.
  ///   - event: called on the export's own thread.
  public init(
    _ source: ExportSource, range: FrameRange?, path: FilePath,
    writer: @escaping @Sendable () throws(AudioFileError) -> any SampleWriter,
    reported: @escaping @Sendable (ReadReport) -> Void = { _ in },
    event: @escaping @Sendable (Event) -> Void
  ) {
    self.source = source
    self.range = range
    self.path = path
    self.writer = writer
    self.reported = reported
    self.event = event
  }

  /// Starts the export; call it once.
  public func start() {
    if !BackgroundThread.start({ self.runNow() }) {
      event(.failed(AudioFileError(.outOfMemory, path: path)))
    }
  }

  /// Cancels the export; it ends soon after.
  public func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    let interrupt = interruption.withLock { $0 }
    interrupt?()
  }

  /// Runs the export on the calling thread, and delivers its events.
  public func runNow() {
    do throws(AudioFileError) {
      event(try run().map { .finished(losses: $0.map(\.localized)) } ?? .cancelled)
    } catch {
      // Cancelling ends an opening as well, by an error.
      event(isCancelled.load(ordering: .relaxed) ? .cancelled : .failed(error))
    }
  }

  /// Runs the export on the calling thread.
  ///
  /// - Returns: sentences of one line each about what is missing in the file or may be wrong; nil when it was
  ///   cancelled.
  /// - Throws: the reason why there is no file.
  public func run() throws(AudioFileError) -> [Sentence]? {
    let stream = try source.treatment?()
    var writer = try writer()
    if let picked = source.picked { writer = PickedChannels(writer, picked, of: source.readChannels) }
    let interrupt = writer.interruption
    interruption.withLock { $0 = interrupt }
    // Who cancelled before found nothing to interrupt.
    if isCancelled.load(ordering: .relaxed) { return nil }
    let first = range?.lowerBound ?? 0
    // The state of noise reduction depends on all earlier frames, so it begins with the first one.
    let start = stream == nil ? first : 0
    let copy = Copy(
      to: writer, channels: source.readChannels, lead: first - start, count: range?.count,
      expected: (range?.count ?? source.length).map { $0 + first - start }
    ) { [event] in event(.progress($0)) }
    let goesOn = { @Sendable in !self.isCancelled.load(ordering: .relaxed) }
    let report: ReadReport?
    if stream == nil, writer.keepsIntegers, let run = source.runIntegers {
      report = try run(start, goesOn) { (samples) throws(AudioFileError) in try copy.take(integers: samples) }
    } else {
      report = try source.run(start, goesOn) { (samples) throws(AudioFileError) in
        guard let stream else { return try copy.take(samples) }
        try stream.append(samples) { (samples) throws(AudioFileError) in _ = try copy.take(samples) }
        return copy.isWanting
      }
    }
    guard let report else { return nil }
    reported(report)
    if copy.isWanting, report.cause == nil {
      try stream?.finish { (samples) throws(AudioFileError) in _ = try copy.take(samples) }
    }
    guard range.map({ copy.written == $0.count }) ?? (report.cause == nil) else {
      throw report.cause
        ?? AudioFileError(
          .writeFailed, path: path, detail: Sentence("the recording ended before all was read"))
    }
    if isCancelled.load(ordering: .relaxed) { return nil }
    try writer.finish()
    // When the recording continues behind the range, the damage at its end does not matter.
    let isWhole = first == 0 && copy.isWanting && report.cause == nil
    let losses =
      isWhole
      ? report.findings
      : report.findings(
        in: first..<first + copy.written, nonFinite: stream == nil ? copy.nonFiniteSamples : nil)
    return losses + source.remarks(on: first..<first + copy.written)
      + [Self.sentence(aboutLimited: writer.limitedSamples), writer.loss].compactMap { $0 }
  }

  private static func sentence(aboutLimited count: Int) -> Sentence? {
    guard count > 0 else { return nil }
    return Sentence(
      "\(count) sample is louder than full scale and cut off there; a 32-bit float WAV keeps such samples.",
      plural:
        "\(count) samples are louder than full scale and cut off there; a 32-bit float WAV keeps such samples.",
      count: count)
  }
}

/// Copies frames into a file. One thread at a time.
private final class Copy {
  private let writer: any SampleWriter
  private let channels: Int
  private let count: Int?
  private let expected: Int?
  private let progressed: (Double) -> Void
  private var lead: Int
  private var taken = 0, percent = 0
  /// Frames in the file, and how many of their samples are not numbers.
  private(set) var written = 0, nonFiniteSamples = 0
  /// False once more frames came than are wanted: the recording continues behind them.
  private(set) var isWanting = true

  /// - Parameters:
  ///   - lead: frames at the beginning to leave out.
  ///   - count: frames to write; nil: all.
  ///   - expected: frames that will come; nil when unknown.
  init(
    to writer: any SampleWriter, channels: Int, lead: Int, count: Int?, expected: Int?,
    progressed: @escaping (Double) -> Void
  ) {
    self.writer = writer
    self.channels = channels
    self.lead = lead
    self.count = count
    self.expected = expected
    self.progressed = progressed
  }

  /// - Returns: whether more frames are wanted.
  func take(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) -> Bool {
    try take(samples) { (part) throws(AudioFileError) in
      // Of a whole recording the report tells.
      if count != nil { nonFiniteSamples += part.nonFiniteCount }
      try writer.write(part)
    }
  }

  func take(integers samples: UnsafeBufferPointer<Int32>) throws(AudioFileError) -> Bool {
    try take(samples) { (part) throws(AudioFileError) in try writer.write(part) }
  }

  private func take<Sample>(
    _ samples: UnsafeBufferPointer<Sample>,
    write: (UnsafeBufferPointer<Sample>) throws(AudioFileError) -> Void
  ) throws(AudioFileError) -> Bool {
    let frames = samples.count / channels
    let skipped = min(lead, frames)
    lead -= skipped
    let wanted = min(frames - skipped, count.map { $0 - written } ?? .max)
    if wanted < frames - skipped { isWanting = false }
    if wanted > 0 {
      let part = UnsafeBufferPointer(
        rebasing: samples[(skipped * channels)..<((skipped + wanted) * channels)])
      try write(part)
    }
    written += wanted
    taken += skipped + wanted
    if let expected, expected > 0, case let now = min(taken * 100 / expected, 100), now > percent {
      percent = now
      progressed(Double(now) / 100)
    }
    return isWanting
  }
}
