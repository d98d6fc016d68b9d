// RawGuessTests.swift
// Real sound in every encoding is recognised; whatever else the bytes are, there is some answer.

import CSndfile
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO

@Suite struct RawGuessTests {
  let folder = TestFolder()
  static let data = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().removingLastComponent()
    .appending("data/samples")

  /// What libsndfile writes without a header.
  private static func format(_ encoding: SampleEncoding) -> Int {
    let subtype =
      switch encoding {
      case .s8: SF_FORMAT_PCM_S8
      case .u8: SF_FORMAT_PCM_U8
      case .s16le, .s16be: SF_FORMAT_PCM_16
      case .s24le, .s24be: SF_FORMAT_PCM_24
      case .s32le, .s32be: SF_FORMAT_PCM_32
      case .f32le, .f32be: SF_FORMAT_FLOAT
      case .f64le, .f64be: SF_FORMAT_DOUBLE
      case .alaw: SF_FORMAT_ALAW
      case .ulaw: SF_FORMAT_ULAW
      }
    let order = encoding.rawValue.hasSuffix("be") ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE
    return SF_FORMAT_RAW | subtype | (encoding.byteCount > 1 ? order : 0)
  }

  @Test(arguments: SampleEncoding.allCases, Campaign.part(3, of: ["speech.wav", "tabla.flac", "music.opus"]))
  func `real sound is recognised in every encoding`(encoding: SampleEncoding, name: String) throws {
    let sound = Self.data.appending(name)
    let sounds = try AudioFileReader(path: sound)
    let channels = sounds.description.channels
    let path = folder.file("sound.raw")
    let samples = TestSound.decodeFloat(sound).prefix(400_000 * channels)
    // A little quieter, so that no encoding clips, and every one has to round.
    #expect(
      TestSound.write(
        samples.map { $0 * 0.93 }, to: path, format: Self.format(encoding), channels: channels))
    let (guess, byteCount) = try RawGuess.of(path)
    #expect(guess.format.encoding == encoding, "\(guess)")
    #expect(guess.format.channels == channels, "\(guess)")
    #expect(byteCount == contents(path).count)
    // Read so, it is the sound.
    let opened = try AudioFileReader(path: path, options: OpenOptions(raw: guess.format))
    let frames = opened.description.framesPromised
    #expect(frames == samples.count / channels)
  }

  @Test(arguments: 0...70)
  func `the first bytes of anything have some answer`(count: Int) {
    for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
      let guess = RawGuess(head: [UInt8](repeating: byte, count: count))
      #expect(RawFormat.channelLimits.contains(guess.format.channels))
    }
    #expect(RawGuess(head: [UInt8](repeating: 0, count: count)).format.encoding == .s16le, "silence")
  }

  @Test func `noise has some answer, and is said to be rough`() {
    var state: UInt64 = 1
    let noise = (0..<65_536).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    #expect(RawGuess(head: noise).roughness > 0.9)
  }

  @Test func `an empty file has no guess`() throws {
    let path = folder.write([], as: "empty")
    #expect(throws: AudioFileError.self) { try RawGuess.of(path) }
    #expect(try RawGuess.of(folder.write([7], as: "one")).byteCount == 1)
  }
}

@Suite struct RawFormatTests {
  @Test(arguments: [
    ("44100", 44_100), (" 44 100 ", 44_100), ("44,100", 44_100), ("44.1 kHz", 44_100), ("44,1 kHz", 44_100),
    ("22.05k", 22_050), ("11.025 kHz", 11_025), ("8000 Hz", 8000), ("1", 1), ("768000", 768_000),
    ("768 kHz", 768_000), ("48000.0", 48_000),
  ])
  func `a sample rate may be written as people do`(text: String, rate: Int) {
    #expect(RawFormat.rate(text) == rate)
  }

  @Test(arguments: [
    "", " ", "0", "-1", "768001", "769 kHz", "44100.5", "44.1", "1e3", "nan", "inf", "0x10", "k", "Hz", "kHz",
    ".5k",
    "1.2.3", "٤٤١٠٠", "99999999999999999999999", "4 4 1 0 0 x", "Hz 44100", "1kk",
  ])
  func `what is no sample rate is none`(text: String) {
    #expect(RawFormat.rate(text) == nil)
  }

  @Test func `any text is harmless`() {
    var state: UInt64 = 7
    let alphabet = Array("0123456789.,kKhHzZ -+eE_٣é\u{0}\u{301}")
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let text = String(
        (0..<Int(state >> 60)).map { alphabet[Int(state >> 3 + UInt64($0) * 5) % alphabet.count] })
      if let rate = RawFormat.rate(text) { #expect(RawFormat.rateLimits.contains(rate), "\(text)") }
    }
  }

  private func problem(
    _ encoding: SampleEncoding = .s16le, channels: Int = 1, rate: Int = 8000, offset: Int = 0, bytes: Int
  ) -> String? {
    RawFormat(encoding: encoding, channels: channels, sampleRate: rate, dataOffset: offset)
      .problem(inFileOf: bytes)
  }

  @Test func `what cannot be is said in a sentence`() {
    #expect(problem(bytes: 2) == nil)
    #expect(problem(bytes: 1) == "One sample takes 2 bytes, but the file is only 1 byte long.")
    #expect(problem(.u8, bytes: 1) == nil)
    #expect(
      problem(.f64be, channels: 3, offset: 90, bytes: 100)
        == "One frame of 3 channels takes 24 bytes, but what follows the offset is only 10 bytes long.")
    #expect(
      problem(offset: 100, bytes: 100)
        == "The offset lies beyond the end of the file, which is 100 bytes long.")
    #expect(problem(offset: -1, bytes: 100) == "The offset cannot be negative.")
    #expect(problem(channels: 0, bytes: 100) == "There must be 1 to 1024 channels.")
    #expect(problem(channels: 1025, bytes: 100_000) == "There must be 1 to 1024 channels.")
    #expect(problem(rate: 0, bytes: 100) == RawFormat.rateProblem)
    #expect(problem(rate: 768_001, bytes: 100) == RawFormat.rateProblem)
    for value in [Int.min, .max] {
      #expect(problem(channels: value, bytes: 100) != nil)
      #expect(problem(rate: value, bytes: 100) != nil)
      #expect(problem(offset: value, bytes: 100) != nil)
    }
  }

  @Test func `a reader refuses what cannot be, with the same sentence`() {
    let folder = TestFolder()
    let path = folder.write([1, 2, 3], as: "three")
    for raw in [
      RawFormat(encoding: .s16le, channels: .max, sampleRate: 8000),
      RawFormat(encoding: .s16le, channels: 1, sampleRate: .min),
      RawFormat(encoding: .s16le, channels: 1, sampleRate: 8000, dataOffset: .min),
      RawFormat(encoding: .s16le, channels: 1, sampleRate: 8000, dataOffset: .max),
      RawFormat(encoding: .f64le, channels: 1, sampleRate: 8000),
    ] {
      do {
        _ = try AudioFileReader(path: path, options: OpenOptions(raw: raw))
        Issue.record("\(raw) was opened")
      } catch {
        #expect(error.code == .noAudio)
      }
    }
  }

  @Test(arguments: SampleEncoding.allCases)
  func `the length is what the bytes hold`(encoding: SampleEncoding) throws {
    let folder = TestFolder()
    let path = folder.write((0..<1000).map { UInt8(truncatingIfNeeded: $0) }, as: "raw")
    for channels in 1...3 {
      for offset in [0, 1, 7, 999] {
        let raw = RawFormat(encoding: encoding, channels: channels, sampleRate: 8000, dataOffset: offset)
        let frames = (1000 - offset) / (encoding.byteCount * channels)
        #expect(raw.frames(inFileOf: 1000) == frames)
        var opened = 0
        if let reader = try? AudioFileReader(path: path, options: OpenOptions(raw: raw)) {
          opened = reader.description.expectedFrames
        }
        #expect(opened == frames)
      }
    }
  }
}
