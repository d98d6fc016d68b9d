// PeakReader.swift
// Reads a whole recording once, on a thread of its own, and builds its peaks. The thread is detached, and no
// other thread waits for it, because a read from a dead network share may never return.

import AudioDecoding
import AudioFormats
import Glibc
import Decoding
import HostIO
import Synchronization
import SystemPackage
import WaveformCore

/// The background reader of one recording.
public final class PeakReader: Sendable {
  public enum Event: Sendable {
    /// The header has been read; the peaks fill from now on, and may be drawn at any time.
    case opened(AudioDescription, WaveformPeaks)
    /// The number of frames that have been read; at most one event in 50 ms, and none shortly before the end.
    case progress(framesRead: Int)
    /// A rough picture of the whole recording, denser each time. Delivered some times between `opened` and the end, on
    /// other threads, for recordings that take long to read.
    case preview(PeakPreview)
    /// All existing frames have been read, and the reader waits for more: the file is still being written.
    case following(framesRead: Int, FileState)
    /// All readable frames have been read.
    case finished(ReadReport)
    /// There is no frame to show.
    case failed(AudioFileError)
  }

  public let path: FilePath
  private let options: OpenOptions
  private let blocks: BlockSizes
  private let parallelism: Parallelism
  private let now: @Sendable () -> Int
  private let wantsPreview: Bool
  private let preview = Mutex<PreviewReader?>(nil)
  private let following: Following?
  private let cache: PeakCache?
  private let onEvent: @Sendable (Event) -> Void
  private let isStarted = Atomic<Bool>(false)
  private let isCancelled = Atomic<Bool>(false)
  /// The process that decodes, if there is one. Ending it ends a read that waits for it.
  private let child = Mutex<(any Interruptible)?>(nil)

  /// - Parameters:
  ///   - options: how the file is opened.
  ///   - blocks: how much is read at once.
  ///   - following: how a growing file is followed; nil: only the existing frames are read.
  ///   - wantsPreview: true when previews are to be delivered.
  ///   - cache: may hold the peaks already, and keeps them when reading took long; nil: none.
  ///   - onEvent: called on the reader's threads: `opened`, any number of `progress`, `preview` and `following`,
  ///     `finished`; or `failed`.
  public init(
    path: FilePath, options: OpenOptions = OpenOptions(), blocks: BlockSizes = .growing,
    following: Following? = nil, wantsPreview: Bool = false, cache: PeakCache? = nil,
    onEvent: @escaping @Sendable (PeakReader.Event) -> Void
  ) {
    self.path = path
    self.options = options
    self.blocks = blocks
    self.following = following
    parallelism = .automatic
    now = { MonotonicTime.milliseconds }
    self.wantsPreview = wantsPreview
    self.cache = cache
    self.onEvent = onEvent
  }

  /// For tests: with a given division among threads, and a clock of milliseconds by which progress is told.
  package init(
    path: FilePath, options: OpenOptions = OpenOptions(), blocks: BlockSizes = .growing,
    parallelism: Parallelism, wantsPreview: Bool = false,
    now: @escaping @Sendable () -> Int = { MonotonicTime.milliseconds },
    onEvent: @escaping @Sendable (PeakReader.Event) -> Void
  ) {
    self.path = path
    self.options = options
    self.blocks = blocks
    self.following = nil
    self.parallelism = parallelism
    self.now = now
    self.wantsPreview = wantsPreview
    cache = nil
    self.onEvent = onEvent
  }

  /// Starts reading on a thread of its own; a second call does nothing. Returns at once.
  public func start() {
    guard !isStarted.exchange(true, ordering: .relaxed) else { return }
    if !BackgroundThread.start({ self.run() }) { deliver(.failed(AudioFileError(.outOfMemory, path: path))) }
  }

  /// Reads everything on the calling thread, for programs that do nothing else meanwhile.
  public func readNow() {
    guard !isStarted.exchange(true, ordering: .relaxed) else { return }
    run()
  }

  /// Ends the reading after the current block. Returns at once. No event is delivered from then on, except one that the
  /// reader's thread is just delivering.
  public func cancel() {
    isCancelled.store(true, ordering: .releasing)
    child.withLock { $0?.terminate() }
  }

  private var goesOn: Bool { !isCancelled.load(ordering: .acquiring) }

  /// `cancel` ends this from now on.
  private func depend(on decoding: any Interruptible) {
    child.withLock { $0 = decoding }
    if !goesOn { decoding.terminate() }
  }

  private func deliver(_ event: Event) { if goesOn { onEvent(event) } }

  /// Starts the threads that make previews, until `endPreview`.
  private func startPreview(of reader: borrowing AudioFileReader) {
    guard wantsPreview else { return }
    let started = reader.preview(goesOn: { [self] in goesOn }) { [self] in deliver(.preview($0)) }
    preview.withLock { $0 = started }
    started?.begin()
  }

  /// No preview is delivered after this.
  private func endPreview() { preview.withLock { $0.take() }?.stop() }

  private func run() {
    // For a cancelled reading, too: a preview holds this reader and the file, and only this call ends it.
    defer { endPreview() }
    do throws(AudioFileError) {
      let file = try FileBytes.open(path, options) { [self] in goesOn }
      let began = MonotonicTime.milliseconds
      let key = cache == nil ? nil : PeakCacheKey(file.state, path: path, options: options)
      if let key, let entry = cache?.entry(for: key) {
        var report = entry.report
        let description = entry.description.with(file.state)
        report.description = description
        deliver(.opened(description, entry.peaks))
        deliver(.finished(report))
        return
      }
      guard let (description, report, peaks) = try read(file) else { return }
      deliver(.finished(report))
      if let key {
        cache?.keep(
          description, report, peaks, for: key,
          now: file.currentState.map { PeakCacheKey($0, path: path, options: options) },
          milliseconds: MonotonicTime.milliseconds - began)
      }
    } catch {
      endPreview()
      deliver(.failed(error))
    }
  }

  /// - Returns: nil when the reading was cancelled.
  private func read(
    _ file: FileBytes
  ) throws(AudioFileError) -> (AudioDescription, ReadReport, WaveformPeaks)? {
    defer { child.withLock { $0 = nil } }
    let box = ReaderBox(
      try AudioFileReader(file, path: path, options: options, starting: { self.depend(on: $0) }))
    let description = box.reader.description
    if let decoding = box.reader.child { depend(on: decoding) }
    guard goesOn else { return nil }
    return if description.isFloat {
      try fill(PeakPyramid<Float>.self, from: box) { .float($0) }
    } else {
      try fill(PeakPyramid<Int16>.self, from: box) { .int16($0) }
    }
  }

  private func fill<Sample: DecodedSample & PeakSample>(
    _: PeakPyramid<Sample>.Type, from box: ReaderBox, as peaks: (PeakPyramid<Sample>) -> WaveformPeaks
  ) throws(AudioFileError) -> (AudioDescription, ReadReport, WaveformPeaks)? {
    let description = box.reader.description
    let pyramid = PeakPyramid<Sample>(
      channels: description.channels, expectedFrames: description.expectedFrames)
    let peaks = peaks(pyramid)
    deliver(.opened(description, peaks))
    startPreview(of: box.reader)
    let pass = RecordingPass(
      box, into: PeakTaker(PeakBuilder(pyramid)), options: options, blocks: blocks, parallelism: parallelism,
      following: following, now: now, goesOn: { self.goesOn },
      progressed: { self.deliver(.progress(framesRead: $0)) },
      waiting: { self.deliver(.following(framesRead: $0, $1)) })
    guard let report = try pass.run() else { return nil }
    endPreview()
    return (description, report, peaks)
  }
}

/// Makes peaks in the background, from a file or from what is computed while it is shown, and delivers the events of
/// `PeakReader`.
///
/// A feed starts once. `start` and `cancel` return at once. No event is delivered after `cancel`, except one that is
/// just being delivered.
public protocol PeakFeed: AnyObject, Sendable {
  func start()
  func cancel()
  /// The samples that belong to the peaks; nil when they are those of the file.
  var samples: (any SampleSource)? { get }
}

extension PeakReader: PeakFeed {
  public var samples: (any SampleSource)? { nil }
}
