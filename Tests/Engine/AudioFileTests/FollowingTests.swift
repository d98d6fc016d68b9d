// FollowingTests.swift
// Files that grow while they are read, written in steps by the reader's own pauses: no time passes. What comes out
// is compared with the finished file, read at once.

import AudioFormats
import CSndfile
import Foundation
import Recording
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

/// Writes a file in steps, one in each pause of the reader, and counts the time.
private final class Recorder: Sendable {
  let path: FilePath
  private let clock = Mutex(0)
  private let steps: Mutex<[@Sendable (Recorder) -> Void]>
  let pauses = Mutex(0)

  init(_ path: FilePath, _ steps: [@Sendable (Recorder) -> Void]) {
    self.path = path
    self.steps = Mutex(steps)
  }

  /// A recorder that appends `bytes` in pieces of the given sizes, over and over.
  convenience init(
    _ path: FilePath, appending bytes: [UInt8], inPiecesOf sizes: [Int],
    then last: (@Sendable (Recorder) -> Void)? = nil
  ) {
    var steps: [@Sendable (Recorder) -> Void] = []
    var place = 0
    while place < bytes.count {
      let piece = Array(bytes[place..<min(bytes.count, place + sizes[steps.count % sizes.count])])
      steps.append { $0.append(piece) }
      place += piece.count
    }
    if let last { steps.append(last) }
    self.init(path, steps)
  }

  var following: Following {
    Following(
      isExpected: true, now: { self.clock.withLock { $0 } },
      pause: { milliseconds in
        self.clock.withLock { $0 += milliseconds }
        self.pauses.withLock { $0 += 1 }
        let step = self.steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        step?(self)
      })
  }

  func append(_ bytes: [UInt8]) {
    let file = path.withPlatformString { fopen($0, "a")! }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// Writes in place, and gives the file a time of its own: steps follow one another faster than clocks tick.
  func patch(_ bytes: [UInt8], at offset: Int) {
    let file = path.withPlatformString { open($0, O_WRONLY) }
    _ = pwrite(file, bytes, bytes.count, offset)
    var times = [
      timespec(tv_sec: 1_000_000 + offset, tv_nsec: 0), timespec(tv_sec: 1_000_000 + offset, tv_nsec: 0),
    ]
    futimens(file, &times)
    close(file)
  }

  /// Follows the file on this thread, from its first bytes on.
  func follow(options: OpenOptions = OpenOptions()) -> EventLog {
    let log = EventLog()
    PeakReader(path: path, options: options, following: following) { log.take($0) }.readNow()
    return log
  }
}

extension EventLog {
  var isFollowing: Bool {
    all.contains { if case .following = $0 { true } else { false } }
  }
}

/// All levels of two pyramids hold the same bins.
private func expectEqual(
  _ found: EventLog, _ wanted: EventLog, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found.report?.frames == wanted.report?.frames, what, sourceLocation: sourceLocation)
  guard let a = found.peaks, let b = wanted.peaks, let frames = wanted.report?.frames else {
    Issue.record("nothing was read: \(what)", sourceLocation: sourceLocation)
    return
  }
  for channel in 0..<(wanted.description?.channels ?? 0) {
    for framesPerPixel in [256.0, 1024, 4096, 16_384] {
      let grid = PixelGrid(framesPerPixel: framesPerPixel)
      let count = frames / Int(framesPerPixel) + 1
      let isEqual =
        a.columns(channel: channel, grid: grid, first: 0, count: count)
        == b.columns(channel: channel, grid: grid, first: 0, count: count)
      #expect(
        isEqual, "\(what), channel \(channel), \(framesPerPixel) frames a column",
        sourceLocation: sourceLocation)
    }
  }
}

@Suite struct FollowingTests {
  let folder = TestFolder()

  private static func noise(_ count: Int) -> [Int16] {
    (0..<count).map { Int16(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 7) }
  }

  /// What recorders write for the length that they do not know yet.
  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_F000, 6000], [1, 2, 3])
  func `a recorder's WAV file is followed to its end`(dataSize: Int, channels: Int) {
    let samples = Self.noise(20_000 * channels)
    let whole = WaveFile(samples, channels: channels).bytes
    for sizes in [[1024 * channels], [1, 3, 7777], [256 * 2 * channels, 5]] {
      let path = folder.write(Array(whole[..<(44 + 6000)]), as: "take.wav")
      let start = Recorder(path, [])
      start.patch(little(dataSize), at: 40)
      let recorder = Recorder(path, appending: Array(whole[(44 + 6000)...]), inPiecesOf: sizes) {
        $0.patch(little(samples.count * 2), at: 40)
      }
      let log = recorder.follow()
      #expect(log.isFollowing)
      #expect(log.report?.isOutdated == false)
      #expect(log.report?.frames == 20_000)
      expectEqual(log, EventLog.reading(path), "\(channels) channels, size \(dataSize), steps \(sizes)")
    }
  }

  @Test func `samples without a header are followed`() {
    let options = OpenOptions(
      raw: RawFormat(encoding: .s24be, channels: 2, sampleRate: 48_000, dataOffset: 7))
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }
    let path = folder.write(Array(bytes[..<1000]), as: "take.raw")
    let log = Recorder(path, appending: Array(bytes[1000...]), inPiecesOf: [1, 2, 5000]).follow(
      options: options)
    let log2 = EventLog()
    PeakReader(path: path, options: options) { log2.take($0) }.readNow()
    #expect(log.report?.frames == (100_000 - 7) / 6)
    expectEqual(log, log2, "24-bit raw")
  }

  @Test(arguments: [
    SF_FORMAT_WAV | SF_FORMAT_PCM_24, SF_FORMAT_WAV | SF_FORMAT_ULAW, SF_FORMAT_AIFF | SF_FORMAT_PCM_16,
    SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
    SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III,
  ])
  func `a file of any format that comes in pieces ends as the finished one`(format: Int) {
    let path = folder.file("take")
    #expect(
      TestSound.write(
        TestSound.tones(frames: 200_000, channels: 2), to: path, format: format, channels: 2,
        sampleRate: 48_000))
    let whole = contents(path)
    for sizes in Campaign.part(2, of: [[4111, 1, 9000], [20_000]]) {
      folder.write(Array(whole[..<(whole.count / 3)]), to: path)
      let log = Recorder(path, appending: Array(whole[(whole.count / 3)...]), inPiecesOf: sizes).follow()
      #expect(log.isFollowing && log.report?.isOutdated == false)
      expectEqual(log, EventLog.reading(path), "\(String(format, radix: 16)), steps \(sizes)")
    }
  }

  @Test func `blocks that were decoded in part have to be read again`() {
    let path = folder.file("take.wav")
    let tones = TestSound.tones(frames: 100_000, channels: 2)
    TestSound.write(tones, to: path, format: SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM, channels: 2)
    let whole = contents(path)
    folder.write(Array(whole[..<20_000]), to: path)
    let log = Recorder(path, appending: Array(whole[20_000...]), inPiecesOf: [4111, 9000]).follow()
    #expect(log.report?.isOutdated == true)
  }

  @Test func `growth while the file is read is noticed`() {
    let whole = WaveFile(Self.noise(50_000), promisedBytes: 0).bytes
    let path = folder.write(Array(whole[..<60_000]), as: "take.wav")
    let recorder = Recorder(path, [])
    var following = recorder.following
    following.isExpected = false
    let log = EventLog()
    PeakReader(
      path: path,
      blocks: BlockSizes { index, _ in
        if index == 3 { recorder.append(Array(whole[60_000...])) }
        return 1000
      }, following: following
    ) { log.take($0) }.readNow()
    #expect(log.isFollowing)
    #expect(log.report?.frames == 50_000)
    expectEqual(log, EventLog.reading(path), "grown meanwhile")
  }

  @Test func `a file that stays as it is is not waited for`() {
    let path = folder.write(WaveFile(Self.noise(5000), promisedBytes: 0).bytes, as: "take.wav")
    let recorder = Recorder(path, [])
    var following = recorder.following
    following.isExpected = false
    let log = EventLog()
    PeakReader(path: path, following: following) { log.take($0) }.readNow()
    #expect(log.report?.frames == 5000)
    #expect(!log.isFollowing && recorder.pauses.withLock { $0 } == 0)
  }

  @Test func `after three quiet seconds the recording is complete`() {
    let path = folder.write(WaveFile(Self.noise(5000)).bytes, as: "take.wav")
    let recorder = Recorder(path, [])
    let log = recorder.follow()
    #expect(log.report?.frames == 5000 && log.report?.isComplete == true)
    #expect(recorder.pauses.withLock { $0 } == 12, "3 s in steps of 250 ms")
  }

  @Test func `something behind the samples that was taken for samples makes it outdated`() {
    let samples = Self.noise(5000)
    let path = folder.write(WaveFile(samples, promisedBytes: 0).bytes, as: "take.wav")
    let list = RIFFChunk.list("INFO", [RIFFChunk("ISFT", Array("A recorder 1.0".utf8))]).bytes
    let log = Recorder(
      path, [{ $0.append(list) }, { $0.patch(little(samples.count * 2), at: 40) }]
    ).follow()
    #expect(log.report?.isOutdated == true)
    #expect(EventLog.reading(path).report?.frames == 5000)
  }

  @Test(arguments: ["cut", "replaced", "replaced by a longer one", "deleted"])
  func `what was read stays when the file becomes another one`(how: String) {
    let path = folder.write(WaveFile(Self.noise(5000), promisedBytes: 0).bytes, as: "take.wav")
    let isLonger = how == "replaced by a longer one"
    let other = folder.write(
      WaveFile(isLonger ? Self.noise(20_000) : [1, 2, 3], promisedBytes: 0).bytes, as: "other.wav")
    let log = Recorder(
      path,
      [
        { $0.append([1, 2, 3, 4]) },
        { recorder in
          recorder.path.withPlatformString { path in
            switch how {
            case "cut": #expect(truncate(path, 100) == 0)
            case "replaced", "replaced by a longer one":
              #expect(other.withPlatformString { rename($0, path) } == 0)
            default: unlink(path)
            }
          }
        },
      ]
    ).follow()
    #expect(log.report?.frames == 5002)
    #expect(log.report?.isOutdated == false, "whoever watches the file says what has become of it")
  }

  @Test func `a file that is written anew while it is read ends the reading`() {
    let samples = Self.noise(400_000)
    let path = folder.write(WaveFile(samples).bytes, as: "take.wav")
    let recorder = Recorder(path, [])
    let log = EventLog()
    PeakReader(
      path: path,
      blocks: BlockSizes { index, _ in
        if index == 3 { recorder.patch([1, 2, 3, 4], at: 700_000) }
        return 1000
      }
    ) { log.take($0) }.readNow()
    #expect(log.report?.isComplete == false)
    #expect(
      log.report?.warnings.first?.contains("changed it meanwhile") == true, "\(log.report?.warnings ?? [])")
  }

  @Test func `following a file that is slow to come back to costs a tenth of the time`() {
    let path = folder.write(WaveFile(Self.noise(5000), promisedBytes: 0).bytes, as: "take.wav")
    let opened = Mutex(0)
    let pauses = Mutex<[Int]>([])
    let recorder = Recorder(path, [])
    let following = Following(
      isExpected: true,
      now: {
        // Opening the file anew takes 1 s by this clock: it is asked before and after.
        opened.withLock { $0 += 1000 }
        return opened.withLock { $0 }
      },
      pause: { milliseconds in
        let count = pauses.withLock {
          $0.append(milliseconds)
          return $0.count
        }
        if count == 1 { recorder.append([1, 2]) }
      })
    let log = EventLog()
    PeakReader(path: path, following: following) { log.take($0) }.readNow()
    #expect(log.report?.frames == 5001)
    #expect(pauses.withLock { $0.dropFirst().prefix(36).reduce(0, +) } == 9000)
  }

  @Test func `nothing is said after cancel while it waits`() {
    let path = folder.write(WaveFile(Self.noise(5000)).bytes, as: "take.wav")
    let log = EventLog()
    let reader = Mutex<PeakReader?>(nil)
    let following = Following(isExpected: true, now: { 0 }, pause: { _ in reader.withLock { $0?.cancel() } })
    reader.withLock { $0 = PeakReader(path: path, following: following) { log.take($0) } }
    let running = reader.withLock { $0 }
    running?.readNow()
    #expect(log.report == nil && log.error == nil && log.isFollowing)
  }
}
