// MPEGWalkTests.swift
// MP3 files that are made to cost, or to move with the order of jumps: chains of tiny recordings, nothing behind the
// promised end, many holes. They are written byte by byte, and bytes that are read are counted.

import CSndfile
import Decoding
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import AudioFormats
@testable import CodecDecoding
@testable import HostIO

@Suite struct MPEGWalkTests {
  let folder = TestFolder()

  /// Samples of a frame.
  private static let samples = 576

  /// Frames of silence, MPEG 2, layer III, mono at 24 kHz: of 72 bytes with 24 kb/s, or of 480 with 160.
  private static func frames(_ count: Int, areLarge: Bool = false) -> [UInt8] {
    let head: [UInt8] = [0xFF, 0xF3, areLarge ? 0xE4 : 0x34, 0xC0]
    let frame = head + [UInt8](repeating: 0, count: areLarge ? 476 : 68)
    return Array(repeatElement(frame, count: count).joined())
  }

  /// A frame that promises so many others, and nothing else.
  private static func tag(_ count: Int) -> [UInt8] {
    var bytes = frames(1)
    let promised = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    bytes.replaceSubrange(13..<25, with: Array("Xing".utf8) + [0, 0, 0, 1] + promised)
    return bytes
  }

  private static func recording(_ count: Int) -> [UInt8] { tag(count) + frames(count) }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private func opened(
    _ bytes: [UInt8], goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws -> (decoder: MPEGDecoder, file: FileBytes) {
    let file = try FileBytes(path: folder.write(bytes, as: "walk.mp3"), goesOn: goesOn)
    return (try #require(MPEGDecoder(file, from: 0)), file)
  }

  /// - Returns: how many frames there were, `count` at most.
  private func read(_ count: Int = .max, of decoder: MPEGDecoder) -> Int {
    let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096)
    defer { room.deallocate() }
    var done = 0
    while done < count {
      let wanted = min(room.count, count - done)
      let step = decoder.read(into: UnsafeMutableBufferPointer(rebasing: room[..<wanted]))
      done += step
      if step < wanted { break }
    }
    return done
  }

  @Test func `a chain of tiny recordings costs little more than its bytes`() throws {
    let bytes = Array(repeatElement(Self.recording(4), count: 1000).joined())
    let (decoder, file) = try opened(bytes)
    #expect(read(of: decoder) == 1000 * 4 * Self.samples)
    #expect(file.bytesRead <= 2 * file.count, "\(file.bytesRead) of \(file.count)")
  }

  @Test(arguments: [1, 2])
  func `the search behind the promised end is made once`(recordings: Int) throws {
    let bytes = Array(repeatElement(Self.recording(40), count: recordings).joined()) + Self.zeros(4 << 20)
    let (decoder, file) = try opened(bytes)
    let whole = recordings * 40 * Self.samples
    #expect(read(of: decoder) == whole)
    for place in 0..<20 {
      #expect(decoder.seek(toFrame: place * Self.samples))
      #expect(read(of: decoder) == whole - place * Self.samples)
    }
    #expect(file.bytesRead <= 2 * file.count, "\(file.bytesRead) of \(file.count)")
  }

  /// Six holes of three small frames each within the first 64, and a great many large frames behind them: what the last
  /// hole has swallowed depends on whether these are counted. A tag tells that it were two.
  private static func torn(isTagged: Bool) -> [UInt8] {
    var bytes = isTagged ? tag(6 * 6 + 5 * 3 + 2 + 1500) : []
    for _ in 0..<6 { bytes += frames(6) + zeros(216) }
    return bytes + frames(1500, areLarge: true)
  }

  @Test(arguments: [false, true])
  func `frames keep their numbers whatever was read before`(isTagged: Bool) throws {
    let bytes = Self.torn(isTagged: isTagged)
    var walk = try #require(MPEGStream(bytes, from: 0))
    var numbers: [Int: Int] = [:], index = 0
    while let step = walk.next() {
      switch step {
      case .frame(let place):
        numbers[place.lowerBound] = index
        index += 1
      case .hole(let lost): index += lost
      }
    }
    try #require(numbers.count == 36 + 1500)
    // 47 lies between the last two holes.
    let targets = [0, 47, 60, 200, 1000]
    let orders: [[Int]] = [targets, targets.reversed(), [1000, 47, 200], [47, 1000, 0, 200]]
    for order in orders {
      var stream = try #require(MPEGStream(bytes, from: 0))
      for target in order {
        let reached = stream.seek(toFrame: target, before: 0)
        var number = try #require(reached)
        var found: Int?
        while found == nil, let step = stream.next() {
          switch step {
          case .frame(let place): found = place.lowerBound
          case .hole(let lost): number += lost
          }
        }
        let place = try #require(found)
        #expect(numbers[place] == number, "\(target) in \(order)")
      }
    }
  }

  @Test func `a gap is told once, and whole, however often it is crossed`() throws {
    var bytes: [UInt8] = []
    for _ in 0..<5 { bytes += Self.frames(100) + Self.zeros(5 * 72) }
    bytes += Self.frames(100)
    let path = folder.write(bytes, as: "gaps.mp3")
    let whole = try #require(MPEGDecoder(try FileBytes(path: path), from: 0))
    #expect(read(of: whole) == (6 * 100 + 5 * 5) * Self.samples)
    let gaps = whole.gaps
    let expected = (0..<5).map { hole -> FrameRange in
      let start = (105 * hole + 100) * Self.samples
      return start..<start + 5 * Self.samples
    }
    #expect(gaps == expected)
    for _ in 0..<3 {
      #expect(whole.seek(toFrame: 0))
      _ = read(of: whole)
    }
    #expect(whole.gaps == gaps)
    // Into the middle of each, the last one first.
    let jumping = try #require(MPEGDecoder(try FileBytes(path: path), from: 0))
    for _ in 0..<3 {
      for gap in gaps.reversed() {
        #expect(jumping.seek(toFrame: gap.lowerBound + gap.count / 2))
        #expect(read(gap.count, of: jumping) == gap.count)
      }
    }
    #expect(jumping.gaps == Array(gaps.reversed()))
  }

  /// libmpg123 counts all frames that it has had behind each that it cannot decode.
  @Test func `the library begins anew behind many frames without sound, and nothing else changes`() throws {
    let path = folder.file("tones.mp3")
    let tones = TestSound.tones(frames: 44_100 * 10, channels: 2)
    try #require(
      TestSound.write(tones, to: path, format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, channels: 2))
    // Behind the first frame, which is a tag.
    let written = contents(path)
    let tag = try #require(MPEGFrame.start(in: written))
    let sound = written[(tag + (try #require(MPEGFrame(written, at: tag))).byteCount)...]
    let first = try #require(MPEGFrame(written, at: sound.startIndex))
    let silence = Array(sound.prefix(4)) + Self.zeros(first.byteCount - 4), count = 5000 * first.samples
    let bytes = Array(sound) + Array(repeatElement(silence, count: 5000).joined()) + Array(sound)
    let (decoder, _) = try opened(bytes)
    let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2000)
    defer { room.deallocate() }
    var all: [Float] = [], most = 0
    while case let frames = decoder.read(into: room), frames > 0 {
      all += room[..<(2 * frames)]
      most = max(most, decoder.silentFrames)
    }
    #expect((1...MPEGDecoder.mostSilentFrames).contains(most))
    #expect(decoder.gaps.isEmpty && all.count > tones.count + 2 * count)
    // The frame with which the sound begins again.
    let again = (all.count / 2 + count) / 2
    let jumping = try opened(bytes).decoder
    #expect(jumping.seek(toFrame: again))
    var jumped: [Float] = []
    while case let frames = jumping.read(into: room), frames > 0 { jumped += room[..<(2 * frames)] }
    #expect(jumped == Array(all[(2 * again)...]) && jumped.contains { abs($0) > 0.1 })
  }

  @Test func `a doubt is told once, however often it is crossed`() throws {
    let (decoder, _) = try opened(Self.frames(100) + Self.zeros(20) + Self.frames(100))
    for _ in 0..<3 {
      #expect(decoder.seek(toFrame: 0))
      #expect(read(of: decoder) == 200 * Self.samples)
    }
    #expect(decoder.gaps.isEmpty && decoder.doubts == [100 * Self.samples..<102 * Self.samples])
  }

  @Test func `jumps behind the end of a file that was cut walk there once`() throws {
    let (decoder, file) = try opened(Self.tag(5000) + Self.frames(2500, areLarge: true))
    #expect(read(1000, of: decoder) == 1000)
    for place in stride(from: 2600, to: 5000, by: 100) {
      #expect(!decoder.seek(toFrame: place * Self.samples))
      #expect(decoder.seekNear(toFrame: place * Self.samples) == nil)
    }
    #expect(file.bytesRead <= 2 * file.count, "\(file.bytesRead) of \(file.count)")
    #expect(decoder.failure == nil)
    // It stands where it stood.
    #expect(read(of: decoder) == 2500 * Self.samples - 1000)
  }

  /// A device that can be made to fail.
  private final class Device: Sendable {
    private let isBroken = Atomic(false)
    func works() -> Bool { !isBroken.load(ordering: .relaxed) }
    func setBroken(_ broken: Bool) { isBroken.store(broken, ordering: .relaxed) }
  }

  @Test func `a device that fails behind the promised end is not taken for the end`() throws {
    let device = Device()
    let bytes = Self.recording(40) + Self.zeros(200_000) + Self.recording(40)
    let (decoder, _) = try opened(bytes) { device.works() }
    #expect(read(40 * Self.samples, of: decoder) == 40 * Self.samples)
    #expect(decoder.failure == nil)
    device.setBroken(true)
    #expect(read(of: decoder) == 0)
    #expect(decoder.failure == .canceled)
    // What could not be read is not remembered as nothing.
    device.setBroken(false)
    #expect(decoder.seek(toFrame: 0))
    #expect(read(of: decoder) == 80 * Self.samples)
    #expect(decoder.failure == nil)
  }

  @Test func `a device that fails within a jump is told`() throws {
    let device = Device()
    let (decoder, _) = try opened(Self.recording(5000)) { device.works() }
    device.setBroken(true)
    #expect(!decoder.seek(toFrame: 4000 * Self.samples))
    #expect(decoder.failure == .canceled)
    device.setBroken(false)
    #expect(decoder.seek(toFrame: 4000 * Self.samples))
    #expect(decoder.failure == nil)
    #expect(read(of: decoder) == 1000 * Self.samples)
  }
}
