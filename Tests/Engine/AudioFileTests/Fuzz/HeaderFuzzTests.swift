// HeaderFuzzTests.swift
// The parsers of heads, tags and answers under damaged input, as in FuzzTests: they must neither trap nor hang, and
// what they answer must be possible.

import CSndfile
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO
@testable import Recording

@Suite struct HeaderFuzzTests {
  let folder = TestFolder()

  private func written(_ format: Int, channels: Int = 1, frames: Int = 100, rate: Int = 44_100) -> [UInt8] {
    let path = folder.file("seed-\(format)-\(channels)")
    let samples = TestSound.tones(frames: frames, channels: channels)
    #expect(TestSound.write(samples, to: path, format: format, channels: channels, sampleRate: rate))
    return contents(path)
  }

  /// The peaks of a short file, as the cache keeps them.
  private func entry(_ format: Int, channels: Int, frames: Int) throws -> [UInt8] {
    let path = folder.write(written(format, channels: channels, frames: frames), as: "entry")
    let log = EventLog.reading(path)
    let entry = PeakCacheEntry(
      key: [1, 2, 3], description: try #require(log.description), report: try #require(log.report),
      peaks: try #require(log.peaks))
    var bytes: [UInt8] = []
    #expect(
      entry.write {
        bytes += $0
        return true
      })
    return bytes
  }

  @Test func `entries of the peak cache that got past the checksum`() throws {
    let seeds = [
      try entry(SF_FORMAT_WAV | SF_FORMAT_PCM_16, channels: 2, frames: 9000),
      try entry(SF_FORMAT_WAV | SF_FORMAT_FLOAT, channels: 1, frames: 5000),
      try entry(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channels: 6, frames: 300),
    ]
    let grid = PixelGrid(framesPerPixel: 300)
    feed(seeds, count: fuzzInputs / 4) { bytes in
      guard let entry = PeakCacheEntry(bytes, checksIntegrity: false) else { return false }
      #expect(entry.description.channels > 0 && entry.description.sampleRate > 0)
      #expect(entry.peaks.framesRead == entry.report.frames && entry.report.missing >= 0)
      for channel in 0..<min(entry.peaks.channels, 2) {
        _ = entry.peaks.columns(channel: channel, grid: grid, first: 0, count: 8)
      }
      return true
    }
    var mutator = Mutator(seeds, seed: 8)
    for _ in 0..<fuzzInputs / 20 {
      let bytes = mutator.next()
      #expect(PeakCacheEntry(bytes) == nil || seeds.contains(bytes), "what is damaged gets past the checksum")
    }
  }

  @Test func `what ffprobe says`() throws {
    let answer = """
      streams.stream.0.codec_name="aac"
      streams.stream.0.sample_fmt="fltp"
      streams.stream.0.sample_rate="44100"
      streams.stream.0.channels=2
      streams.stream.0.time_base="1/44100"
      streams.stream.0.duration_ts=225924
      streams.stream.0.tags.title="a \\"b\\" \\\\"
      format.format_name="mov,mp4"
      format.probe_score=100

      """
    let other = """
      streams.stream.0.codec_name="flac"
      streams.stream.0.sample_fmt="s16"
      streams.stream.0.sample_rate="48000"
      streams.stream.0.channels=6
      streams.stream.0.duration="N/A"
      streams.stream.0.tags.DURATION="00:01:05.123000000"
      streams.stream.1.codec_name="ac3"
      format.duration="5.123000"

      """
    feed([Array(answer.utf8), Array(other.utf8)]) { bytes in
      let answer = FFprobeAnswer(bytes)
      #expect(answer.tracks.count <= FFprobeAnswer.trackLimit)
      for track in answer.tracks {
        #expect(track.frames.map { $0 > 0 } ?? true)
        #expect(track.duration.map { $0.isFinite } ?? true)
        #expect(track.title.unicodeScalars.count <= FFprobeAnswer.textLimit)
        #expect(!track.isUsable || 1...1024 ~= track.channels && track.sampleRate > 0)
      }
      return answer.tracks.first?.isUsable == true
    }
  }

  @Test func `the boxes of an MP4`() {
    let noise = TestMedia.noise(frames: 3000, channels: 1)
    let seeds = [["-c:a", "aac"], ["-c:a", "alac", "-movflags", "faststart"]].enumerated().map {
      index, options in
      contents(TestMedia.encode(noise, channels: 1, options, as: "seed\(index).m4a", in: folder))
    }
    // The movie's header alone: most of the file is sound.
    let movies = seeds.map { bytes -> [UInt8] in
      let start = bytes.indices.first { bytes.has("moov", at: $0) }! + 4
      return Array(bytes[start...])
    }
    let check = { (length: MP4Length) -> Bool in
      #expect(length.tracks.count <= 256)
      for track in length.tracks.compactMap({ $0 }) { #expect(track.timescale > 0 && track.duration >= 0) }
      return length.tracks.first.map { $0 != nil } ?? false
    }
    feed(seeds, count: fuzzInputs / 4) { check(MP4Length($0)) }
    feed(movies) { check(MP4Length(movie: $0)) }
  }

  @Test func `frames of FLAC`() throws {
    let seeds = [
      written(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, frames: 200),
      written(SF_FORMAT_FLAC | SF_FORMAT_PCM_24, channels: 2, frames: 100),
    ]
    feed(seeds, count: fuzzInputs / 4) { bytes in
      guard let stream = FLACStream(bytes) else { return false }
      #expect(stream.head.count == 42 && stream.firstFrame >= 42)
      guard let place = stream.frame(from: 0) else { return false }
      #expect(stream.firstFrame <= place.offset && place.offset < place.end && place.end <= bytes.count)
      #expect(place.frames.lowerBound >= 0 && !place.frames.isEmpty)
      _ = stream.frame(holding: place.frames.upperBound)
      return true
    }
    let frames = try seeds.map { bytes in
      Array(bytes[try #require(FLACStream(bytes)).firstFrame...].prefix(24))
    }
    feed(frames) { bytes in
      // Also where the bytes end: nothing may be read behind them.
      bytes.withUnsafeBytes { whole in
        for start in whole.indices.suffix(FLACFrame.longestHeader) { _ = FLACFrame(whole, at: start) }
        guard let frame = FLACFrame(whole) else { return false }
        #expect(1...65_536 ~= frame.blockSize && 1...8 ~= frame.channels && frame.number >= 0)
        #expect(6...FLACFrame.longestHeader ~= frame.headerBytes && frame.headerBytes <= whole.count)
        return true
      }
    }
  }

  @Test func `metadata without end`() {
    var bytes = written(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    bytes.replaceSubrange(4..<5, with: [0])
    // A million blocks of nothing.
    let blocks = bytes[..<42] + [UInt8](repeating: 1, count: 4) + [UInt8](repeating: 0, count: 4 << 20)
    let source = CountingBytes(bytes: Array(blocks))
    #expect(FLACStream(source) == nil)
    #expect(source.reads < 10_000)
  }

  @Test func `tags in front`() {
    let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)
    let footed: [UInt8] = Array("ID3".utf8) + [4, 0, 0x10, 0, 0, 1, 0] + [UInt8](repeating: 7, count: 138)
    let frames = [UInt8](repeating: 0x55, count: 60)
    feed([tag + frames, tag + tag + frames, footed + frames]) { bytes in
      let length = ID3Tag.length(in: bytes)
      // Sixteen tags of 28 bits each, at most.
      #expect(0...16 * (1 << 28 + 20) ~= length)
      return length > 0
    }
  }

  @Test func `chunks of AIFF-C and CAF in every encoding`() {
    let subtypes = [
      SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32, SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_ULAW,
      SF_FORMAT_ALAW,
    ]
    var seeds = subtypes.flatMap { [written(SF_FORMAT_AIFF | $0), written(SF_FORMAT_CAF | $0, channels: 2)] }
    seeds += [SF_ENDIAN_LITTLE, SF_ENDIAN_BIG].flatMap { order in
      [SF_FORMAT_AIFF, SF_FORMAT_CAF].map { written($0 | SF_FORMAT_PCM_16 | order, channels: 3) }
    }
    feed(seeds) { file in
      guard let chunk = SampleChunk(in: file) else { return false }
      #expect(chunk.offset > 0 && chunk.declaredBytes.map { $0 > 0 } ?? true)
      guard let format = chunk.format, let raw = format.raw(at: chunk.offset) else { return false }
      #expect(raw.channels > 0 && raw.sampleRate > 0)
      let layout = RawLayout(raw, byteCount: file.count - chunk.offset)
      #expect(layout.frames * raw.bytesPerFrame <= max(0, file.count - chunk.offset))
      return true
    }
  }

  @Test func `a guess about any bytes`() {
    let seeds = [SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_FLOAT, SF_FORMAT_PCM_S8, SF_FORMAT_ULAW].map {
      written(SF_FORMAT_RAW | $0, frames: 60)
    }
    var mutator = Mutator(seeds + [[0], [UInt8](repeating: 0xFF, count: 33)], seed: 7)
    var guessed: Set<SampleEncoding> = []
    for _ in 0..<fuzzInputs / 20 {
      let guess = RawGuess(head: mutator.next())
      #expect(!guess.roughness.isNaN && guess.roughness >= 0)
      #expect(1...2 ~= guess.format.channels && RawFormat.rateLimits ~= guess.format.sampleRate)
      guessed.insert(guess.format.encoding)
    }
    #expect(guessed.count > 2, "\(guessed)")
  }

  @Test func `what may be asked of raw data, and how rates are written`() {
    var random = RandomNumbers(seed: 6)
    let numbers = [
      .min, -1, 0, 1, 2, 7, 1023, 1024, 1025, 768_000, 768_001, 1 << 31, 1 << 60, .max - 1, .max,
    ]
    var allowed = 0
    for _ in 0..<fuzzInputs {
      func number() -> Int {
        random.below(2) == 0 ? random.below(3000) : numbers[random.below(numbers.count)]
      }
      let encoding = SampleEncoding.allCases[random.below(SampleEncoding.allCases.count)]
      let raw = RawFormat(encoding: encoding, channels: number(), sampleRate: number(), dataOffset: number())
      let count = max(0, number())
      let frames = raw.frames(inFileOf: count)
      #expect((frames > 0) == (raw.problem(inFileOf: count) == nil), "\(raw) in \(count)")
      if frames > 0 {
        allowed += 1
        #expect(RawFormat.channelLimits ~= raw.channels && RawFormat.rateLimits ~= raw.sampleRate)
        #expect(raw.dataOffset + frames * raw.bytesPerFrame <= count, "\(raw) in \(count)")
      }
    }
    #expect(allowed > fuzzInputs / 20)
    let rates = ["44100", "44 100", "44,100 Hz", "44.1 kHz", "48k", "22.05kHz", "1"].map { Array($0.utf8) }
    feed(rates) { bytes in
      guard let rate = RawFormat.rate(String(decoding: bytes, as: UTF8.self)) else { return false }
      #expect(RawFormat.rateLimits ~= rate)
      return true
    }
  }
}

/// Bytes in memory, and how often somebody asked for some.
private final class CountingBytes: ByteSource {
  let bytes: [UInt8]
  private(set) var reads = 0
  var count: Int { bytes.count }

  init(bytes: [UInt8]) { self.bytes = bytes }

  func bytes(at offset: Int, length: Int) -> [UInt8] {
    reads += 1
    return bytes.bytes(at: offset, length: length)
  }
}
