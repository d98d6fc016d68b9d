// WholeFilesTests.swift
// Files that are whole, in every container and codec that ffmpeg writes here: nothing is put in, nothing is missed, and what
// begins late lies where its container says. The twin of the tests of damage.

import AudioDecoding
import AudioExport
import AudioFormats
import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@Suite struct WholeFilesTests {
  let folder = TestFolder()

  /// Sharp attacks over a quiet tone: Vorbis changes the length of its blocks at each.
  private static func attacks(seconds: Double, channels: Int, sampleRate: Int) -> [Int16] {
    var random = RandomNumbers(seed: 3)
    let frames = Int(seconds * Double(sampleRate))
    var samples = (0..<frames).map { 1500 * sin(Double($0) * 0.05) }
    for _ in 0..<Int(6 * seconds) {
      let place = Int(random.next() % UInt64(frames - 400))
      for index in 0..<200 {
        let noise = Double(random.next() % 60_000) - 30_000
        samples[place + index] = noise * exp(-Double(index) / 60)
      }
    }
    return samples.flatMap { Array(repeating: Int16($0), count: channels) }
  }

  private func floats(_ path: FilePath) throws -> [Float] {
    var reader = try AudioFileReader(path: path)
    let channels = reader.description.channels
    var all: [Float] = []
    var block = [Float](repeating: 0, count: 4096 * channels)
    while case let count = try block.withUnsafeMutableBufferPointer({ try reader.read(into: $0) }), count > 0
    {
      all += block[..<(count * channels)]
    }
    return all
  }

  /// The log of reading a whole file, of which nothing may be said.
  private func expectWhole(_ path: FilePath, _ note: Comment) -> EventLog {
    let log = EventLog.reading(path)
    #expect(log.report?.isComplete == true, note)
    #expect(log.report?.warnings == [], note)
    return log
  }

  // MARK: Copies

  @Test(arguments: ["mka", "mkv", "webm", "mp4", "mov"])
  func `copied Vorbis is what it was`(suffix: String) throws {
    for rate in [44_100, 22_050, 48_000] {
      let samples = Self.attacks(seconds: 6, channels: 2, sampleRate: rate)
      let source = TestMedia.encode(
        samples, channels: 2, sampleRate: rate, ["-c:a", "libvorbis"], as: "\(rate).ogg", in: folder)
      let copy = folder.file("\(rate).\(suffix)")
      TestMedia.ffmpeg(["-i", source.string, "-c", "copy", "-strict", "-2", copy.string])
      _ = expectWhole(copy, "\(rate)")
      let (original, copied) = (try floats(source), try floats(copy))
      #expect(original.count == copied.count, "\(rate)")
      // Another decoder: it rounds otherwise.
      #expect(zip(original, copied).allSatisfy { abs($0 - $1) < 1e-3 }, "\(rate)")
    }
  }

  @Test(arguments: ["2.5", "5", "10", "20", "40", "60", "80", "100", "120"])
  func `Opus of any length of packets is whole`(milliseconds: String) throws {
    let samples = Self.attacks(seconds: 3, channels: 2, sampleRate: 48_000)
    let options = ["-c:a", "libopus", "-frame_duration", milliseconds]
    for suffix in ["webm", "mka", "mp4", "ogg"] {
      let name = "\(milliseconds).\(suffix)"
      let path = TestMedia.encode(samples, channels: 2, sampleRate: 48_000, options, as: name, in: folder)
      let log = expectWhole(path, "\(suffix)")
      // No encoder adds more than its last packet, and what it looks ahead.
      let more = (log.report?.frames ?? 0) - samples.count / 2
      #expect(0...48 * 120 + 960 ~= more, "\(suffix): \(more)")
    }
  }

  // MARK: Containers and codecs

  /// ffmpeg's names of what is compiled into it.
  ///
  /// - Parameter list: "muxers", "encoders".
  private static func names(_ list: String, _ isWanted: (Substring) -> Bool) -> [String] {
    let text = Tool.answer("ffmpeg", "-v", "error", "-\(list)")
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      return words.count > 2 && words[1] != "=" && isWanted(words[0]) ? String(words[1]) : nil
    }
  }

  /// The containers that are read here and that ffmpeg writes without pictures: pipes, lists and raw samples are left out.
  private static var muxers: [String] {
    // Of those that ffmpeg writes by the same code under other names, one.
    let known: Set = [
      "ac3", "adts", "aiff", "asf", "au", "avi", "caf", "dts", "eac3", "flac", "flv", "ipod", "ircam", "latm",
      "matroska", "mlp", "mov", "mp2", "mp3", "mp4", "mpeg", "mpegts", "nut", "ogg", "rm", "swf", "tta",
      "truehd", "w64",
      "wav", "webm", "wtv", "wv",
    ]
    return names("muxers") { $0.contains("E") }.filter(known.contains)
  }

  private static let walked = Campaign.part(6, of: muxers)

  /// Rates and channels of sounds that encoders take.
  private static let forms = [(44_100, 2), (48_000, 2), (16_000, 1), (8000, 1)]

  /// An encoder, and the first form that it takes.
  private static let encoders: [(name: String, form: Int)] = names("encoders") {
    $0.hasPrefix("A") && $0.count == 6
  }.filter { name in
    // Plain samples differ in what libsndfile's tests walk over.
    !name.hasPrefix("pcm_")
      || ["pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_f32le", "pcm_mulaw"].contains(name)
  }.compactMap { name in
    let form = forms.indices.first { index in
      let (rate, channels) = forms[index]
      let source = "anullsrc=r=\(rate):cl=\(channels == 1 ? "mono" : "stereo")"
      return
        (try? Tool.run(
          "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", source, "-t", "0.1", "-c:a", name,
          "-strict",
          "-2", "-f", "null", "-")) != nil
    }
    return form.map { (name, $0) }
  }

  /// In AVI ffmpeg 5.1 does not decode to the end what its encoder of DFPWM has written; libsndfile takes a byte that fills
  /// up a chunk for a block of GSM, and the last bits of G.726 for whole samples.
  private static let faults: Set = ["avi dfpwm", "wav libgsm_ms", "w64 libgsm_ms", "au g726le"]

  @Test(arguments: walked) func `every codec in a container is whole`(muxer: String) throws {
    let sounds = Self.forms.map { rate, channels in
      let samples = Self.attacks(seconds: 1.3, channels: channels, sampleRate: rate)
      return TestMedia.encode(
        samples, channels: channels, sampleRate: rate, ["-c:a", "pcm_s16le"], as: "\(rate).wav", in: folder)
    }
    var count = 0
    for (encoder, form) in Self.encoders where !Self.faults.contains("\(muxer) \(encoder)") {
      let path = folder.file("\(muxer) \(encoder)")
      let isMade =
        (try? Tool.run(
          "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", sounds[form].string, "-c:a", encoder, "-strict",
          "-2",
          "-f", muxer, path.string)) != nil
      // Some containers take what nobody can tell in them.
      guard isMade, let (decoded, rate) = Self.decoded(path), 1.2...1.7 ~= Double(decoded) / Double(rate)
      else { continue }
      let log = EventLog.reading(path)
      guard let report = log.report, report.frames > 0 else { continue }
      count += 1
      let note: Comment = "\(encoder) in \(muxer): \(report.warnings)"
      #expect(report.isComplete && report.warnings == [], note)
      // What the end of an encoder adds is cut off where the container tells its length.
      let most = ["ipod", "mov", "mp4"].contains(muxer) ? 2048 : 0
      #expect(
        0...most ~= decoded - report.frames, "\(encoder) in \(muxer): \(report.frames), ffmpeg \(decoded)")
    }
    #expect(count > 0, "\(muxer) holds nothing")
  }

  /// As ffmpeg decodes it.
  private static func decoded(_ path: FilePath) -> (frames: Int, rate: Int)? {
    let shape = Tool.answer(
      "ffprobe", "-v", "quiet", "-select_streams", "a:0", "-show_entries", "stream=sample_rate,channels",
      "-of", "csv=p=0",
      path.string
    ).split(whereSeparator: { $0 == "," || $0.isNewline }).compactMap { Int($0) }
    guard shape.count >= 2, shape[0] > 0, shape[1] > 0 else { return nil }
    let count = Tool.count(
      "ffmpeg", "-nostdin", "-v", "quiet", "-i", path.string, "-map", "0:a:0", "-f", "s16le", "pipe:1")
    return (count / 2 / shape[1], shape[0])
  }

  // MARK: Late sound

  /// Containers of video, what ffmpeg writes into them, and by how many frames their time may be off.
  private static let films = [
    ("mkv", "mpeg4", "flac"), ("mkv", "mpeg4", "aac"), ("mkv", "mpeg4", "libmp3lame"),
    ("webm", "libvpx", "libvorbis"),
    ("mp4", "mpeg4", "aac"), ("mp4", "mpeg4", "alac"), ("mov", "mpeg4", "pcm_s16le"),
    ("ts", "mpeg2video", "mp2"),
    ("flv", "flv", "libmp3lame"), ("wmv", "wmv2", "wmav2"),
  ]

  @Test(arguments: [0.1, 0.5, 0.7, 1.9, 3]) func `late sound lies where the video has it`(delay: Double)
    throws
  {
    // A beep at 3.5 s of the video, and a chapter there.
    let rate = 48_000, beep = 168_000
    let samples = (0..<rate * 4).map { frame in
      let time = frame + Int(delay * Double(rate))
      return Int16(beep..<beep + 4800 ~= time ? (time / 24 % 2 == 0 ? 20_000 : -20_000) : 0)
    }
    let sound = TestMedia.encode(samples, channels: 1, sampleRate: rate, [], as: "\(delay).wav", in: folder)
    let chapters = folder.write(
      Array(
        """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1000
        START=1000
        END=3500
        title=before
        [CHAPTER]
        TIMEBASE=1/1000
        START=3500
        END=3600
        title=beep

        """.utf8), as: "\(delay).ff")
    for (suffix, pictures, codec) in Self.films {
      let path = folder.file("\(delay) \(codec).\(suffix)"), note: Comment = "\(codec) in \(suffix)"
      TestMedia.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc=d=4:r=25:s=64x64", "-itsoffset", "\(delay)", "-i", sound.string, "-i"]
          + [
            chapters.string, "-map", "0:v", "-map", "1:a", "-map_metadata", "2", "-c:v", pictures, "-c:a",
            codec,
          ]
          + [path.string])
      let log = expectWhole(path, note)
      let start = try #require(log.description).delay
      // Containers move a sound so that an encoder's delay has room before it, or they have room.
      #expect(abs(Double(start) / 48_000 - delay) < 0.05, "\(note): \(start)")
      let found = try floats(path)
      let loudest = found.reduce(0) { max($0, abs($1)) }
      let onset = try #require(found.firstIndex { abs($0) > loudest / 2 })
      #expect(beep - 48...beep + 48 ~= onset, "\(note): \(onset)")
      #expect(found[..<start].allSatisfy { $0 == 0 }, note)
      guard ["mkv", "webm", "mp4", "mov"].contains(suffix) else { continue }
      let marks = try MarkTransfer.read(path, rate: rate).reading.document
      #expect(
        marks.tiers.flatMap(\.marks).contains { $0.name == "beep" && $0.range.lowerBound == beep }, note)
    }
  }
}
