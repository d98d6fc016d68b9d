// PreviewReaderTests.swift
// Where a preview looks, what it finds there, and that it stops when it is told to.

import Decoding
import CSndfile
import Dispatch
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import CodecDecoding
@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO
@testable import Recording

@Suite struct PreviewReaderTests {
  let folder = TestFolder()

  @Test func `the probes are all stretches, once each`() {
    #expect(Set((0..<ProbePlan.count).map(ProbePlan.slot)) == Set(0..<ProbePlan.count))
  }

  @Test(arguments: ProbePlan.rounds)
  func `each round is evenly spaced over the whole length`(round: Int) {
    let slots = (0..<round).map(ProbePlan.slot).sorted()
    #expect(slots == Array(stride(from: 0, to: ProbePlan.count, by: ProbePlan.count / round)))
    let plan = ProbePlan(length: 1_000_000_007, channels: 2)
    let places = (0..<round).map(plan.firstFrame).sorted()
    let gaps = zip(places, places.dropFirst()).map { $1 - $0 }
    #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1)
    #expect(places[0] < 1_000_000_007 / round)
    #expect(places[round - 1] > 1_000_000_007 - 2 * 1_000_000_007 / round)
  }

  @Test(arguments: [0, 1, 100, 4095, 4096, 5000, 1 << 20, Int.max])
  func `every probe lies within the recording`(length: Int) {
    let plan = ProbePlan(length: length, channels: 1)
    let places = (0..<ProbePlan.count).map(plan.firstFrame)
    #expect(places.allSatisfy { $0 >= 0 && ($0 == 0 || $0 <= length - plan.framesPerProbe) })
  }

  private func description(
    frames: Int, channels: Int = 2, bytes: Int = 1 << 40, isLossy: Bool
  ) -> AudioDescription {
    AudioDescription(
      container: .unknown, encoding: Encoding(.unknown), layout: .usual(channels), sampleRate: 44_100,
      framesPromised: frames,
      isFloat: isLossy, isLossy: isLossy, seeking: .exact, byteCount: bytes)
  }

  @Test func `only what takes a while is worth a preview`() {
    let hour = 44_100 * 3600
    #expect(ProbePlan.isWorthwhile(description(frames: hour, isLossy: false), isPlain: false))
    #expect(!ProbePlan.isWorthwhile(description(frames: hour / 30, isLossy: false), isPlain: false))
    #expect(ProbePlan.isWorthwhile(description(frames: hour / 6, isLossy: true), isPlain: false))
    #expect(!ProbePlan.isWorthwhile(description(frames: hour / 30, isLossy: true), isPlain: false))
    #expect(
      ProbePlan.isWorthwhile(description(frames: hour, bytes: 2_000_000_000, isLossy: false), isPlain: true))
    #expect(
      !ProbePlan.isWorthwhile(description(frames: hour, bytes: 1_999_999_999, isLossy: false), isPlain: true))
    #expect(
      !ProbePlan.isWorthwhile(description(frames: 0, isLossy: true), isPlain: false), "of unknown length")
  }

  /// The previews of a file, made on this thread.
  private func previews(
    _ path: FilePath, channels: Int, frames: Int,
    limits: PreviewReader.Limits = .init(all: 1e9, firstRound: 1e9),
    goesOn: @escaping @Sendable () -> Bool = { true },
    also: @escaping @Sendable (PeakPreview) -> Void = { _ in }
  ) throws -> [PeakPreview] {
    let file = try FileBytes(path: path)
    let all = Mutex<[PeakPreview]>([])
    let reader = PreviewReader(
      plan: ProbePlan(length: frames, channels: channels), channels: channels, limits: limits,
      open: { try? SndfileDecoder(FileWindow(file)) }, goesOn: goesOn,
      deliver: { preview in
        all.withLock { $0.append(preview) }
        also(preview)
      })
    reader.run()
    return all.withLock { $0 }
  }

  @Test(
    arguments: Campaign.part(
      3,
      of: [
        (SF_FORMAT_WAV, SF_FORMAT_PCM_16), (SF_FORMAT_FLAC, SF_FORMAT_PCM_24),
        (SF_FORMAT_WAV, SF_FORMAT_FLOAT),
      ]))
  func `a probe is what a full decode has in its place`(container: Int, encoding: Int) throws {
    let frames = 300_000
    let path = folder.file("sound")
    #expect(
      TestSound.write(
        TestSound.tones(frames: frames, channels: 2), to: path, format: container | encoding, channels: 2))
    let samples = TestSound.decodeFloat(path)
    let previews = try previews(path, channels: 2, frames: frames)
    #expect(previews.map(\.probes.count) == ProbePlan.rounds)
    let plan = ProbePlan(length: frames, channels: 2)
    let wanted = (0..<ProbePlan.count).map(plan.firstFrame).sorted()
    #expect(previews.last?.probes.map(\.frames.lowerBound) == wanted)
    for probe in try #require(previews.last).probes {
      #expect(probe.frames.count == plan.framesPerProbe)
      for channel in 0..<2 {
        let values = probe.frames.map { samples[2 * $0 + channel] }
        #expect(probe.sums[channel].low == values.min() && probe.sums[channel].high == values.max())
        #expect(probe.sums[channel].count == values.count)
        #expect(probe.sums[channel].squares == values.reduce(0) { $0 + Double($1) * Double($1) })
      }
    }
  }

  @Test func `where a file ends early there are no probes`() throws {
    let path = folder.file("short.wav")
    TestSound.write(
      TestSound.tones(frames: 100_000, channels: 1), to: path, format: SF_FORMAT_WAV | SF_FORMAT_PCM_16,
      channels: 1)
    // Twice as long, says whoever asks.
    let last = try #require(try previews(path, channels: 1, frames: 200_000).last)
    #expect(last.probes.allSatisfy { $0.frames.upperBound <= 100_000 })
    #expect(abs(last.probes.count - ProbePlan.count / 2) < 20)
    #expect(last.length == 200_000 && last.widestGap > 90_000)
  }

  @Test func `it stops when nobody wants it any more`() throws {
    let path = folder.file("a.wav")
    TestSound.write(
      TestSound.tones(frames: 100_000, channels: 1), to: path, format: SF_FORMAT_WAV | SF_FORMAT_PCM_16,
      channels: 1)
    let isWanted = Mutex(true)
    let found = try previews(path, channels: 1, frames: 100_000, goesOn: { isWanted.withLock { $0 } }) { _ in
      isWanted.withLock { $0 = false }
    }
    #expect(found.map(\.probes.count) == [ProbePlan.rounds[0]])
  }

  @Test func `without time there is no preview`() throws {
    let path = folder.file("a.wav")
    TestSound.write(
      TestSound.tones(frames: 100_000, channels: 1), to: path, format: SF_FORMAT_WAV | SF_FORMAT_PCM_16,
      channels: 1)
    #expect(
      try previews(path, channels: 1, frames: 100_000, limits: .init(all: -1, firstRound: -1)).isEmpty)
    let first = try previews(path, channels: 1, frames: 100_000, limits: .init(all: -1, firstRound: 1e9))
    #expect(first.map(\.probes.count) == [ProbePlan.rounds[0]], "the first round has time of its own")
  }

  @Test func `a decoder that cannot jump is asked once`() {
    final class Stream: Decoder {
      static let seeks = Mutex(0)
      var failure: Errno? { nil }
      func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int { 0 }
      func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { buffer.count }
      func seek(toFrame frame: Int) -> Bool {
        Self.seeks.withLock { $0 += 1 }
        return false
      }
    }
    let reader = PreviewReader(
      plan: ProbePlan(length: 1 << 30, channels: 1), channels: 1, open: { Stream() }, goesOn: { true },
      deliver: { _ in Issue.record("a preview of nothing") })
    reader.run()
    #expect(Stream.seeks.withLock { $0 } == 1)
  }

  @Test func `after stop nothing is delivered`() throws {
    let path = folder.file("a.wav")
    TestSound.write(
      TestSound.tones(frames: 100_000, channels: 1), to: path, format: SF_FORMAT_WAV | SF_FORMAT_PCM_16,
      channels: 1)
    let file = try FileBytes(path: path)
    let reader = PreviewReader(
      plan: ProbePlan(length: 100_000, channels: 1), channels: 1, limits: .init(all: 1e9, firstRound: 1e9),
      open: { try? SndfileDecoder(FileWindow(file)) }, goesOn: { true },
      deliver: { _ in Issue.record("it was stopped") })
    reader.stop()
    reader.run()
  }

  @Test func `a long recording shows a preview before it is complete, and none after`() throws {
    // Five minutes of stereo: silence but for a burst at the end, so that the file is small and soon written.
    let frames = 44_100 * 300
    let path = folder.file("long.ogg")
    try #require(LongSound.write(to: path, frames: frames, burst: frames - 100_000..<frames))
    let log = EventLog()
    // Where the reader first says how far it is, it waits for a preview. It says so at the first opportunity: ten seconds
    // go by each time that it looks at its clock.
    let seen = DispatchSemaphore(value: 0)
    let milliseconds = Atomic(0)
    let clock: @Sendable () -> Int = { milliseconds.wrappingAdd(10_000, ordering: .relaxed).newValue }
    let reader = PeakReader(path: path, parallelism: .automatic, wantsPreview: true, now: clock) { event in
      log.take(event)
      switch event {
      case .preview: seen.signal()
      case .progress:
        _ = seen.wait(timeout: .now() + 20)
        seen.signal()
      default: break
      }
    }
    reader.start()
    #expect(log.waitForEnd(seconds: 120))
    let kinds = log.all.map { event in
      switch event {
      case .opened: "opened"
      case .preview: "preview"
      case .progress, .following: "progress"
      case .finished: "finished"
      case .failed: "failed"
      }
    }
    #expect(kinds.first == "opened" && kinds.last == "finished" && kinds.contains("preview"))
    let previews = log.all.compactMap { if case .preview(let preview) = $0 { preview } else { nil } }
    let grid = PixelGrid(framesPerPixel: Double(frames) / 128)
    let columns = try #require(previews.first).columns(
      channel: 1, grid: grid, first: 0, count: 128, limit: 1e9)
    // The burst begins at the end of column 126, which shows it if the first preview is a denser one already.
    #expect(columns.high[0..<126].allSatisfy { abs($0) < 0.01 })
    #expect(previews.allSatisfy { $0.length == frames })
  }
}

/// Long recordings that are soon written.
enum LongSound {
  /// Stereo in Vorbis: silence with a tone in and around `burst`.
  static func write(to path: FilePath, frames: Int, burst: Range<Int>) -> Bool {
    var info = SF_INFO()
    info.channels = 2
    info.samplerate = 44_100
    info.format = Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
    guard let file = sf_open(path.string, Int32(SFM_WRITE), &info) else { return false }
    defer { sf_close(file) }
    let size = 1 << 16
    let silence = [Int16](repeating: 0, count: 2 * size)
    let tone = silence.indices.map { Int16($0 % 100 * 200 - 10_000) }
    for first in stride(from: 0, to: frames, by: size) {
      let count = min(size, frames - first)
      let block = burst.overlaps(first..<first + count) ? tone : silence
      guard sf_writef_short(file, block, sf_count_t(count)) == count else { return false }
    }
    return true
  }
}
