// FuzzTests.swift
// Parsers of our own under damaged input: 20,000 variations each in a campaign, the same in every run. They must neither trap
// nor hang, and what they answer must be possible. BARLINE_FUZZ multiplies the number (make fuzz).

import CSndfile
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO

@Suite struct FuzzTests {
  let folder = TestFolder()

  /// A short recording in a format, as libsndfile writes it.
  private func written(_ format: Int, channels: Int = 2, frames: Int = 100, rate: Int = 44_100) -> [UInt8] {
    let path = folder.file("seed-\(format)-\(channels)")
    let samples = TestSound.tones(frames: frames, channels: channels)
    #expect(TestSound.write(samples, to: path, format: format, channels: channels, sampleRate: rate))
    return contents(path)
  }

  private var chunked: [[UInt8]] {
    [
      written(SF_FORMAT_WAV | SF_FORMAT_PCM_16), written(SF_FORMAT_WAVEX | SF_FORMAT_PCM_24, channels: 6),
      written(SF_FORMAT_RF64 | SF_FORMAT_FLOAT), written(SF_FORMAT_W64 | SF_FORMAT_PCM_16),
      written(SF_FORMAT_AIFF | SF_FORMAT_PCM_16), written(SF_FORMAT_CAF | SF_FORMAT_PCM_32),
      written(SF_FORMAT_AU | SF_FORMAT_ULAW), written(SF_FORMAT_WAV | SF_FORMAT_PCM_16 | SF_ENDIAN_BIG),
    ]
  }

  @Test func `chunks of WAV, RF64, W64, AIFF, AU and CAF`() {
    feed(chunked) { file in
      guard let chunk = SampleChunk(in: file) else { return false }
      #expect(chunk.offset >= 0)
      #expect(chunk.declaredBytes.map { $0 > 0 } ?? true)
      if let raw = chunk.format?.raw(at: chunk.offset) {
        let layout = RawLayout(raw, byteCount: file.count - chunk.offset)
        #expect(layout.frames * raw.bytesPerFrame <= max(0, file.count - chunk.offset))
      }
      return true
    }
  }

  @Test func `the length in an MP3`() {
    let constant = written(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, frames: 4000)
    let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 100] + [UInt8](repeating: 0, count: 100)
    feed([constant, tag + constant]) { bytes in
      MPEGFrame.start(in: bytes).flatMap { MPEGTag(in: bytes, at: $0) } != nil
    }
  }

  @Test func `the pages of an Ogg file`() {
    let vorbis = written(SF_FORMAT_OGG | SF_FORMAT_VORBIS, frames: 3000)
    let opus = written(SF_FORMAT_OGG | SF_FORMAT_OPUS, frames: 3000, rate: 48_000)
    feed([vorbis, opus, vorbis + opus]) { bytes in
      let end = OggEnd(of: bytes), contents = OggContents(of: bytes)
      #expect(contents.streams.count <= 100)
      #expect(!end.isOfLaterStream || end.stream.map { contents.streams[$0] == nil } ?? false)
      return !end.isMissing && contents.sound != nil
    }
  }

  @Test func `the links of an Ogg chain`() {
    var random = RandomNumbers(seed: 5)
    let numbers = [0, 1, 2, 44_100, 48_000, -1, .min, .max, .max / 2]
    var accepted = 0
    for _ in 0..<fuzzInputs {
      let links = (0..<random.below(6)).map { _ in
        OggLinks.Link(
          channels: numbers[random.below(3)], sampleRate: numbers[3 + random.below(2)],
          frames: numbers[random.below(3) == 0 ? random.below(numbers.count) : random.below(5)])
      }
      guard let chain = OggLinks(links) else { continue }
      accepted += 1
      #expect(chain.channels > 0 && chain.sampleRate > 0 && chain.frames >= 0)
      #expect(1...links.count ~= chain.count && (chain.next == nil) == (chain.count == links.count))
    }
    #expect(accepted > fuzzInputs / 20)
  }

  @Test func `what a file seems to be`() {
    let heads =
      chunked + [
        written(SF_FORMAT_FLAC | SF_FORMAT_PCM_16), written(SF_FORMAT_OGG | SF_FORMAT_VORBIS, frames: 500),
        Array("OggS".utf8) + [UInt8](repeating: 0, count: 22) + [1, 80] + Array("Speex   ".utf8),
        [0, 0, 0, 0x20] + Array("ftypM4A ".utf8), [0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3], [0xFF, 0xFB, 0x90, 0],
      ]
    feed(heads) {
      if case .unknown = FormatGuess(head: $0) { return false }
      return true
    }
  }

  @Test func `no header makes a reader give more than the file holds`() {
    // Plain samples only: what libsndfile does with damaged input is not ours to test.
    let seeds = [
      WaveFile([Int16](repeating: 7, count: 60), channels: 3).bytes,
      WaveFile([Int16](repeating: 7, count: 60), promisedBytes: 0).bytes,
    ]
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 65_536)
    defer { buffer.deallocate() }
    let disk = FuzzFile(in: folder)
    defer { disk.close() }
    feed(seeds, count: fuzzInputs / 4) { bytes in
      disk.write(bytes)
      guard let file = try? FileBytes(path: disk.path), let chunk = SampleChunk(in: file),
        let raw = chunk.format?.raw(at: chunk.offset)
      else {
        return false
      }
      let decoder = PCMDecoder(file, layout: RawLayout(raw, byteCount: file.count - chunk.offset))
      guard raw.channels <= buffer.count else { return false }
      var frames = 0
      while case let count = decoder.read(into: buffer), count > 0 { frames += count }
      #expect(frames * raw.bytesPerFrame <= file.count)
      return frames > 0
    }
  }

  @Test func `whatever somebody says about raw data`() throws {
    let path = folder.write([UInt8](repeating: 0x55, count: 1000), as: "raw")
    var random = RandomNumbers(seed: 4)
    let numbers = [
      .min, .min + 1, -1, 0, 1, 2, 3, 8, 44, 999, 1000, 1001, 1024, 65_535, 65_536, 1 << 31, 1 << 32,
      .max - 1, .max,
    ]
    var opened = 0
    for _ in 0..<fuzzInputs {
      func number() -> Int {
        random.below(3) == 0 ? random.below(2000) : numbers[random.below(numbers.count)]
      }
      let encoding = SampleEncoding.allCases[random.below(SampleEncoding.allCases.count)]
      let raw = RawFormat(encoding: encoding, channels: number(), sampleRate: number(), dataOffset: number())
      do throws(AudioFileError) {
        var reader = try AudioFileReader(path: path, options: OpenOptions(raw: raw))
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * raw.channels)
        defer { buffer.deallocate() }
        #expect(raw.dataOffset >= 0 && raw.channels >= 1 && raw.sampleRate >= 1)
        #expect(try reader.read(into: buffer) > 0)
        #expect((reader.description.framesPromised ?? 0) * raw.bytesPerFrame <= 1000 - raw.dataOffset)
        opened += 1
      } catch {
        #expect(error.code == .noAudio, "\(raw): \(error.message)")
      }
    }
    #expect(opened > fuzzInputs / 100)
  }
}
