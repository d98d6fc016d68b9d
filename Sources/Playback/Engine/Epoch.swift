// Epoch.swift
// What is played from one start, seek or change of speed to the next: the frames that are ready, and where in the
// recording each of them comes from. The engine's thread fills it; an output's thread renders it; others ask where
// it is.
//
// Why `render` may run where nothing may be late: it mixes out of a ring without a lock (FrameRing, VoiceMixer), notes
// silence and level without a lock (SilenceLog, LevelMeter), multiplies, and posts a semaphore. It takes no memory, and lets go of no object: what
// it uses lives as long as the epoch, which its output holds while it may call; the engine keeps every epoch until
// nobody else holds it (PlaybackEngine.retired), so that it never ends on the output's thread. `live` is touched by
// that thread only, and lies outside the object, where no check of exclusive access is made.

import HostIO
import Synchronization
import WaveformCore

/// A provider that one who has time can wait for.
protocol PatientProvider: FrameProvider {
  /// Waits until so many frames are ready, or as many as ever will be. Never on a thread that must not be late.
  func waitForFrames(_ count: Int)
}

/// Frames that are played in one go.
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

  /// The output's thread's own.
  private struct Live {
    var mixer: VoiceMixer
    var gain: GainRamp
    var isSilent = false
    var frames = 0
  }
  private let live = UnsafeMutablePointer<Live>.allocate(capacity: 1)

  private struct Map {
    var spans: SpanList
    /// Frames that were read from the recording so far, loops unrolled.
    var count = 0
    var silences = SilenceList()
    var taken = 0
  }

  /// - Parameters:
  ///   - frame: where it begins.
  ///   - gains: one for each voice that the ring holds.
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
      feeder.post()
    }
  }

  // MARK: The engine's thread

  /// Makes frames ready; as many as there is room for.
  ///
  /// - Parameters:
  ///   - frames: those of all voices side by side.
  ///   - count: frames that were read from the recording so far, loops unrolled.
  /// - Returns: how many frames that were.
  func write(_ frames: UnsafeBufferPointer<Float>, count: Int) -> Int {
    map.withLock {
      // Before frames are ready: then at most one more silence can begin until the next time.
      _ = silences.take(into: &$0.silences, taken: &$0.taken)
      $0.count = count
    }
    let written = ring.write(frames)
    if isWaitedFor.load(ordering: .acquiring) { filled.post() }
    return written
  }

  /// Asks to be woken when half of the ring is free; at once when it is.
  func askForMore() {
    wantsFrames.store(true, ordering: .sequentiallyConsistent)
    if ring.available <= ring.capacity / 2 { feeder.post() }
  }

  /// Nothing more comes, for now.
  func complete(_ isComplete: Bool = true) {
    self.isComplete.store(isComplete, ordering: .releasing)
    if isComplete { filled.post() }
  }

  /// From the `count`th frame on, which is `frame` of the recording, the loop is another one.
  ///
  /// - Parameter heard: frames of the output; nobody asks for those before any more.
  func setLoop(_ loop: FrameRange?, at count: Int, frame: Int, heard: Double) {
    map.withLock {
      let oldest = Int(self.count(heard: heard, in: &$0))
      $0.spans.append(at: count, frame: frame, loop: loop, oldest: oldest)
    }
  }

  /// Where in the recording those frames that are not heard yet begin and end, when they follow each other there.
  ///
  /// - Parameter count: frames that were read so far.
  func straightAhead(heard: Double, to count: Int) -> (start: Double, end: Int)? {
    map.withLock {
      let first = self.count(heard: heard, in: &$0)
      guard $0.spans.isStraight(from: first, to: count) else { return nil }
      let start = $0.spans.position(first)
      return (start, Int((start + Double(count) - first).rounded()))
    }
  }

  // MARK: Anybody

  /// Frames that an output was given, silence among them.
  var renderedCount: Int { rendered.load(ordering: .acquiring) }

  /// What is heard when `heard` frames of the output were: the frame of the recording, and how many frames of the
  /// output were played until then, silence aside. At the end of the recording neither goes on.
  func place(heard: Double) -> (frame: Double, played: Double) {
    map.withLock {
      let count = count(heard: heard, in: &$0)
      return ($0.spans.position(count), count / rate)
    }
  }

  /// How loud it is when `heard` frames of the output were heard, before the volume; see `LevelMeter`.
  func level(heard: Double) -> Float { heard > 0 ? level.level(around: heard) : 0 }

  /// Nobody will hear the rest: who waits for it need not, whatever is still being made.
  func retire() {
    isRetired.store(true, ordering: .releasing)
    filled.post()
  }

  /// True when all that there is was made ready.
  var isAtEnd: Bool { isComplete.load(ordering: .acquiring) }

  /// How long nothing was ready, up to now; 0 when something is.
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
