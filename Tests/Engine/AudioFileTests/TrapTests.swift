// TrapTests.swift
// Headers that mislead, rare containers, extreme numbers: a file made for each, and what must come of it.

import CSndfile
import Foundation
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO
@testable import Recording

@Suite struct TrapTests {
  let folder = TestFolder()

  func write(
    _ name: String, _ format: Int, frames: Int = 5000, channels: Int = 2, rate: Int = 48_000
  ) -> FilePath {
    let path = folder.file(name)
    let tones = TestSound.tones(frames: frames, channels: channels)
    precondition(TestSound.write(tones, to: path, format: format, channels: channels, sampleRate: rate))
    return path
  }

  func find(_ text: String, in bytes: [UInt8]) -> Int {
    let text = Array(text.utf8)
    return bytes.indices.first { bytes[$0...].starts(with: text) }!
  }

  func all(_ path: FilePath) throws -> [Float] {
    let file = try FileBytes(path: path)
    let opening = try Opening.of(file, path: path, options: OpenOptions())
    return OggTests.rest(of: opening.decoder, channels: opening.description.channels)
  }

  func isPlain(_ path: FilePath) throws -> Bool {
    try Opening.of(FileBytes(path: path), path: path, options: OpenOptions()).decoder is PCMDecoder
  }

  // MARK: Plain samples in every container

  @Test func `plain samples are read without libsndfile, and are what it reads`() throws {
    let encodings = [
      SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32, SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_ULAW,
      SF_FORMAT_ALAW, SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8,
    ]
    let containers = [
      SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64, SF_FORMAT_W64, SF_FORMAT_AIFF, SF_FORMAT_CAF,
      SF_FORMAT_AU,
    ]
    var count = 0
    for container in containers {
      for encoding in encodings {
        for endian in [0, Int(SF_ENDIAN_LITTLE), Int(SF_ENDIAN_BIG)] {
          let path = folder.file("plain")
          let tones = TestSound.tones(frames: 1000, channels: 3)
          let format = container | encoding | endian
          guard TestSound.write(tones, to: path, format: format, channels: 3) else { continue }
          let name = Comment(rawValue: String(format, radix: 16))
          #expect(try isPlain(path), name)
          let isEqual = try all(path) == TestSound.decodeFloat(path)
          #expect(isEqual, name)
          count += 1
        }
      }
    }
    #expect(count >= 70)
  }

  @Test func `a length that was never written hides nothing`() throws {
    let minusOne = [UInt8](repeating: 0xFF, count: 8)
    for (name, format, marker, offset, size) in [
      ("a.caf", SF_FORMAT_CAF, "data", 4, minusOne), ("a.au", SF_FORMAT_AU, ".snd", 8, Array(minusOne[..<4])),
      ("b.au", SF_FORMAT_AU, ".snd", 8, [0, 0, 0, 0]),
      ("a.aiff", SF_FORMAT_AIFF, "SSND", 4, Array(minusOne[..<4])),
      ("b.aiff", SF_FORMAT_AIFF, "SSND", 4, [0, 0, 0, 0]),
      ("x.wav", SF_FORMAT_WAV | Int(SF_ENDIAN_BIG), "data", 4, Array(minusOne[..<4])),
    ] {
      for encoding in [SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_FLOAT] {
        let path = write(name, format | encoding)
        let expected = TestSound.decodeFloat(path)
        var bytes = contents(path)
        let place = find(marker, in: bytes) + offset
        bytes.replaceSubrange(place..<place + size.count, with: size)
        folder.write(bytes, to: path)
        let isEqual = try all(path).starts(with: expected)
        #expect(isEqual, "\(name)")
        let log = EventLog.reading(path)
        #expect((log.report?.frames ?? 0) - 5000 <= 4 && log.report?.isComplete == true, "\(name)")
        #expect(log.description?.expectedFrames == log.report?.frames, "\(name)")
        #expect(
          log.description?.container.text
            == ["caf": "CAF", "au": "AU", "aiff": "AIFF", "wav": "WAV"][path.extension!])
      }
    }
  }

  @Test func `a WAV file whose data are of an odd size, or said to be more than there is`() {
    let samples = (0..<1000).map { Int16($0) }
    let odd = EventLog.reading(folder.write(WaveFile(samples).bytes + [7], as: "odd.wav"))
    #expect(odd.report?.frames == 1000 && odd.report?.isComplete == true)
    for size in [1999, 1001] {
      let log = EventLog.reading(folder.write(WaveFile(samples, promisedBytes: size).bytes, as: "odd.wav"))
      #expect(log.report?.frames == size / 2, "\(size)")
    }
    let more = EventLog.reading(folder.write(WaveFile(samples, promisedBytes: 5000).bytes, as: "more.wav"))
    #expect(more.report?.frames == 1000 && more.report?.missing == 1500)
  }

  // MARK: Past 4 GiB

  /// A file of 4 GiB and a bit of silence with marks in three places.
  func giant(_ name: String, header: [UInt8]) throws -> (path: FilePath, frames: Int) {
    let path = folder.write(header, as: name)
    let frames = (1 << 31) + 100_000
    let file = open(path.string, O_RDWR)
    defer { close(file) }
    #expect(ftruncate(file, header.count + frames * 2) == 0)
    for frame in [0, 1 << 31, frames - 1] {
      var mark = Int16(1234).littleEndian
      #expect(pwrite(file, &mark, 2, header.count + frame * 2) == 2)
    }
    return (path, frames)
  }

  @Test(arguments: ["wrapped.wav", "full.wav", "rf64.wav", "bw64.wav"])
  func `a file of more than 4 GiB is read to its end`(name: String) throws {
    let bytes = ((1 << 31) + 100_000) * 2
    var wave = WaveFile([], rate: 48_000, promisedBytes: name == "full.wav" ? WaveFile.unknownBytes : bytes)
    wave.form = ["rf64.wav": .rf64, "bw64.wav": .bw64][name] ?? .riff
    let (path, frames) = try giant(name, header: wave.head)
    let reader = try AudioFileReader(path: path)
    let description = reader.description
    #expect(description.expectedFrames == frames)
    let source = FileSampleSource(path: path, description: description)
    for frame in [0, 1 << 31, frames - 1] {
      let slice = try source.read(frame..<frame + 1)
      #expect(slice.sample(channel: 0, frame: frame) == 1234.0 / 32_768, "\(frame)")
      #expect(try source.read(max(0, frame - 1)..<frame + 2).range.count >= 2)
    }
    #expect(try source.read(frames..<frames + 10).range.isEmpty)
  }

  // MARK: Numbers at the edge

  @Test func `1,024 channels, 1 Hz and 768 kHz`() throws {
    for (channels, rate) in [(1024, 48_000), (1, 1), (2, 768_000)] {
      let path = write(
        "edge.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24, frames: 600, channels: channels, rate: rate)
      let log = EventLog.reading(path)
      #expect(log.description?.channels == channels && log.description?.sampleRate == rate)
      #expect(log.report?.frames == 600 && log.report?.isComplete == true)
      let isEqual = try all(path) == TestSound.decodeFloat(path)
      #expect(isEqual, "\(channels) channels, \(rate) Hz")
    }
  }

  @Test func `20 bits lie at the upper end of 24`() throws {
    let path = write("20.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24)
    let expected = TestSound.decodeFloat(path)
    var bytes = contents(path)
    bytes[find("fmt ", in: bytes) + 22] = 20
    folder.write(bytes, to: path)
    let isEqual = try all(path) == expected
    #expect(isEqual && EventLog.reading(path).report?.isComplete == true)
  }

  @Test func `block codes in WAV are read to their end`() throws {
    for encoding in [SF_FORMAT_IMA_ADPCM, SF_FORMAT_MS_ADPCM, SF_FORMAT_GSM610] {
      let channels = encoding == SF_FORMAT_GSM610 ? 1 : 2
      let path = write("block.wav", SF_FORMAT_WAV | encoding, channels: channels, rate: 8000)
      let samples = try all(path)
      let isEqual = samples == TestSound.decodeFloat(path)
      #expect(isEqual && samples.count >= 5000 * channels)
    }
  }

  // MARK: MP3

  /// Speech-like sound, of very different bit rates in its two halves, without a table of contents.
  func mp3(seconds: Int = 20) throws -> FilePath {
    let wav = folder.file("speech.wav"), mp3 = folder.file("plain.mp3")
    try Tool.run(
      "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
      "aevalsrc=if(lt(t\\,\(seconds / 4))\\,0.5*sin(1000*t)\\,0.3*random(0)):s=44100:d=\(seconds)", wav.string
    )
    try Tool.run("lame", "--quiet", "-V", "4", "-t", wav.string, mp3.string)
    return mp3
  }

  /// Everything in a file as ffmpeg decodes it, mono.
  func ffmpeg(_ path: FilePath) throws -> [Float] {
    let raw = folder.file("ffmpeg.raw")
    try Tool.run("ffmpeg", "-v", "quiet", "-y", "-i", path.string, "-f", "f32le", "-ac", "1", raw.string)
    return contents(raw).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  @Test func `nothing is lost of an MP3 file that does not say how long it is`() throws {
    let path = try mp3()
    let whole = contents(path)
    #expect(MPEGStream(whole)?.length == nil)
    for (name, bytes) in [("whole", whole), ("cut", Array(whole[..<(whole.count * 2 / 3)]))] {
      let path = folder.write(bytes, as: "open.mp3")
      let report = EventLog.reading(path).report
      let expected = try ffmpeg(path)
      let samples = try all(path)
      // A last frame that is not whole is not everybody's, nor what of it reaches into the one before.
      #expect(abs(samples.count - expected.count) <= 2304, "\(name): \(samples.count), \(expected.count)")
      #expect(report?.frames == samples.count, "\(name)")
      let apart = zip(samples, expected).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(apart < 0.01, "\(name): \(apart)")
    }
  }

  @Test func `something in front of an MP3 file does not hide it`() throws {
    let path = try mp3(seconds: 4)
    let bytes = contents(path)
    let expected = try all(path)
    var random = Randomness(seed: 6)
    let noise = (0..<700).map { _ in UInt8(random.next(below: 255)) }
    let size = 3 << 20
    let tag =
      Array("ID3".utf8) + [4, 0, 0] + [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
      + [UInt8](repeating: 0, count: size)
    for (name, front) in [("junk", noise), ("zeros", [UInt8](repeating: 0, count: 5000)), ("tag", tag)] {
      let path = folder.write(front + bytes, as: "\(name).mp3")
      let samples = try all(path)
      // The first frame after junk may be needed to find the second.
      #expect(abs(samples.count - expected.count) <= 1152, "\(name)")
      let isSame = samples.suffix(40_000) == expected.suffix(40_000)
      #expect(isSame, "\(name): \(samples.count), \(expected.count)")
    }
  }

  // MARK: Ogg

  @Test func `FLAC in Ogg is read whole, by whoever can`() throws {
    let wav = folder.file("noise.wav"), path = folder.file("a.oga")
    try Tool.run(
      "sox", "-n", "-r", "44100", "-b", "16", "-c", "2", wav.string, "synth", "3", "pinknoise", "vol", "0.5")
    try Tool.run("flac", "-s", "-f", "--ogg", "-o", path.string, wav.string)
    let log = EventLog.reading(path)
    #expect(log.report?.frames == 132_300 && log.report?.isComplete == true, "\(log.error?.message ?? "")")
    guard let peaks = log.peaks else { return }
    for channel in 0..<2 {
      let expected = extremes(TestSound.decodeInt16(wav), channels: 2, channel: channel)
      let found = columns(peaks, channel: channel)
      #expect(zip(found.low, found.high).map { $0...$1 } == expected, "channel \(channel)")
    }
  }

  // MARK: Two at once

  @Test func `two openings that fail at once fail for their own reasons`() {
    let unknown = folder.write([UInt8](repeating: 0x41, count: 3000), as: "unknown.bin")
    // A known container with an encoding that nobody has.
    var wave = WaveFile((0..<1000).map { Int16($0) })
    wave.tag = 0x0999
    let encoding = folder.write(wave.bytes, as: "encoding.wav")
    DispatchQueue.concurrentPerform(iterations: Campaign.isWanted ? 400 : 40) { index in
      let path = index % 2 == 0 ? unknown : encoding
      do throws(AudioFileError) {
        _ = try AudioFileReader(path: path)
        Issue.record("opened")
      } catch {
        #expect(error.code == (index % 2 == 0 ? .unknownFormat : .unsupportedFormat))
      }
    }
  }

  @Test func `parsers survive any bytes`() {
    var random = Randomness(seed: 7)
    let seeds =
      [
        SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_WAVEX | SF_FORMAT_FLOAT,
        SF_FORMAT_RF64 | SF_FORMAT_PCM_24,
        SF_FORMAT_W64 | SF_FORMAT_PCM_16, SF_FORMAT_AIFF | SF_FORMAT_FLOAT, SF_FORMAT_CAF | SF_FORMAT_PCM_24,
        SF_FORMAT_AU | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
      ].map { contents(write("seed", $0, frames: 500)) } + [
        Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
      ]
    // The longest of all lengths: whatever is added to it overflows.
    let longest: [UInt8] = [0x7F] + [UInt8](repeating: 0xFF, count: 7)
    let caf = Array("caff\u{0}\u{1}\u{0}\u{0}data".utf8) + longest
    let rf64 =
      Array("RF64".utf8) + little(-1) + Array("WAVE".utf8)
      + RIFFChunk("ds64", little(0, 8) + longest.reversed() + little(0, 8)).bytes
      + RIFFChunk("data", [], promisedBytes: -1).head
    for bytes in [caf, rf64] {
      let chunk = SampleChunk(in: bytes)
      #expect(chunk != nil && chunk?.declaredBytes == nil, "\(bytes)")
    }
    for seed in seeds {
      for _ in 0..<300 {
        var bytes = Array(seed.prefix(6000))
        for _ in 0..<1 + random.next(below: 12) {
          bytes[random.next(below: min(bytes.count, 200))] =
            [0, 0xFF, 0x7F, 0x80, UInt8(random.next(below: 256))][random.next(below: 5)]
        }
        bytes = Array(bytes.prefix(random.next(below: bytes.count + 1)))
        if let chunk = SampleChunk(in: bytes) {
          #expect(chunk.offset >= 0 && chunk.declaredBytes ?? 1 > 0)
          #expect(chunk.raw.map { $0.channels > 0 && $0.sampleRate > 0 } ?? true)
        }
        _ = OggEnd(of: bytes)
        #expect(OggContents(of: bytes).streams.count <= 100)
        _ = MPEGTag(in: bytes, at: 0)
      }
    }
  }
}
