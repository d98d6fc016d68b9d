// Epoch.swift
// What is played from one start, seek or change of speed to the next: the frames that are ready, and the
// place in the recording of each. The engine's thread fills it, an output's thread renders it, and other
// threads ask for positions.
//
// `render` may run where nothing may be late. It mixes out of a ring without a lock (FrameRing, VoiceMixer),
// notes silence and level without a lock (SilenceLog, LevelMeter), multiplies, and posts a semaphore. It
// allocates no memory and releases no object: everything that it uses lives as long as the epoch, and its
// output holds the epoch while it may call. The engine keeps every epoch until nothing else holds it
// (PlaybackEngine.retired), so that it is never freed on the output's thread. Only that thread touches
// `live`, which lies outside the object, where exclusive access is not checked.

import HostIO
import Synchronization
import WaveformCore

/// A provider for which a thread without deadlines can wait.
protocol PatientProvider: FrameProvider {
  /// Waits until this many frames are ready, or all that will ever be. Not for a thread that must not be
  /// late.
  func waitForFrames(_ count: Int)
}

/// Frames that are played without interruption.
final class Epoch: PatientProvider, @unchecked Sendable {
  let format: StreamFormat
  /// Frames of the recording per frame of the output.
  let rate: Double
  let ring: FrameRing
  private let volume: VolumeControl
  private let level: LevelMeter
  private let silences = SilenceLog()
  private let feeder: Wakeup
  private let filled = Wakeup()
  private let map: Mutex<Map>
  private let rendered = Atomic<Int>(0)
  private let wantsFrames = Atomic<Bool>(false)
  private let isWaitedFor = Atomic<Bool>(false)
  private let isComplete = Atomic<Bool>(false)
  private let isRetired = Atomic<Bool>(false)
  /// When the feeder was asked for frames that it has not made yet, in nanoseconds of the monotonic clock; 0: it was not.
  private let askedAt = Atomic<Int>(0)
  /// The longest that it took since the last report, in nanoseconds; and frames of silence in place of late ones.
  private let longestWait = Atomic<Int>(0)
  private let silentFrames = Atomic<Int>(0)

  /// State of the output's thread.
  private struct Live {
    var mixer: VoiceMixer
    var gain: GainRamp
    var isSilent = false
    var frames = 0
  }
  private let live = UnsafeMutablePointer<Live>.allocate(capacity: 1)

  private struct Map {
    var spans: SpanList
    /// The number of frames read from the recording so far, with loops unrolled.
    var count = 0
    var silences = SilenceList()
    var taken = 0
  }

  /// - Parameters:
  ///   - frame: where it begins.
  ///   - gains: one for each voice in the ring.
  ///   - feeder: posted when half of the ring is free.
  init(
    format: StreamFormat, capacity: Int, rate: Double, frame: Int, loop: FrameRange?, gains: VoiceGains,
    volume: VolumeControl, feeder: Wakeup
  ) {
    self.format = format
    self.rate = rate
    self.volume = volume
    self.feeder = feeder
    level = LevelMeter(format)
    ring = FrameRing(capacity: capacity, channels: format.channels, voices: gains.count)
    map = Mutex(Map(spans: SpanList(frame: frame, loop: loop)))
    let mixer = VoiceMixer(gains, sampleRate: format.sampleRate)
    live.initialize(to: Live(mixer: mixer, gain: GainRamp(gain: volume.amplitude)))
  }

  deinit {
    live.pointee.mixer.deallocate()
    live.deinitialize(count: 1)
    live.deallocate()
  }

  // MARK: The output's thread

  func render(into buffer: UnsafeMutableBufferPointer<Float>) {
    let channels = format.channels
    let frames = buffer.count / channels
    let count = live.pointee.mixer.mix(ring, into: buffer)
    let start = live.pointee.frames
    if count > 0, live.pointee.isSilent {
      silences.end(at: start)
      live.pointee.isSilent = false
    }
    if count < frames {
      if !isComplete.load(ordering: .relaxed) {
        silentFrames.wrappingAdd(frames - count, ordering: .relaxed)
      }
      UnsafeMutableBufferPointer(rebasing: buffer[(count * channels)...]).update(repeating: 0)
      if !live.pointee.isSilent {
        silences.begin(at: start + count)
        live.pointee.isSilent = true
      }
    }
    level.count(buffer)
    live.pointee.gain.aim(at: volume.amplitude, over: max(1, format.sampleRate / 100))
    live.pointee.gain.apply(to: buffer, channels: channels)
    live.pointee.frames = start + frames
    rendered.store(start + frames, ordering: .releasing)
    if ring.available <= ring.capacity / 2, wantsFrames.exchange(false, ordering: .acquiringAndReleasing) {
      askedAt.store(Int(MonotonicTime.now * 1e9), ordering: .relaxed)
      feeder.post()
    }
  }

  var readyFrames: Int { isComplete.load(ordering: .relaxed) ? .max : ring.available }

  // MARK: The engine's thread

  /// Makes frames ready, as many as there is room for.
  ///
  /// - Parameters:
  ///   - frames: of all voices, side by side.
  ///   - count: the number of frames read from the recording so far, with loops unrolled.
  /// - Returns: how many frames were taken.
  func write(_ frames: UnsafeBufferPointer<Float>, count: Int) -> Int {
    map.withLock {
      // Before frames are ready: then at most one more silence can begin before the next call.
      _ = silences.take(into: &$0.silences, taken: &$0.taken)
      $0.count = count
    }
    let written = ring.write(frames)
    let asked = askedAt.exchange(0, ordering: .relaxed)
    if asked > 0 { longestWait.max(Int(MonotonicTime.now * 1e9) - asked, ordering: .relaxed) }
    if isWaitedFor.load(ordering: .acquiring) { filled.post() }
    return written
  }

  /// Asks to be woken when half of the ring is free; at once if it already is.
  func askForMore() {
    wantsFrames.store(true, ordering: .sequentiallyConsistent)
    if ring.available <= ring.capacity / 2 { feeder.post() }
  }

  /// Marks that no more frames will come for now.
  func complete(_ isComplete: Bool = true) {
    self.isComplete.store(isComplete, ordering: .releasing)
    if isComplete { filled.post() }
  }

  /// Changes the loop from the `count`th frame on, which is `frame` of the recording.
  ///
  /// - Parameter heard: in frames of the output; earlier frames will not be asked for any more.
  func setLoop(_ loop: FrameRange?, at count: Int, frame: Int, heard: Double) {
    map.withLock {
      let oldest = Int(self.count(heard: heard, in: &$0))
      $0.spans.append(at: count, frame: frame, loop: loop, oldest: oldest)
    }
  }

  /// The stretch of the recording that is ready but not heard yet, if it is contiguous.
  ///
  /// - Parameter count: the number of frames read so far.
  func straightAhead(heard: Double, to count: Int) -> (start: Double, end: Int)? {
    map.withLock {
      let first = self.count(heard: heard, in: &$0)
      guard $0.spans.isStraight(from: first, to: count) else { return nil }
      let start = $0.spans.position(first)
      return (start, Int((start + Double(count) - first).rounded()))
    }
  }

  // MARK: Any thread

  /// The number of frames given to an output, silence included.
  var renderedCount: Int { rendered.load(ordering: .acquiring) }

  /// What is heard when `heard` frames of the output have been: the frame of the recording, and the number of
  /// frames of the output played until then without silence. Neither goes on at the end of the recording.
  func place(heard: Double) -> (frame: Double, played: Double) {
    map.withLock {
      let count = count(heard: heard, in: &$0)
      return ($0.spans.position(count), count / rate)
    }
  }

  /// The level when `heard` frames of the output have been heard, before the volume; see `LevelMeter`.
  func level(heard: Double) -> Float { heard > 0 ? level.level(around: heard) : 0 }

  /// The rest will not be heard: ends all waiting for it, even while it is being made.
  func retire() {
    isRetired.store(true, ordering: .releasing)
    filled.post()
  }

  /// Adds to a report what the feeder had to do with it.
  func complete(_ report: inout SoundReport) {
    report.feederLate = Double(longestWait.exchange(0, ordering: .relaxed)) / 1e9
    report.silentFrames = silentFrames.exchange(0, ordering: .relaxed)
  }

  /// True when everything has been made ready.
  var isAtEnd: Bool { isComplete.load(ordering: .acquiring) }

  /// How long no frames have been ready; 0 when some are.
  var framesOfSilence: Int {
    map.withLock {
      let open = silences.take(into: &$0.silences, taken: &$0.taken)
      return open.map { max(0, renderedCount - $0) } ?? 0
    }
  }

  private func count(heard: Double, in map: inout Map) -> Double {
    let heard = max(0, min(heard, Double(renderedCount)))
    let open = silences.take(into: &map.silences, taken: &map.taken)
    let ready = map.silences.ready(before: heard, open: open)
    return min(ready * rate, Double(map.count))
  }

  func waitForFrames(_ count: Int) {
    isWaitedFor.store(true, ordering: .sequentiallyConsistent)
    while ring.available < min(count, ring.capacity), !isAtEnd, !isRetired.load(ordering: .acquiring) {
      feeder.post()
      filled.wait()
    }
  }
}
