// OpusSeekingTests.swift
// Where every packet of an Opus file is CELT's, places are jumped to, and the samples are those of the full decode,
// bit for bit; elsewhere all is decoded once.

import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO
@testable import Recording

@Suite struct OpusSeekingTests {
  let folder = TestFolder()

  /// Tones that come and go, with some noise: long enough to be kept in a spool.
  private static let sound = [1, 2].map { channels in
    TestSound.tones(frames: 31 * 48_000, channels: channels).enumerated().map { index, sample in
      Int16(sample * Float(index / channels / 4096 % 7) / 7 * 30_000)
    }
  }

  private func file(_ name: String, channels: Int, _ options: [String]) -> FilePath {
    TestMedia.encode(
      channels < 3 ? Self.sound[channels - 1] : TestMedia.noise(frames: 48_000, channels: channels),
      channels: channels, sampleRate: 48_000, ["-c:a", "libopus"] + options, as: name, in: folder)
  }

  private func source(_ path: FilePath) throws -> (source: OpusSampleSource, all: [Float], channels: Int) {
    let opening = try Opening.of(try FileBytes(path: path), path: path, options: OpenOptions())
    let description = opening.description
    let any = SampleSources.source(path: path, description: description)
    let source = try #require(any as? OpusSampleSource)
    return (source, OggTests.rest(of: opening.decoder, channels: description.channels), description.channels)
  }

  private func wrongRanges(_ count: Int, _ path: FilePath, jumps: Bool) throws -> Int {
    let (source, all, channels) = try source(path)
    let length = all.count / channels
    var random = Randomness(seed: 3)
    var wrong = 0
    #expect(source.jumps == nil, "nobody looks at the packets before somebody looks closely")
    for _ in 0..<count {
      let first = random.next(below: length)
      let range = first..<min(length, first + 1 + random.next(below: 400))
      let slice = try source.read(range)
      let isEqual =
        slice.range == range
        && range.allSatisfy { frame in
          (0..<channels).allSatisfy {
            slice.sample(channel: $0, frame: frame).bitPattern == all[frame * channels + $0].bitPattern
          }
        }
      if !isEqual { wrong += 1 }
    }
    #expect(source.jumps == jumps)
    return wrong
  }

  @Test(arguments: Campaign.part(2, of: [(1, "48k"), (2, "96k"), (2, "192k")]))
  func `ranges of CELT are jumped to, bit for bit`(channels: Int, rate: String) throws {
    let path = file("celt.opus", channels: channels, ["-application", "lowdelay", "-b:a", rate])
    #expect(OpusModes.areOnlyCELT(in: try FileBytes(path: path)))
    #expect(try wrongRanges(Campaign.isWanted ? 300 : 60, path, jumps: true) == 0)
  }

  @Test func `speech is decoded once, for SILK remembers`() throws {
    let path = file("silk.opus", channels: 1, ["-application", "voip", "-b:a", "20k"])
    #expect(!OpusModes.areOnlyCELT(in: try FileBytes(path: path)))
    #expect(try wrongRanges(50, path, jumps: false) == 0)
  }

  @Test func `one packet of another kind, a hole or a cut is enough to doubt`() throws {
    let celt = contents(file("celt.opus", channels: 2, ["-application", "lowdelay", "-b:a", "96k"]))
    #expect(OpusModes.areOnlyCELT(in: celt))
    #expect(!OpusModes.areOnlyCELT(in: celt.dropLast(1).map { $0 }))
    var flipped = celt
    flipped[celt.count / 2] ^= 1
    #expect(!OpusModes.areOnlyCELT(in: flipped), "its checksum is wrong")
    var walk = OggWalk(celt)
    var pages: [[UInt8]] = []
    while let (page, start) = walk.page(), let end = page.end { pages.append(Array(walk.bytes[start..<end])) }
    try #require(pages.count > 20)
    #expect(!OpusModes.areOnlyCELT(in: (pages[..<9] + pages[10...]).flatMap { $0 }), "a page is missing")
    // The first packet of a page in the middle becomes SILK's, with a checksum that is right.
    var page = pages[pages.count - 5]
    page[27 + Int(page[26])] &= 0x07
    let sum = page.withUnsafeBytes { OggChecksum.of($0) }
    withUnsafeBytes(of: sum.littleEndian) { page.replaceSubrange(22..<26, with: $0) }
    pages[pages.count - 5] = page
    #expect(!OpusModes.areOnlyCELT(in: pages.flatMap { $0 }))
    let silk = contents(file("silk.opus", channels: 1, ["-application", "voip", "-b:a", "20k"]))
    #expect(!OpusModes.areOnlyCELT(in: celt + silk), "the second link of a chain")
    #expect(OpusModes.areOnlyCELT(in: celt + celt))
    #expect(!OpusModes.areOnlyCELT(in: contents(file("six.opus", channels: 6, ["-b:a", "300k"]))))
    #expect(!OpusModes.areOnlyCELT(in: [UInt8]()))
  }

  @Test func `a source that nobody wants any more gives nothing`() throws {
    let path = file("celt.opus", channels: 2, ["-application", "lowdelay", "-b:a", "96k"])
    let source = try source(path).source
    source.cancel()
    #expect(try source.read(0..<100).range.isEmpty && source.jumps == nil)
    let other = try self.source(path).source
    folder.write(contents(path) + [0], to: path)
    #expect(throws: AudioFileError.self) { _ = try other.read(0..<100) }
  }
}
