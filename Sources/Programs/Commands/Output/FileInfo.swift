// FileInfo.swift
// What `info` prints about one file, as text and as JSON.

import AudioExport
import AudioFormats
import Batch
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// A file that was read to its end, or why it could not be.
struct FileInfo {
  let path: FilePath
  private(set) var description: AudioDescription?
  private(set) var report: ReadReport?
  private(set) var information: RecordingInformation?
  /// What came of comparing its checksum; nil: there is none, or it was not wanted.
  private(set) var verified: ChecksumVerification.Outcome?
  /// Nil: there are none, or they were not wanted.
  private var usedBits: UsedBits?
  private(set) var error: AudioFileError?
  /// Where it is clipped or digitally silent.
  private var marks: PeakMarks?

  /// Reads the whole file on the calling thread.
  ///
  /// - Parameter name: how it is called.
  init(reading path: FilePath, named name: FilePath, options: OpenOptions, verifies: Bool) {
    self.path = name
    do throws(AudioFileError) {
      let recording = try Recording(reading: path, options: options, cache: nil)
      description = recording.description
      report = recording.report
      marks = recording.peaks.marks
      information = RecordingInformation(path: path, description: recording.description)
      if verifies, case .samples = information?.checksum {
        verified = try ChecksumVerification(path).run()
      }
      if verifies { usedBits = try UsedBits.of(path, options: options) }
    } catch {
      self.error = error.about(name)
    }
  }

  /// What is told of it, apart from what is printed.
  var result: FileResult<FileInfo> {
    var result = FileResult(self)
    if case .differs(let md5) = verified {
      let error = AudioFileError(
        .damaged, path: path, detail: Sentence("the MD5 of its samples is \(md5), not the one in the file"))
      result.fail(error, reason: error.why)
    }
    if let error { result.fail(error, reason: error.why) }
    result.findings = report?.findings ?? []
    result.frames = report?.frames
    result.sampleRate = description?.sampleRate
    result.isComplete = report?.isComplete ?? false
    result.cause = report?.cause
    return result
  }

  /// Frames ÷ frames per second, as counted.
  private var duration: Double? {
    guard let description, let report else { return nil }
    return Double(report.frames) / Double(description.sampleRate)
  }

  private var bitRate: Int? {
    guard let description, let report else { return nil }
    return description.bitRate(frames: report.frames, pictures: information?.pictures ?? [])
  }

  // MARK: Text

  /// Of so many chapters and cue points each has a line.
  private static let placeLimit = 100

  /// Lines for readers; nil when the file could not be read.
  var text: String? {
    guard let description, let report else { return nil }
    let length = Timecode(frames: report.frames, sampleRate: description.sampleRate).text
    let sheet = InformationSheet(
      name: path.displayPath, description, report, information, verified: verified)
    var lines = [
      path.displayPath,
      line(localized("Format"), "\(description.container.text), \(description.encodingText)"),
      line(
        localized("Channels"),
        "\(description.channels)"
          + (description.channelLabels.isEmpty
            ? "" : " (\(description.channelLabels.joined(separator: ", ")))")),
      line(localized("Sample rate"), "\(description.sampleRate) Hz"),
      line(
        localized("Length"),
        localized(
          "\(length) (\(report.frames) frames)", plural: "\(length) (\(report.frames) frames)",
          count: report.frames)),
    ]
    if description.delay > 0 {
      let start = Timecode(frames: description.delay, sampleRate: description.sampleRate).text
      // Translators: Names a time: in a video whose sound begins later than its pictures.
      lines.append(line(localized("Sound begins"), start))
    }
    if let bitRate = sheet.bitRateText { lines.append(line(localized("Bit rate"), bitRate)) }
    lines.append(line(localized("Size"), sheet.sizeText))
    if description.audioTracks.count > 1 {
      for (index, track) in description.audioTracks.enumerated() {
        let mark = index == description.audioTrack ? "* " : ""
        lines.append(line(localized("Track \(index + 1)"), mark + track.label))
      }
    }
    if let usedBits { lines.append(line(localized("Bits used"), usedBits.text)) }
    if let clipped, clipped > 0 { lines.append(line(localized("Clipped"), places(clipped))) }
    if let silent, silent > 0 { lines.append(line(localized("Silent"), places(silent))) }
    for kind in [InformationSheet.Kind.tags, .broadcast] { lines += sheet.rows(kind).map(line) }
    let named = sheet.rows(.places)
    lines += named.prefix(Self.placeLimit).map { line(localized("Cue"), "\($0.name)  \($0.value)") }
    if named.count > Self.placeLimit {
      let left = named.count - Self.placeLimit
      lines.append(
        line(localized("Cue"), localized("and \(left) more", plural: "and \(left) more", count: left)))
    }
    lines += sheet.rows(.pictures).map(line)
    if case .samples = information?.checksum { lines += sheet.rows(.checksum).map(line) }
    lines += (report.warnings + (information?.remarks ?? [])).map { line(localized("Warning"), $0) }
    return lines.joined(separator: "\n")
  }

  /// English titles become plain words, but for the names that are those of the file. Other languages have capitals
  /// where they need them.
  private func line(_ row: InformationSheet.Row) -> String {
    let isTitle = Self.isEnglish && row.isPlain && row.name.contains { $0.isLowercase }
    return line(isTitle ? row.name.prefix(1) + row.name.dropFirst().lowercased() : row.name, row.value)
  }

  private static let isEnglish = localized("Bit rate") == "Bit rate"

  /// A name, and a value in a column of its own, whose further lines stand there too.
  private func line(_ name: String, _ value: String) -> String {
    let head = "  \(name):", column = 16
    return head + String(repeating: " ", count: max(1, column - head.count))
      + (value.utf8.contains(0x0A)
        ? value.replacing("\n", with: "\n" + String(repeating: " ", count: column)) : value)
  }

  /// The numbers of runs at full scale, and of digital silence, in all channels.
  private var clipped: Int? { marks.map { $0.count(.clippedHigh) + $0.count(.clippedLow) } }
  private var silent: Int? { marks?.count(.silent) }

  private func places(_ count: Int) -> String {
    localized("in 1 place", plural: "in \(count) places", count: count)
  }

  // MARK: JSON

  /// Every member is always present; unknown values are null.
  var json: JSONText {
    .object(
      [
        ("path", .string(path.string)), ("format", JSONText(description?.container.text)),
        ("subtype", JSONText(description?.encodingText)), ("channels", JSONText(description?.channels)),
        ("channelLabels", .list((description?.layout.names ?? []).map { .string($0.english) })),
        ("loudspeakers", .list((description?.layout.loudspeakers ?? []).map { .string($0) })),
        ("sampleRate", JSONText(description?.sampleRate)), ("bits", JSONText(description?.encoding.bits)),
        ("usedBits", JSONText(usedBits?.used)), ("bitRate", JSONText(bitRate)),
        ("frames", JSONText(report?.frames)),
        ("framesPromised", JSONText(report?.framesPromised)),
        ("soundStart", JSONText(description?.delay)),
        ("tracks", .list((description?.audioTracks ?? []).map { json(of: $0) })),
        ("track", tracks > 0 ? JSONText((description?.audioTrack ?? 0) + 1) : .null),
        ("duration", duration.map { .decimal($0) } ?? .null), ("bytes", JSONText(description?.byteCount)),
        ("complete", .bool(report?.isComplete ?? false)),
        ("nonFiniteSamples", JSONText(report?.nonFiniteSamples)), ("clippedPlaces", JSONText(clipped)),
        ("silentPlaces", JSONText(silent)),
      ]
        + (information?.json(sampleRate: description?.sampleRate ?? 1, verified)
          ?? RecordingInformation.noJSON)
        + [
          ("warnings", .list((report?.findings ?? []).map { .string($0.english) })),
          ("error", JSONText(error?.why.english)),
        ])
  }

  private var tracks: Int { description?.audioTracks.count ?? 0 }

  private func json(of track: AudioTrack) -> JSONText {
    .object([
      ("label", .string(track.label)), ("title", JSONText(track.title)),
      ("language", JSONText(track.language)),
      ("subtype", .string(track.encoding.text)), ("channels", JSONText(track.channels)),
      ("sampleRate", JSONText(track.sampleRate)),
    ])
  }
}
