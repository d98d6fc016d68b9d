// Listener.swift
// Hears one source after the other: keeps all of it in a temporary file without a name, builds the peaks of a waveform
// that grows, measures the level, and hands what is recorded to a `Take`. One thread; the sound server's thread only
// leaves blocks behind.

import AudioDecoding
import AudioFormats
import Glibc
import HostIO
import Localization
import Playback
import Recording
import Synchronization
import SystemPackage
import WaveformCore

/// Everything that is heard in one window, as a waveform.
///
/// The file without a name is a growing WAV of floats, which can be opened by `path` as long as the listener lives. So
/// what reads files reads what was heard.
public final class Listener: PeakFeed {
  /// What happens, besides the waveform.
  public enum Event: Sendable {
    case input(CaptureEvent)
    /// The largest |x| of each channel since the last of these events; 20 times a second at most, ten times at least.
    case level([Float])
    /// What is heard can be kept for so many minutes more: told when they change, and are few.
    case spoolRoom(minutes: Int)
    /// What is heard is shown, but can no longer be kept: close views and playing end there.
    case spoolFull(AudioFileError)
  }

  /// The file that holds what was heard.
  public let path: FilePath
  private let spool: SpoolFile
  private let place: SpoolPlace
  private let input: any CaptureInput
  private let device: String?
  private let onEvent: @Sendable (Event) -> Void
  private let intake = Mutex(Intake())
  private let wake = Wakeup()
  private let isCancelled = Atomic<Bool>(false)
  private let framesPerStep = Atomic<Int>(0)
  private let heardFrames = Atomic<Int>(0)
  private let waveform = Mutex(Waveform())

  /// A closure lies in a structure of its own: as the value of a lock it would be wrapped once more with each look.
  private struct Waveform { var onPeaks: (@Sendable (PeakReader.Event) -> Void)? }

  /// What the input left behind.
  private struct Intake {
    /// So many samples may wait while the disk of the cache does not answer: three minutes of stereo in 64 MB.
    static let mostSamples = 16 << 20
    var samples: [Float] = []
    /// Frames that have come so far: those of the waveform.
    var frames = 0
    var format: CaptureFormat?
    var take: Take?
    var hasStarted = false, hasEnded = false
    /// True when nothing may follow for a while: what has come is shown, although it is less than a step.
    var isPausing = false
  }

  /// Seconds between two events at least: no more than a block of a source, which is what the picture moves on by; and what
  /// eyes can follow in a meter.
  private static let secondsPerStep = 0.02, secondsPerLevel = 0.05

  /// - Parameters:
  ///   - input: not started yet.
  ///   - device: the name of a source; nil: the desktop's own choice.
  ///   - onEvent: called on other threads.
  /// - Throws: `noSpace` or `readFailed` when there is no room to keep what is heard.
  public init(
    _ input: any CaptureInput, device: String?, in place: SpoolPlace = .standard,
    onEvent: @escaping @Sendable (Event) -> Void
  ) throws(AudioFileError) {
    self.input = input
    self.device = device
    self.place = place
    self.onEvent = onEvent
    spool = try place.makeFile(ofSize: place.step, for: FilePath(localized("Listening")))
    path = FilePath("/proc/\(getpid())/fd/\(spool.descriptor)")
  }

  /// The waveform's reader, for its model.
  ///
  /// - Parameter onPeaks: gets `opened` with the first block, `following` for each step, `finished` after `end`.
  public func feed(_ onPeaks: @escaping @Sendable (PeakReader.Event) -> Void) -> any PeakFeed {
    waveform.withLock { $0.onPeaks = onPeaks }
    return self
  }

  /// Those of the file.
  public var samples: (any SampleSource)? { nil }

  public func start() {
    let isFirst = intake.withLock { intake in
      defer { intake.hasStarted = true }
      return !intake.hasStarted
    }
    guard isFirst else { return }
    guard BackgroundThread.start({ self.run() }) else {
      return deliver(.failed(AudioFileError(.outOfMemory, path: path)))
    }
    input.start(device) { [weak self] in
      self?.came($0) ?? 0
    } onEvent: { [weak self] in
      self?.happened($0)
    }
  }

  /// Goes on with another source, in the rate and channels of the first; nil: the desktop's own choice.
  public func choose(_ device: String?) { input.choose(device) }

  /// No event is delivered any more; a recording is completed.
  public func cancel() {
    isCancelled.store(true, ordering: .releasing)
    end()
  }

  /// Hears nothing any more: the waveform is complete, and so is a recording.
  public func end() {
    input.stop()
    let take = intake.withLock { intake in
      intake.hasEnded = true
      defer { intake.take = nil }
      return intake.take
    }
    take?.end()
    wake.post()
  }

  /// The waveform tells of at least so many frames at a time: those of a pixel, so that nothing is drawn in between.
  public func step(byFrames frames: Int) { framesPerStep.store(max(0, frames), ordering: .relaxed) }

  /// Frames heard by now.
  public var frames: Int { heardFrames.load(ordering: .relaxed) }

  // MARK: Recording

  /// Records from the next block on.
  ///
  /// - Returns: nil when nothing has been heard yet.
  public func record(
    _ path: FilePath, as kind: TakeFormat, onEvent: @escaping @Sendable (Take.Event) -> Void
  ) -> Take? {
    record(path, makeFile: kind.makeFile, onEvent: onEvent)
  }

  /// For tests: with files that fail.
  package func record(
    _ path: FilePath, makeFile: @escaping Take.MakeFile, onEvent: @escaping @Sendable (Take.Event) -> Void
  ) -> Take? {
    let take = intake.withLock { intake -> Take? in
      guard let format = intake.format else { return nil }
      intake.take = Take(path, of: format, from: intake.frames, makeFile: makeFile, onEvent: onEvent)
      return intake.take
    }
    take?.begin()
    return take
  }

  /// Ends the recording with the last block.
  public func endRecording() {
    let take = intake.withLock { intake in
      defer { intake.take = nil }
      return intake.take
    }
    take?.end()
  }

  // MARK: The input's thread

  private func came(_ samples: UnsafeBufferPointer<Float>) -> Int {
    let (waiting, lost, take) = intake.withLock { intake in
      let channels = intake.format?.stream.channels ?? 1
      let isFull = intake.samples.count > Intake.mostSamples
      if !intake.hasEnded {
        if !isFull {
          intake.samples += samples
          intake.frames += samples.count / channels
        }
        // Within the lock, so that a recording has all blocks from the first to the last, and none twice.
        intake.take?.append(samples)
      }
      let lost = isFull && !intake.hasEnded ? samples.count / channels : 0
      return (intake.samples.count / channels, lost, intake.take)
    }
    if lost > 0 { tell(.input(.lost(frames: lost, isFilled: false))) }
    wake.post()
    return max(waiting, take?.waiting ?? 0)
  }

  private func happened(_ event: CaptureEvent) {
    switch event {
    // A recording that begins now has the precision of this source.
    case .opened(let format, _): intake.withLock { $0.format = format }
    case .failed, .suspended:
      intake.withLock { $0.isPausing = true }
      wake.post()
    default: break
    }
    tell(.input(event))
  }

  // MARK: The listener's thread

  private var goesOn: Bool { !isCancelled.load(ordering: .acquiring) }
  private func tell(_ event: Event) { if goesOn { onEvent(event) } }
  private func deliver(_ event: PeakReader.Event) {
    if goesOn, let onPeaks = waveform.withLock({ $0.onPeaks }) { onPeaks(event) }
  }

  private func run() {
    var hearing: Hearing?
    while goesOn {
      wake.wait()
      let (samples, format, hasEnded, isPausing) = intake.withLock { intake in
        defer {
          intake.samples.removeAll(keepingCapacity: intake.samples.count < 1 << 16)
          intake.isPausing = false
        }
        return (intake.samples, intake.format, intake.hasEnded, intake.isPausing)
      }
      if hearing == nil, let format, !samples.isEmpty { hearing = Hearing(format, spool, place, path) }
      if let hearing {
        samples.withUnsafeBufferPointer { hear($0, in: hearing, isPausing: isPausing) }
        if hasEnded { return finish(hearing) }
      } else if hasEnded {
        return deliver(.failed(AudioFileError(.noAudio, path: path, detail: Sentence("nothing was heard"))))
      }
    }
  }

  private func hear(_ samples: UnsafeBufferPointer<Float>, in hearing: Hearing, isPausing: Bool) {
    if let problem = hearing.append(samples) { tell(.spoolFull(problem)) }
    if let minutes = hearing.newRoom() { tell(.spoolRoom(minutes: minutes)) }
    heardFrames.store(hearing.frames, ordering: .relaxed)
    if !hearing.isOpen, let description = hearing.open() {
      deliver(.opened(description, .float(hearing.pyramid)))
    }
    let now = MonotonicTime.now
    let step = max(framesPerStep.load(ordering: .relaxed), Int(Self.secondsPerStep * hearing.rate))
    let isStep = hearing.isOpen && hearing.frames - hearing.toldFrames >= (isPausing ? 1 : step)
    // With a step if there is one soon, so that both are drawn in one frame.
    if now - hearing.levelAt >= (isStep ? Self.secondsPerLevel : 2 * Self.secondsPerLevel) {
      hearing.levelAt = now
      tell(.level(hearing.takeLevel()))
    }
    if isStep, let state = hearing.state {
      hearing.toldFrames = hearing.frames
      deliver(.following(framesRead: hearing.frames, state))
    }
  }

  private func finish(_ hearing: Hearing) {
    guard let description = hearing.finish() else {
      return deliver(.failed(AudioFileError(.noAudio, path: path, detail: Sentence("nothing was heard"))))
    }
    var report = ReadReport(
      frames: hearing.frames, framesPromised: nil, nonFiniteSamples: 0, isComplete: true, warnings: [],
      seeking: .exact)
    report.description = description
    deliver(.finished(report))
  }
}

/// What the listener's thread keeps.
private final class Hearing {
  let pyramid: PeakPyramid<Float>
  private let builder: PeakBuilder<Float>
  private let format: CaptureFormat
  private let spool: SpoolFile
  private let place: SpoolPlace
  private let path: FilePath
  /// Nil once it could not be written any more.
  private var wave: GrowingWave?
  private var checked = 0
  private var lookedAt = -RoomWatch.secondsPerLook, minutes: Int?
  private var description: AudioDescription?
  private var level: [Float]
  private(set) var frames = 0
  var toldFrames = 0
  var levelAt = 0.0

  init(_ format: CaptureFormat, _ spool: SpoolFile, _ place: SpoolPlace, _ path: FilePath) {
    self.format = format
    self.spool = spool
    self.place = place
    self.path = path
    wave = try? GrowingWave(spool.descriptor, path, format.stream, .float)
    pyramid = PeakPyramid(channels: format.stream.channels, expectedFrames: 0)
    builder = PeakBuilder(pyramid)
    level = Array(repeating: 0, count: format.stream.channels)
    checked = place.step
  }

  var rate: Double { Double(format.stream.sampleRate) }
  var isOpen: Bool { description != nil }
  var state: FileState? { FileState(descriptor: spool.descriptor) }

  /// - Returns: why it is the last that could be kept; nil nearly always.
  func append(_ samples: UnsafeBufferPointer<Float>) -> AudioFileError? {
    builder.append(samples)
    for (index, sample) in samples.enumerated() {
      let channel = index % level.count
      level[channel] = max(level[channel], abs(sample))
    }
    frames += samples.count / format.stream.channels
    guard let wave else { return nil }
    do throws(AudioFileError) {
      let bytes = wave.frames * format.stream.channels * 4
      if bytes + samples.count * 4 > checked {
        checked = bytes + place.step
        try place.check(spool, holding: bytes, growingTo: checked, for: path)
      }
      try wave.append(samples)
      return nil
    } catch {
      try? wave.finish()
      self.wave = nil
      return error
    }
  }

  /// Minutes that can still be kept, when they have changed and are few.
  func newRoom() -> Int? {
    let now = MonotonicTime.now
    guard let wave, now - lookedAt >= RoomWatch.secondsPerLook else { return nil }
    lookedAt = now
    let before = minutes
    minutes = place.room(spool, holding: wave.frames * format.stream.channels * 4).flatMap {
      RoomWatch(bytesPerSecond: wave.bytesPerSecond).minutes(left: $0, below: RoomWatch.fewMinutes)
    }
    return minutes == before ? nil : minutes
  }

  /// The description of the file as everybody else finds it, but without its state: nobody has to watch it.
  func open() -> AudioDescription? {
    guard frames > 0, let found = try? AudioFileReader(path: path, isGrowing: true).description else {
      return nil
    }
    description = AudioDescription(
      container: found.container, encoding: found.encoding, layout: found.layout,
      sampleRate: found.sampleRate, framesPromised: nil, isFloat: found.isFloat, isLossy: false,
      seeking: .exact, byteCount: 1)
    return description
  }

  func takeLevel() -> [Float] {
    defer { for channel in level.indices { level[channel] = 0 } }
    return level
  }

  func finish() -> AudioDescription? {
    builder.finish()
    try? wave?.finish()
    return description ?? open()
  }
}
