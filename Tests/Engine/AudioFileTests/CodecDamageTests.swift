// CodecDamageTests.swift
// What decoders of FLAC, Vorbis and Opus make of damage that is rare: devices that fail in the middle of a search, packets
// that are whole and cannot be decoded, and jumps without end in a damaged file.

import CSndfile
import Decoding
import SystemPackage
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO

@Suite struct CodecDamageTests {
  let folder = TestFolder()

  private func rest(of decoder: any Decoder, block: Int) -> [Float] {
    var all: [Float] = []
    let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: block)
    defer { room.deallocate() }
    while case let count = decoder.read(into: room), count > 0 { all += room[..<count] }
    return all
  }

  private func flac() -> [UInt8] {
    let path = folder.file("whole.flac")
    let tones = TestSound.tones(frames: 500_000, channels: 1)
    TestSound.write(tones, to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channels: 1)
    return contents(path)
  }

  /// A file on a device that gives nothing from some byte on.
  private final class Device: ByteSource {
    let whole: [UInt8]
    var end: Int

    init(_ whole: [UInt8]) { (self.whole, end) = (whole, whole.count) }

    var count: Int { whole.count }

    func bytes(at offset: Int, length: Int) -> [UInt8] {
      offset < end ? whole.bytes(at: offset, length: min(length, end - offset)) : []
    }
  }

  @Test func `a search for frames that ends where the device fails tells where, and goes on when it is well`()
    throws
  {
    var bytes = flac()
    let hole = try #require(FLACStream(bytes)?.frame(holding: 200_000))
    bytes[hole.offset + 100] ^= 1
    let next = try #require(FLACStream(bytes)?.frame(from: 200_000))
    #expect(next.offset == hole.end)
    let device = Device(bytes)
    let stream = try #require(FLACStream(device))
    // In the damaged frame, in the one behind it, and right between them.
    for end in [hole.end - 50, next.offset, next.offset + 1, next.end - 1] {
      device.end = end
      #expect(stream.frame(from: 200_000) == nil, "\(end)")
      #expect(stream.unreadableOffset == end)
    }
    device.end = bytes.count
    #expect(stream.frame(from: 200_000) == next && stream.unreadableOffset == nil)
    // An end where nothing follows is none of the device's.
    #expect(stream.frame(from: 600_000) == nil && stream.unreadableOffset == nil)
  }

  @Test func `a jump that is refused to a frame that is there is not trusted again`() throws {
    var bytes = flac()
    // STREAMINFO promises half of the samples, of which the last four bytes tell.
    bytes.replaceSubrange(22..<26, with: [24, 16, 8, 0].map { UInt8(250_000 >> $0 & 0xFF) })
    var reader = try AudioFileReader(path: folder.write(bytes, as: "half.flac"))
    #expect(reader.description.framesPromised == 250_000 && !reader.found.jumpsAreLost)
    #expect(try reader.seek(toFrame: 200_000))
    #expect(!reader.found.jumpsAreLost)
    #expect(try reader.seek(toFrame: 400_000))
    #expect(reader.found.jumpsAreLost)
  }

  @Test func `thousands of jumps in a FLAC leave its holes what they were`() throws {
    var bytes = flac()
    for share in [4, 3, 2] { for index in 0..<5000 { bytes[bytes.count / share + index] ^= 0x55 } }
    let decoder = try OggTests.decoder(folder.write(bytes, as: "holes.flac"))
    let all = rest(of: decoder, block: 3000)
    let gaps = decoder.gaps
    #expect(all.count == 500_000 && gaps.count == 3)
    var random = Randomness(seed: 6)
    let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: 10)
    defer { room.deallocate() }
    var wrong: [Int] = []
    for _ in 0..<2000 {
      let frame = random.next(below: gaps[0].lowerBound - 10)
      if !decoder.seek(toFrame: frame) || decoder.read(into: room) != 10
        || !room.elementsEqual(all[frame..<frame + 10])
      {
        wrong.append(frame)
      }
    }
    #expect(wrong == [])
    #expect(decoder.seek(toFrame: gaps[0].lowerBound - 5000))
    let isEqual = rest(of: decoder, block: 3000) == Array(all[(gaps[0].lowerBound - 5000)...])
    #expect(isEqual && decoder.gaps == gaps && decoder.trouble == nil)
  }

  /// A page in the middle on which some packets cannot be decoded: each begins as it should, and then tells of more
  /// padding than it has bytes (RFC 6716, section 3.2.5).
  private func torn(_ file: [UInt8], _ packets: Range<Int>) throws -> [UInt8] {
    var bytes = file
    var walk = OggWalk(file)
    var offset = 0, isTorn = false
    while !isTorn, let (page, start) = walk.page(), let end = page.end {
      defer { offset += end - start }
      var places: [Range<Int>] = []
      var first = page.body, place = page.body
      for index in start + 27..<page.body {
        place += Int(walk.bytes[index])
        guard walk.bytes[index] < 255 else { continue }
        places.append(first..<place)
        first = place
      }
      if page.isContinued { places = Array(places.dropFirst()) }
      guard offset > file.count / 2, places.count >= packets.upperBound else { continue }
      for packet in places[packets] {
        let head = offset + packet.lowerBound - start
        // One frame, whose length stays.
        try #require(packet.count >= 3 && bytes[head] & 3 == 0)
        bytes[head] |= 3
        bytes[head + 1] = 0x41
        for index in 2..<packet.count { bytes[head + index] = 0xFF }
      }
      let sum = bytes[offset..<offset + end - start].withUnsafeBytes { OggChecksum.of($0) }
      withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(offset + 22..<offset + 26, with: $0) }
      isTorn = true
    }
    try #require(isTorn)
    return bytes
  }

  @Test(arguments: [2..<3, 2..<10])
  func `Opus packets that cannot be decoded are a hole, however much is read at once`(
    packets: Range<Int>
  ) throws {
    let path = folder.file("whole.opus")
    let tones = TestSound.tones(frames: 600_000, channels: 1)
    let format = SF_FORMAT_OGG | SF_FORMAT_OPUS
    TestSound.write(tones, to: path, format: format, channels: 1, sampleRate: 48_000)
    let whole = TestSound.decodeFloat(path)
    let damaged = folder.write(try torn(contents(path), packets), as: "torn.opus")
    var first: [Float]?
    for block in [100, 3001, 48_000] {
      let decoder = try OggTests.decoder(damaged)
      let all = rest(of: decoder, block: block)
      let gap = try #require(decoder.gaps.first)
      // 20 ms each.
      #expect(decoder.gaps.count == 1 && gap.count == 960 * packets.count, "\(block): \(decoder.gaps)")
      #expect(decoder.doubts == [] && decoder.jumpsAreLost, "\(block)")
      try #require(all.count == whole.count, "\(block)")
      let isEqual = all[..<gap.lowerBound] == whole[..<gap.lowerBound]
      #expect(isEqual && gap.allSatisfy { all[$0] == 0 }, "\(block)")
      let isSame = first == nil || first == all
      #expect(isSame, "\(block)")
      first = all
    }
    let report = EventLog.reading(damaged).report
    #expect(report?.frames == whole.count && report?.gaps.count == 1 && report?.isComplete == false)
  }

  @Test func `a doubt is told once, however often a loop leads there`() {
    var timeline = OggTimeline(origin: 0, length: .max)
    for _ in 0..<100 {
      timeline.jumped()
      _ = timeline.offset(of: 1000, from: 1000, link: 0, isBehindHole: false, byteCount: 10)
      _ = timeline.offset(of: 1 << 40, from: 2000, link: 0, isBehindHole: true, byteCount: 10)
    }
    #expect(timeline.doubts == [2000..<2001])
  }
}
