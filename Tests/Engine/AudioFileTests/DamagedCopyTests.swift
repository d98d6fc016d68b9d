// DamagedCopyTests.swift
// A damaged copy is never complete: whatever happens to a file, either its samples are those of the whole one, or the
// loss is said; and all ways of reading it agree, to the frame and in the same words. Seeds decide, so a failure comes
// back. BARLINE_DAMAGE is the number of places in each format and for each kind of damage (1; `make damage`: 40).

import CSndfile
import Foundation
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioExport
@testable import AudioFormats
@testable import HostIO
@testable import Recording

@Suite struct DamagedCopyTests {
  let folder = TestFolder()

  /// What can happen to a file.
  enum Damage: String, CaseIterable {
    case flip, noise, zeros, cut, insertion, end

    func applied(to whole: [UInt8], at place: Int, _ random: inout RandomNumbers) -> [UInt8] {
      var bytes = whole
      switch self {
      case .flip: bytes[place] ^= 1 << UInt8(random.below(8))
      case .noise:
        for index in place..<min(place + 400, bytes.count) { bytes[index] = UInt8(random.below(256)) }
      case .zeros: for index in place..<min(place + 4096, bytes.count) { bytes[index] = 0 }
      case .cut: bytes.removeSubrange(place..<min(place + 1000, bytes.count))
      case .insertion: bytes.insert(contentsOf: (0..<777).map { _ in UInt8(random.below(256)) }, at: place)
      case .end: bytes.removeSubrange(place...)
      }
      return bytes
    }
  }

  struct Format: CustomTestStringConvertible, Sendable {
    let name: String
    /// ffmpeg's options; nil: written by libsndfile as `format`.
    var options: [String]?
    var format = 0
    var channels = 2
    /// Why damage can be there that nobody can see: no checksum. Nil where every damage is to be seen.
    var blindness: String?
    /// True when samples outside of what is said to be damaged must be those of the whole file.
    var isLossless = false

    var testDescription: String { name }
  }

  static let formats = [
    Format(name: "a.flac", format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, isLossless: true),
    Format(name: "a.ogg", format: SF_FORMAT_OGG | SF_FORMAT_VORBIS),
    Format(name: "a.opus", format: SF_FORMAT_OGG | SF_FORMAT_OPUS),
    Format(name: "a.oga", options: ["-c:a", "flac"], isLossless: true),
    Format(name: "a.spx", options: ["-c:a", "libspeex", "-ar", "32000"]),
    Format(name: "a.wv", options: ["-c:a", "wavpack"], isLossless: true),
    Format(name: "a.tta", options: ["-c:a", "tta"], isLossless: true),
    Format(name: "a.m4a", options: ["-c:a", "alac"], blindness: "ALAC and MP4 have no checksum"),
    Format(name: "b.m4a", options: ["-c:a", "aac"], blindness: "AAC and MP4 have no checksum"),
    Format(name: "c.m4a", options: ["-c:a", "aac", "-movflags", "faststart"], blindness: "as b.m4a"),
    Format(
      name: "a.mka", options: ["-c:a", "flac"],
      blindness: "Matroska has no checksum here: a damaged length may hide a whole cluster"),
    Format(
      name: "a.mp3", format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, blindness: "MP3 has no checksum here"),
    Format(name: "a.mp2", options: ["-c:a", "mp2"], blindness: "MP2 has no checksum here"),
    Format(
      name: "ima.wav", format: SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM, blindness: "ADPCM has no checksum"),
    Format(
      name: "a.wav", format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, blindness: "plain samples have no checksum"),
  ]

  /// Only formats of this name, to look into one of them.
  private static let only = ProcessInfo.processInfo.environment["BARLINE_DAMAGE_FORMAT"]
  private static let places =
    ProcessInfo.processInfo.environment["BARLINE_DAMAGE"].flatMap { Int($0) } ?? 1

  /// One reading to the end.
  private struct Reading {
    var samples: [Float] = []
    var report: ReadReport?
    var error: AudioFileError.Code?
    var description: AudioDescription?
  }

  /// With one decoder, from the first frame on.
  private func read(_ path: FilePath) -> Reading {
    var reading = Reading()
    do throws(AudioFileError) {
      var reader = try AudioFileReader(path: path)
      let channels = reader.description.channels
      reading.description = reader.description
      let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: 5000 * channels)
      defer { room.deallocate() }
      var cause: AudioFileError?
      do throws(AudioFileError) {
        while case let count = try reader.read(into: room), count > 0 {
          reading.samples += room[..<(count * channels)]
        }
      } catch { cause = error }
      let frames = reader.position
      if frames == 0 { throw cause ?? ReadReport.nothing(in: reader.description, path: path) }
      reading.report = reader.report(frames: frames, nonFiniteSamples: 0, cause: cause)
    } catch {
      reading.error = error.code
    }
    return reading
  }

  /// As the window reads: on several threads, into peaks.
  private func peaks(_ path: FilePath) -> EventLog {
    let log = EventLog()
    PeakReader(path: path, parallelism: Parallelism(workers: 2, segmentFrames: 16_384)) { log.take($0) }
      .readNow()
    return log
  }

  /// As an export reads.
  private func export(_ path: FilePath, _ description: AudioDescription) throws -> (
    samples: [Float], losses: [String]
  ) {
    let source = ExportSource(
      name: "x", path: path, options: OpenOptions(), description: description, length: nil)
    var samples: [Float] = []
    let report = try source.run(0, { true }) { block in
      samples += block
      return true
    }
    if let cause = report?.cause { throw cause }
    return (samples, report?.warnings ?? [])
  }

  private func make(_ format: Format, seconds: Int) throws -> FilePath {
    let tones = TestSound.tones(frames: seconds * 44_100, channels: format.channels)
    guard let options = format.options else {
      let path = folder.file(format.name)
      let rate = format.name.hasSuffix("opus") ? 48_000 : 44_100
      try #require(
        TestSound.write(tones, to: path, format: format.format, channels: format.channels, sampleRate: rate))
      return path
    }
    return TestMedia.encode(
      tones.map { Int16($0 * 32_000) }, channels: format.channels, options, as: format.name, in: folder)
  }

  /// Every format with every damage in a campaign, else every format with one damage and every damage with a format.
  private static let cases = formats.enumerated().flatMap { number, format in
    Damage.allCases.enumerated().filter { Campaign.isWanted || $0.offset == number % Damage.allCases.count }
      .map { (format, $0.element) }
  }

  @Test(arguments: cases)
  func `a damaged copy is never complete, and all ways of reading agree`(
    format: Format, damage: Damage
  ) throws {
    guard Self.only ?? format.name == format.name else { return }
    for seconds in Campaign.isWanted ? [1, 3] : [1] {
      let path = try make(format, seconds: seconds)
      let bytes = contents(path)
      let whole = read(path)
      #expect(
        whole.report?.isComplete == true && whole.report?.warnings == [], "\(whole.report?.warnings ?? [])")
      var random = RandomNumbers(seed: UInt64(seconds) << 8 | UInt64(format.name.utf8.reduce(0) { $0 &+ $1 }))
      var unseen = 0
      for _ in 0..<Self.places {
        let place = random.below(bytes.count)
        let copy = folder.write(
          damage.applied(to: bytes, at: place, &random), as: "\(damage)-" + format.name)
        let what: Comment = "\(format.name) of \(seconds) s, \(damage) at \(place) of \(bytes.count)"
        if try !agrees(copy, with: whole, format, what) { unseen += 1 }
      }
      if format.blindness == nil { #expect(unseen == 0) }
    }
  }

  /// Compares all ways of reading one damaged copy.
  ///
  /// - Returns: false when it is called complete, but is not what the whole file is.
  private func agrees(
    _ copy: FilePath, with whole: Reading, _ format: Format, _ what: Comment
  ) throws -> Bool {
    let found = read(copy)
    let log = peaks(copy)
    #expect(log.error?.code == found.error, what)
    guard let report = found.report, let description = found.description else { return true }
    let both: Comment = "\(what): \(log.report?.warnings ?? []), \(log.report?.gaps ?? []), \(report.gaps)"
    #expect(log.report?.frames == report.frames && log.report?.warnings == report.warnings, both)
    #expect(log.report?.gaps == report.gaps && log.report?.isComplete == report.isComplete, both)
    if let peaks = log.peaks {
      let expected = extremes(found.samples, channels: description.channels, channel: 0)
      let columns = columns(peaks, channel: 0)
      if description.isFloat {
        #expect(columns.low == expected.map(\.lowerBound) && columns.high == expected.map(\.upperBound), what)
      }
    }
    let bins = try AudiowaveformPeaks.read(copy, framesPerPixel: 256, splitChannels: false)
    #expect(bins.report.frames == report.frames && bins.report.warnings == report.warnings, what)
    if report.cause == nil {
      let exported = try export(copy, description)
      #expect(exported.samples == found.samples && exported.losses == report.warnings, what)
    } else {
      #expect(throws: AudioFileError.self, what) { try export(copy, description) }
    }
    #expect(report.isComplete || !report.warnings.isEmpty, what)
    if format.isLossless, description.channels == format.channels { time(found, whole, report, what) }
    guard report.isComplete, report.warnings.isEmpty else { return true }
    let isSame = found.samples == whole.samples
    if format.blindness == nil { #expect(isSame, what) }
    return isSame
  }

  /// What is not said to be damaged is what it was, at its time.
  private func time(_ found: Reading, _ whole: Reading, _ report: ReadReport, _ what: Comment) {
    var wrong: [Int] = []
    let bad = report.gaps + report.doubts
    for index in 0..<min(found.samples.count, whole.samples.count)
    where found.samples[index] != whole.samples[index] {
      let frame = index / 2
      if !bad.contains(where: { $0.contains(frame) }) { wrong.append(frame) }
    }
    let (count, first) = (wrong.count, wrong.first ?? 0)
    #expect(count == 0, "\(what): from \(first) on, \(report.warnings)")
  }
}
