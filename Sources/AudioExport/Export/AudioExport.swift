// AudioExport.swift
// Writes samples into a file on a thread of its own. Whoever began it may give it up at any moment, and need not wait
// for that; a file is there when all of it is, or not at all.

import HostIO
import Recording
import Synchronization
import SystemPackage
import WaveformCore

/// A file that is written in the background.
public final class AudioExport: Sendable {
  /// What becomes of it. One of the last three comes once, and nothing after it.
  public enum Event: Sendable {
    /// 0…1, at most a hundred times.
    case progress(Double)
    /// The file is there; what of the recording is missing in it, or may be wrong: sentences, one line each.
    case finished(losses: [String])
    case cancelled
    case failed(AudioFileError)
  }

  private let source: ExportSource
  private let range: FrameRange?
  private let path: FilePath
  private let writer: @Sendable () throws(AudioFileError) -> any SampleWriter
  private let event: @Sendable (Event) -> Void
  private let isCancelled = Atomic(false)

  /// - Parameters:
  ///   - range: frames to write; nil: all that there are. Fewer than there should be are a failure: nobody wants a
  ///     file that ends early without a word.
  ///   - path: the file, for messages.
  ///   - writer: called on the export's own thread.
  ///   - event: called on the export's own thread.
  public init(
    _ source: ExportSource, range: FrameRange?, path: FilePath,
    writer: @escaping @Sendable () throws(AudioFileError) -> any SampleWriter,
    event: @escaping @Sendable (Event) -> Void
  ) {
    self.source = source
    self.range = range
    self.path = path
    self.writer = writer
    self.event = event
  }

  /// Begins. Once.
  public func start() {
    if !BackgroundThread.start({ self.runNow() }) {
      event(.failed(AudioFileError(.outOfMemory, path: path)))
    }
  }

  /// Gives it up, soon.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Does the work on the calling thread, and says what becomes of it.
  public func runNow() {
    do throws(AudioFileError) {
      event(try run().map { .finished(losses: $0) } ?? .cancelled)
    } catch {
      event(.failed(error))
    }
  }

  /// Does the work on the calling thread.
  ///
  /// - Returns: what of the recording is missing in the file, or may be wrong: sentences, one line each; nil when it was
  ///   given up.
  /// - Throws: why there is no file.
  public func run() throws(AudioFileError) -> [String]? {
    let stream = try source.treatment?()
    let writer = try writer()
    while try writer.prepare() {
      if isCancelled.load(ordering: .relaxed) { return nil }
    }
    let first = range?.lowerBound ?? 0
    // What noise reduction does depends on all that was before: it begins with the first frame.
    let start = stream == nil ? first : 0
    let copy = Copy(
      to: writer, channels: source.channels, lead: first - start, count: range?.count,
      expected: (range?.count ?? source.length).map { $0 + first - start }
    ) { [event] in event(.progress($0)) }
    let report = try source.run(start, { !self.isCancelled.load(ordering: .relaxed) }) {
      (samples) throws(AudioFileError) in
      guard let stream else { return try copy.take(samples) }
      try stream.append(samples) { (samples) throws(AudioFileError) in _ = try copy.take(samples) }
      return copy.isWanting
    }
    guard let report else { return nil }
    if copy.isWanting, report.cause == nil {
      try stream?.finish { (samples) throws(AudioFileError) in _ = try copy.take(samples) }
    }
    guard range.map({ copy.written == $0.count }) ?? (report.cause == nil) else {
      throw report.cause
        ?? AudioFileError(.writeFailed, path: path, detail: "the recording ended before all was read")
    }
    if isCancelled.load(ordering: .relaxed) { return nil }
    try writer.finish()
    // Where the recording goes on, nobody has to be told how it ends.
    let isWhole = first == 0 && copy.isWanting && report.cause == nil
    let losses =
      isWhole
      ? report.warnings
      : report.warnings(
        in: first..<first + copy.written, nonFinite: stream == nil ? copy.nonFiniteSamples : nil)
    return losses
      + [writer.remark].compactMap { $0 }
  }
}

/// Frames on their way into a file. One thread at a time.
private final class Copy {
  private let writer: any SampleWriter
  private let channels: Int
  private let count: Int?
  private let expected: Int?
  private let progressed: (Double) -> Void
  private var lead: Int
  private var taken = 0, percent = 0
  /// Frames in the file, and samples of them that are no numbers.
  private(set) var written = 0, nonFiniteSamples = 0
  /// False once more came than is wanted: the recording goes on behind that.
  private(set) var isWanting = true

  /// - Parameters:
  ///   - lead: frames that come first and are left out.
  ///   - count: frames that are wanted; nil: all.
  ///   - expected: frames that will come; nil while nobody knows.
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

  /// - Returns: whether more is wanted.
  func take(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) -> Bool {
    let frames = samples.count / channels
    let skipped = min(lead, frames)
    lead -= skipped
    let wanted = min(frames - skipped, count.map { $0 - written } ?? .max)
    if wanted < frames - skipped { isWanting = false }
    if wanted > 0 {
      let part = UnsafeBufferPointer(
        rebasing: samples[(skipped * channels)..<((skipped + wanted) * channels)])
      nonFiniteSamples += part.reduce(0) { $0 + ($1.isFinite ? 0 : 1) }
      try writer.write(part)
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
