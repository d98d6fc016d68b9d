// FFmpegFormatTests.swift
// What libsndfile refuses is read by ffmpeg: lossless formats bit for bit, lossy ones from the right sample on and as
// long as they were.

import AudioDecoding
import AudioFormats
import HostIO
import Recording
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@Suite struct FFmpegFormatTests {
  let folder = TestFolder()
  private static let frames = 30_011

  private func integers(_ path: FilePath, _ options: OpenOptions = OpenOptions()) throws -> [Int16] {
    var reader = try AudioFileReader(path: path, options: options)
    let room = 1237 * reader.description.channels
    var all: [Int16] = []
    var block = [Int16](repeating: 0, count: room)
    while case let count = try block.withUnsafeMutableBufferPointer({ try reader.read(into: $0) }), count > 0
    {
      all += block[..<(count * reader.description.channels)]
    }
    return all
  }

  private func floats(_ path: FilePath) throws -> [Float] {
    var reader = try AudioFileReader(path: path)
    let room = 1237 * reader.description.channels
    var all: [Float] = []
    var block = [Float](repeating: 0, count: room)
    while case let count = try block.withUnsafeMutableBufferPointer({ try reader.read(into: $0) }), count > 0
    {
      all += block[..<(count * reader.description.channels)]
    }
    return all
  }

  @Test(
    arguments: [
      ("a.m4a", ["-c:a", "alac"], "M4A", "16-bit ALAC"), ("a.wv", ["-c:a", "wavpack"], "WavPack", "16-bit"),
      ("a.mka", ["-c:a", "flac"], "Matroska", "16-bit FLAC"),
      ("a.tta", ["-c:a", "tta"], "True Audio", "16-bit"),
      ("a.mov", ["-c:a", "pcm_s16be"], "QuickTime", "16-bit PCM"),
      ("b.mov", ["-c:a", "alac", "-movflags", "faststart"], "QuickTime", "16-bit ALAC"),
      ("a.avi", ["-c:a", "pcm_s16le"], "AVI", "16-bit PCM"),
      ("a.mp4", ["-c:a", "flac"], "MP4", "16-bit FLAC"),
      ("a.voc", ["-c:a", "pcm_s16le"], "VOC", "16-bit PCM"),
      ("b.mkv", ["-c:a", "wavpack"], "Matroska", "16-bit WavPack"),
    ] as [(String, [String], String, String)])
  func `lossless formats come back bit for bit`(
    name: String, options: [String], container: String, encoding: String
  ) throws {
    for channels in Campaign.part(2, of: [2, 1]) {
      let samples = TestMedia.noise(frames: Self.frames, channels: channels)
      let path = TestMedia.encode(samples, channels: channels, options, as: name, in: folder)
      #expect(try integers(path) == samples)
      #expect(try floats(path) == samples.map { Float($0) / 32_768 })
      let log = EventLog.reading(path)
      let description = try #require(log.description)
      #expect(description.container.text == container && description.encodingText == encoding)
      #expect(!description.isFloat && !description.isLossy && description.seeking == .forwardOnly)
      #expect(description.channels == channels && description.sampleRate == 44_100)
      #expect(log.report?.frames == Self.frames && log.report?.isComplete == true)
      #expect(log.report?.warnings == [])
      guard case .int16 = log.peaks else { throw AudioFileError(.damaged, path: path) }
      let expected = extremes(samples, channels: channels, channel: channels - 1)
      let found = columns(log.peaks!, channel: channels - 1)
      #expect(found.low == expected.map(\.lowerBound) && found.high == expected.map(\.upperBound))
    }
  }

  @Test(arguments: [
    ("a.m4a", ["-c:a", "alac", "-sample_fmt", "s32p"]), ("a.wv", ["-c:a", "wavpack", "-sample_fmt", "s32p"]),
    ("a.mka", ["-c:a", "pcm_s32le"]),
  ])
  func `wider integers keep all their bits`(name: String, options: [String]) throws {
    // Halving 16-bit samples eight times needs bits below them.
    let samples = TestMedia.noise(frames: 5000, channels: 2)
    let path = TestMedia.encode(
      samples, channels: 2, ["-af", "aformat=sample_fmts=s32,aeval=val(0)/256|val(1)/256:c=same"] + options,
      as: name, in: folder)
    let exact = samples.map { Float($0) / 32_768 / 256 }
    #expect(try floats(path) == exact)
    #expect(try integers(path) == samples.map { Int16($0 >> 8) })
    #expect(EventLog.reading(path).description?.isFloat == false)
  }

  @Test func `samples beyond full scale stay as they are`() throws {
    let samples = TestMedia.noise(frames: 5000, channels: 1)
    let path = TestMedia.encode(
      samples, channels: 1, ["-af", "aformat=sample_fmts=flt,volume=8:precision=float", "-c:a", "pcm_f32le"],
      as: "loud.mkv", in: folder)
    #expect(try floats(path) == samples.map { Float($0) / 4096 })
    #expect(EventLog.reading(path).description?.isFloat == true)
  }

  /// Codecs with a delay that their container tells of: it is skipped. `slack` is what the end may be longer, where
  /// the container counts in packets.
  @Test(
    arguments: Campaign.part(
      2,
      of: [
        ("a.m4a", ["-c:a", "aac", "-b:a", "128k"], 44_100, 0),
        ("a.mp4", ["-c:a", "aac", "-b:a", "128k"], 48_000, 0),
        ("a.mov", ["-c:a", "aac", "-b:a", "128k"], 22_050, 0), ("a.webm", ["-c:a", "libopus"], 48_000, 0),
        ("b.mp4", ["-c:a", "libopus"], 48_000, 0), ("a.mka", ["-c:a", "libvorbis"], 44_100, 2048),
      ] as [(String, [String], Int, Int)]))
  func `lossy formats begin and end where they did`(
    name: String, options: [String], rate: Int, slack: Int
  ) throws {
    // Noise without the highest tones, which lossy codecs leave out.
    let source = TestMedia.noise(frames: Self.frames, channels: 1)
    let samples = source.indices.map { index in
      Int16((source[max(0, index - 2)...index].reduce(0) { $0 + Int($1) }) / 3)
    }
    let path = TestMedia.encode(samples, channels: 1, sampleRate: rate, options, as: name, in: folder)
    let log = EventLog.reading(path)
    let description = try #require(log.description)
    #expect(description.isLossy && description.isFloat && description.sampleRate == rate)
    let decoded = try floats(path)
    #expect(decoded.count >= Self.frames && decoded.count <= Self.frames + slack)
    #expect(log.report?.frames == decoded.count && log.report?.warnings == [])
    #expect(lag(of: decoded, behind: samples) == 0)
  }

  /// By how many frames `decoded` is later than `samples`: the best of 3,001 guesses.
  private func lag(of decoded: [Float], behind samples: [Int16]) -> Int {
    let window = 8000..<8600
    return decoded.withUnsafeBufferPointer { decoded in
      samples.withUnsafeBufferPointer { samples in
        var best = (sum: -Float.infinity, lag: 0)
        for lag in -1500...1500 {
          var sum: Float = 0
          for index in window { sum += Float(samples[index]) * decoded[index + lag] }
          if sum > best.sum { best = (sum, lag) }
        }
        return best.lag
      }
    }
  }

  @Test(
    arguments: Campaign.part(
      3,
      of: [
        ("a.aac", ["-c:a", "aac"]), ("a.ac3", ["-c:a", "ac3"]), ("a.eac3", ["-c:a", "eac3"]),
        ("a.wma", ["-c:a", "wmav2"]), ("b.wma", ["-c:a", "wmav1"]), ("a.avi", ["-c:a", "libmp3lame"]),
        ("a.spx", ["-c:a", "libspeex", "-ar", "32000"]), ("a.dts", ["-c:a", "dca"]),
        ("a.mpg", ["-c:a", "mp2"]),
        ("a.thd", ["-c:a", "truehd"]), ("a.mlp", ["-c:a", "mlp"]), ("a.ts", ["-c:a", "aac"]),
        ("a.flv", ["-c:a", "aac"]), ("a.mxf", ["-c:a", "pcm_s16le", "-ar", "48000"]),
        ("a.nut", ["-c:a", "flac"]),
        ("a.3gp", ["-c:a", "aac"]), ("a.rm", ["-c:a", "ac3"]), ("a.wtv", ["-c:a", "mp2"]),
        ("a.wav", ["-c:a", "wmav2"]), ("a.caf", ["-c:a", "libopus", "-ar", "48000"]),
      ]))
  func `other formats are read whole`(name: String, options: [String]) throws {
    var extra: [String] = []
    if name == "a.mxf" { extra = ["-f", "lavfi", "-i", "color=s=720x576:r=25:d=0.7", "-c:v", "mpeg2video"] }
    // Some are known only by several packets in a row.
    let frames = name.hasSuffix("thd") || name.hasSuffix("mlp") ? 250_000 : Self.frames
    let samples = TestMedia.noise(frames: frames, channels: 2)
    let path = TestMedia.encode(samples, channels: 2, extra + options, as: name, in: folder)
    let log = EventLog.reading(path)
    let description = try #require(log.description, "\(log.error?.reason ?? "")")
    let report = try #require(log.report)
    let length = Double(frames) * Double(description.sampleRate) / 44_100
    #expect(abs(Double(report.frames) - length) <= 4096, "\(report.frames) of \(length)")
    #expect(report.warnings == [] && report.isComplete)
    #expect(description.channels == 2 && description.channelLabels == ["L", "R"])
    #expect(description.audioTracks.count == 1)
  }

  @Test func `channels are named by their loudspeakers`() throws {
    let samples = TestMedia.noise(frames: 4000, channels: 6)
    for layout in ["5.1", "5.1(side)"] {
      let path = TestMedia.encode(
        samples, channels: 6, ["-af", "channelmap=channel_layout=\(layout)", "-c:a", "flac"], as: "six.mka",
        in: folder)
      #expect(EventLog.reading(path).description?.channelLabels == ["L", "R", "C", "LFE", "Ls", "Rs"])
      #expect(try integers(path) == samples)
    }
  }

  @Test func `ranges equal the full decoding, forwards and back`() throws {
    let samples = TestMedia.noise(frames: 60_000, channels: 2)
    let path = TestMedia.encode(samples, channels: 2, ["-c:a", "alac"], as: "range.m4a", in: folder)
    let source = FileSampleSource(path: path, description: EventLog.reading(path).description!)
    for first in [0, 500, 40_000, 39_999, 7, 59_990, 60_000] {
      let slice = try source.read(first..<first + 100)
      #expect(slice.range == first..<min(first + 100, 60_000))
      let isEqual = slice.range.allSatisfy { frame in
        (0..<2).allSatisfy {
          slice.sample(channel: $0, frame: frame) == Float(samples[frame * 2 + $0]) / 32_768
        }
      }
      #expect(isEqual, "from \(first)")
    }
  }

  @Test func `of several tracks the wished one is read`() throws {
    let sources = (0..<3).map { track in
      TestMedia.encode(
        TestMedia.noise(frames: 9000 + track * 500, channels: 1, seed: UInt32(track + 5)), channels: 1,
        ["-c:a", "flac"], as: "\(track).flac", in: folder)
    }
    let video = folder.file("video.mkv")
    let inputs = sources.flatMap { ["-i", $0.string] }
    let tags = [
      "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger", "-metadata:s:a:1",
      "title=Kommen\"tar\\\n= x", "-metadata:s:a:2", "language=und", "-disposition:a:0", "0",
      "-disposition:a:1", "default", "-disposition:a:2", "0",
    ]
    var arguments = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=0.2"] + inputs
    arguments += ["-map", "0", "-map", "1", "-map", "2", "-map", "3", "-c:v", "mpeg4", "-c:a", "flac"] + tags
    TestMedia.ffmpeg(arguments + [video.string])
    let description = try #require(EventLog.reading(video).description)
    #expect(
      description.audioTracks.map(\.label) == [
        "English · 16-bit FLAC mono", "Kommen\"tar\\ = x · German · 16-bit FLAC mono",
        "Track 3 · 16-bit FLAC mono",
      ])
    #expect(description.audioTrack == 1, "the file's own preference")
    for (track, source) in sources.enumerated() {
      #expect(try integers(video, OpenOptions(audioTrack: track)) == integers(source))
      let options = OpenOptions(audioTrack: track)
      #expect(try AudioFileReader(path: video, options: options).description.audioTrack == track)
    }
    for wish in [3, -1] {
      #expect { try integers(video, OpenOptions(audioTrack: wish)) } throws: {
        ($0 as? AudioFileError)?.code == .noSuchTrack
      }
    }
    #expect(throws: AudioFileError.self) { try integers(sources[0], OpenOptions(audioTrack: 1)) }
  }

  @Test func `a video without sound says so`() {
    let path = folder.file("silent.mp4")
    TestMedia.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=0.2", "-c:v", "mpeg4", path.string])
    #expect(EventLog.reading(path).error?.code == .noAudio)
    #expect(EventLog.reading(path).error?.reason.contains("no audio track") == true)
  }

  @Test func `a picture of the album is no track`() {
    let samples = TestMedia.noise(frames: 5000, channels: 1)
    let picture = folder.file("cover.png")
    TestMedia.ffmpeg(["-f", "lavfi", "-i", "color=s=32x32:d=0.1", "-frames:v", "1", picture.string])
    let path = TestMedia.encode(
      samples, channels: 1,
      [
        "-i", picture.string, "-map", "1", "-map", "0", "-c:a", "alac", "-c:v", "copy", "-disposition:v",
        "attached_pic",
      ], as: "cover.m4a", in: folder)
    #expect(EventLog.reading(path).description?.audioTracks.count == 1)
    #expect((try? integers(path)) == samples)
  }
}
