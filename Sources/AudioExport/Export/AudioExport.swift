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

  /// Does the work on the calling thread.
  public func runNow() {
    do throws(AudioFileError) {
      event(try copy().map { .finished(losses: $0) } ?? .cancelled)
    } catch {
      event(.failed(error))
    }
  }

  /// Frames that are read at a time, over all channels: some milliseconds of work, so that giving up is prompt.
  private static let blockSize = 65_536

  /// - Returns: what was lost; nil when it was given up.
  private func copy() throws(AudioFileError) -> [String]? {
    let channels = source.channels
    let block = max(Self.blockSize / channels, 1)
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: block * channels)
    defer { buffer.deallocate() }
    let feed = try source.feed(from: range?.lowerBound ?? 0)
    let writer = try writer()
    while try writer.prepare() {
      if isCancelled.load(ordering: .relaxed) { return nil }
    }
    let lead = feed.lead
    let expected = (range?.count ?? source.length).map { $0 + lead }
    var (passed, written, percent) = (0, 0, 0)
    while range.map({ written < $0.count }) ?? true {
      if isCancelled.load(ordering: .relaxed) { return nil }
      let missing = passed < lead ? lead - passed : range.map { $0.count - written } ?? block
      let wanted = min(missing, block)
      let frames = try feed.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<(wanted * channels)]))
      if frames == 0 { break }
      if passed < lead {
        passed += frames
      } else {
        try writer.write(UnsafeBufferPointer(rebasing: buffer[..<(frames * channels)]))
        written += frames
      }
      let done = passed + written
      if let expected, expected > 0, case let now = min(done * 100 / expected, 100), now > percent {
        percent = now
        event(.progress(Double(now) / 100))
      }
    }
    if let range, written < range.count {
      throw AudioFileError(.writeFailed, path: path, detail: "the recording ended before all was read")
    }
    if isCancelled.load(ordering: .relaxed) { return nil }
    try writer.finish()
    let first = range?.lowerBound ?? 0
    return feed.losses(in: first..<first + written) + [writer.remark].compactMap { $0 }
  }
}
