// FFprobeAnswerTests.swift
// The parser of ffprobe's answers takes what makes sense and leaves the rest out, whatever it is given.

import Testing

@testable import AudioDecoding
@testable import AudioFormats

@Suite struct FFprobeAnswerTests {
  private static let good = """
    programs.program.0.streams.stream.0.codec_name="not ours"
    streams.stream.0.codec_name="aac"
    streams.stream.0.profile="HE-AACv2"
    streams.stream.0.sample_fmt="fltp"
    streams.stream.0.sample_rate="44100"
    streams.stream.0.channels=2
    streams.stream.0.channel_layout="stereo"
    streams.stream.0.bits_per_sample=0
    streams.stream.0.bits_per_raw_sample="N/A"
    streams.stream.0.start_time="0.000000"
    streams.stream.0.time_base="1/44100"
    streams.stream.0.duration_ts=225924
    streams.stream.0.duration="5.122993"
    streams.stream.0.disposition.default=1
    streams.stream.0.tags.language="eng"
    streams.stream.0.tags.title="\\"Q\\" \\\\ \\$x \\`y\\`\\nline = 2"
    streams.stream.1.codec_name="flac"
    streams.stream.1.sample_rate="48000"
    streams.stream.1.channels=6
    streams.stream.1.duration="N/A"
    streams.stream.1.tags.DURATION="00:01:05.123000000"
    format.format_name="mov,mp4,m4a,3gp,3g2,mj2"
    format.duration="5.123000"
    format.probe_score=100
    format.tags.major_brand="M4A "

    """

  private func answer(_ text: String) -> FFprobeAnswer { FFprobeAnswer(Array(text.utf8)) }

  @Test func `a good answer is understood`() {
    let answer = answer(Self.good)
    #expect(answer.formatName == "mov,mp4,m4a,3gp,3g2,mj2" && answer.probeScore == 100)
    #expect(answer.brand == "M4A " && answer.duration == 5.123 && answer.tracks.count == 2)
    let first = answer.tracks[0]
    #expect(first.codec == "aac" && first.profile == "HE-AACv2" && first.sampleFormat == "fltp")
    #expect(first.sampleRate == 44_100 && first.channels == 2 && first.layout == "stereo" && first.isDefault)
    #expect(first.frames == 225_924 && first.start == 0 && first.language == "eng" && first.isUsable)
    #expect(first.title == "\"Q\" \\ $x `y` line = 2")
    #expect(answer.tracks[1].end == 65.123 && answer.tracks[1].frames == nil && !answer.tracks[1].isDefault)
  }

  @Test func `nonsense is left out`() {
    let lines = [
      "", "=", "==", ".", "x", "streams", "streams.stream=1", "streams.stream.0=1",
      "streams.stream.-1.codec_name=1",
      "streams.stream.7.codec_name=\"skips\"", "streams.stream.9999999999999999999.codec_name=1", "format=1",
      "format.probe_score=99999999999999999999", "format.duration=nan", "format.duration=inf",
      "format.duration=1e300", "\u{0}\u{0}=\u{0}",
    ]
    for line in lines { #expect(answer(line) == FFprobeAnswer([]), "\(line)") }
  }

  @Test func `numbers that cannot be are no numbers`() {
    let base = "streams.stream.0.codec_name=\"x\"\nstreams.stream.0.sample_fmt=\"s16\"\nstreams.stream.0."
    #expect(answer(base + "channels=2\nstreams.stream.0.sample_rate=8000").tracks[0].isUsable)
    for value in ["-1", "0", "1025", "99999999999999999999", "2.5", "N/A", "\"\"", "0x2"] {
      let track = answer(base + "channels=\(value)\nstreams.stream.0.sample_rate=48000").tracks[0]
      #expect(!track.isUsable, "\(value)")
    }
    for value in ["0", "-5", "99999999999", "1e3", "N/A"] {
      #expect(
        !answer(base + "sample_rate=\(value)\nstreams.stream.0.channels=2").tracks[0].isUsable, "\(value)")
    }
    for duration in ["-1", "nan", "inf", "1e300", "N/A", "9e99"] {
      let text = base + "sample_rate=48000\nstreams.stream.0.duration=\(duration)"
      #expect(answer(text).tracks[0].frames == nil, "\(duration)")
    }
    for base64 in ["0/0", "1/0", "0/5", "-1/5", "1/-5", "x/y", "1", "1/2/3", "99999999999999999999/1"] {
      let text =
        base + "sample_rate=48000\nstreams.stream.0.time_base=\(base64)\nstreams.stream.0.duration_ts=5"
      #expect(answer(text).tracks[0].frames == nil, "\(base64)")
    }
    for ticks in ["-9223372036854775808", "9223372036854775807"] {
      let text =
        base + "sample_rate=48000\nstreams.stream.0.time_base=1/1\nstreams.stream.0.duration_ts=\(ticks)"
      #expect(answer(text).tracks[0].frames == nil, "\(ticks)")
    }
  }

  /// Bit rates are computed with them.
  @Test func `a sample has 64 bits at most`() {
    for key in ["bits_per_sample", "bits_per_raw_sample"] {
      func bits(_ value: String) -> Int {
        answer("streams.stream.0.codec_name=\"x\"\nstreams.stream.0.\(key)=\(value)").tracks[0].bitsPerSample
      }
      for value in ["0", "-1", "65", "9223372036854775807", "99999999999999999999", "N/A"] {
        #expect(bits(value) == 0, "\(key) \(value)")
      }
      #expect(bits("1") == 1 && bits("\"24\"") == 24 && bits("64") == 64, "\(key)")
    }
  }

  @Test func `tracks and texts have a limit`() {
    let tracks = (0..<1000).map { "streams.stream.\($0).channels=1" }.joined(separator: "\n")
    #expect(answer(tracks).tracks.count == FFprobeAnswer.trackLimit)
    let long = String(repeating: "ü", count: 100_000)
    let title = answer("streams.stream.0.tags.title=\"\(long)\"").tracks[0].title
    #expect(title.utf8.count <= FFprobeAnswer.textLimit && title.count > 100)
    let orders = answer("streams.stream.0.tags.title=\"a\u{1B}[2Jb\"").tracks[0].title
    #expect(orders == "a\u{FFFD}[2Jb")
  }

  @Test func `an answer that ends anywhere is an answer`() {
    let bytes = Array(Self.good.utf8)
    for length in bytes.indices {
      let answer = FFprobeAnswer(bytes[..<length])
      #expect(answer.tracks.count <= 2)
    }
  }

  @Test func `bytes that are wrong break nothing`() {
    let good = Array(Self.good.utf8)
    var random = UInt64(3)
    func next() -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33)
    }
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0..<(next() % 20) { bytes[next() % bytes.count] = UInt8(truncatingIfNeeded: next()) }
      let answer = FFprobeAnswer(bytes)
      for track in answer.tracks where track.isUsable {
        #expect((1...1024).contains(track.channels) && track.sampleRate > 0 && (track.frames ?? 1) > 0)
      }
    }
  }

  @Test func `languages have English names, and unknown ones stay`() {
    for code in ["eng", "en", "EN", "en-GB"] { #expect(LanguageNames.name(code) == "English") }
    #expect(LanguageNames.name("ger") == "German" && LanguageNames.name("deu") == "German")
    #expect(LanguageNames.name("tlh") == "tlh")
    for code in ["", "und", "mul", "zxx"] { #expect(LanguageNames.name(code) == nil) }
  }
}
