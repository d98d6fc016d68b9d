// PeakReader.swift
// Reads a whole recording once, on a thread of its own, and builds its peaks. The thread is detached: nobody
// ever waits for it, because a read from a dead network share may never return.

import AudioDecoding
import AudioFormats
import Glibc
import HostIO
import Synchronization
import SystemPackage
import WaveformCore

/// The background reader of one recording.
public final class PeakReader: Sendable {
  public enum Event: Sendable {
    /// The header has been read; the peaks fill from now on, and may be drawn at any time.
    case opened(AudioDescription, WaveformPeaks)
    /// So many frames have been read: at most one such event in 50 ms, and none shortly before the end.
    case progress(framesRead: Int)
    /// What the whole looks like roughly; denser each time. Some, between `opened` and the end, on threads of
    /// their own, for recordings that take a while.
    case preview(PeakPreview)
    /// All that is there has been read, and more is waited for: the file is still being written.
    case following(framesRead: Int, FileState)
    /// Everything that can be read has been.
    case finished(ReadReport)
    /// There is nothing to show.
    case failed(AudioFileError)
  }

  public let path: FilePath
  private let options: OpenOptions
  private let blocks: BlockSizes
  private let parallelism: Parallelism
  private let wantsPreview: Bool
  private let preview = Mutex<PreviewReader?>(nil)
  private let following: Following?
  private let cache: PeakCache?
  private let onEvent: @Sendable (Event) -> Void
  private let isStarted = Atomic<Bool>(false)
  private let isCancelled = Atomic<Bool>(false)
  /// The process that decodes, if there is one: a read that waits for it ends with it.
  private let child = Mutex<ChildProcess?>(nil)

  /// - Parameters:
  ///   - options: how the file is opened.
  ///   - blocks: how much is read at once.
  ///   - following: how a file that grows is followed; nil: what is there is read, and that is that.
  ///   - wantsPreview: whether somebody looks while it is read.
  ///   - cache: where the peaks may be already, and are kept when reading them took long; nil: nowhere.
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
    self.parallelism = .automatic
    self.wantsPreview = wantsPreview
    self.cache = cache
    self.onEvent = onEvent
  }

  /// For tests: divided as told.
  package init(
    path: FilePath, options: OpenOptions = OpenOptions(), blocks: BlockSizes = .growing,
    parallelism: Parallelism, onEvent: @escaping @Sendable (PeakReader.Event) -> Void
  ) {
    self.path = path
    self.options = options
    self.blocks = blocks
    self.following = nil
    self.parallelism = parallelism
    wantsPreview = false
    cache = nil
    self.onEvent = onEvent
  }

  /// Begins to read on a thread of its own; a second call does nothing. Returns at once.
  public func start() {
    guard !isStarted.exchange(true, ordering: .relaxed) else { return }
    if !BackgroundThread.start({ self.run() }) { deliver(.failed(AudioFileError(.outOfMemory, path: path))) }
  }

  /// Reads everything on the calling thread, for programs that have nothing else to do meanwhile.
  public func readNow() {
    guard !isStarted.exchange(true, ordering: .relaxed) else { return }
    run()
  }

  /// Ends the reading after the block at hand. Returns at once, and no event is delivered from then on, except
  /// one that is being delivered on the reader's thread at this very moment.
  public func cancel() {
    isCancelled.store(true, ordering: .releasing)
    child.withLock { $0?.terminate() }
  }

  private var goesOn: Bool { !isCancelled.load(ordering: .acquiring) }

  private func deliver(_ event: Event) { if goesOn { onEvent(event) } }

  /// Lets other threads look ahead, until `endPreview`.
  private func startPreview(of reader: borrowing AudioFileReader) {
    guard wantsPreview else { return }
    let started = reader.preview(goesOn: { [self] in goesOn }) { [self] in deliver(.preview($0)) }
    preview.withLock { $0 = started }
    started?.begin()
  }

  /// No preview is delivered after this.
  private func endPreview() { preview.withLock { $0.take() }?.stop() }

  private func run() {
    // Also of a reading that was cancelled: a preview keeps this reader and the file, and nobody else ends it.
    defer { endPreview() }
    do throws(AudioFileError) {
      let file = try FileBytes(path: path)
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
    let box = ReaderBox(try AudioFileReader(file, path: path, options: options))
    let description = box.reader.description
    child.withLock { [decoding = box.reader.child] in $0 = decoding }
    defer { child.withLock { $0 = nil } }
    guard goesOn else { return nil }
    return if description.isFloat {
      try fill(PeakPyramid<Float>.self, from: box) { .float($0) }
    } else {
      try fill(PeakPyramid<Int16>.self, from: box) { .int16($0) }
    }
  }

  private func fill<Sample: DecodedSample>(
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
      following: following, goesOn: { self.goesOn },
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
/// A feed begins once. Nobody ever waits for it: `start` and `cancel` return at once, and no event is delivered after
/// `cancel`, except one that is being delivered at this very moment.
public protocol PeakFeed: AnyObject, Sendable {
  func start()
  func cancel()
  /// The samples that belong to the peaks, where they are not those of a file.
  var samples: (any SampleSource)? { get }
}

extension PeakReader: PeakFeed {
  public var samples: (any SampleSource)? { nil }
}
