// InfoCommand.swift
// barline-cli info FILE… [--json]: what it prints about each file, as text and as JSON.

import ArgumentParser
import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Read files to their end and print what they are.")

  @Flag(help: "Print a JSON list with one object per file.")
  var json = false

  @OptionGroup var reading: ReadingOptions

  @Argument(help: ArgumentHelp("The sound files to read.", valueName: "file"))
  var files: [FilePath]

  func run() throws {
    var failures = 0
    var objects: [JSONText] = []
    for file in files {
      let info = FileInfo(reading: file, options: reading.options)
      if let error = info.error {
        StandardStreams.report(error)
        failures += 1
      }
      if json {
        objects.append(info.json)
      } else if let text = info.text {
        StandardStreams.print(text)
      }
    }
    if json { StandardStreams.print(JSONText.list(objects).text()) }
    if failures > 0 { throw ExitCode(1) }
  }
}

/// A file that was read to its end, or why it could not be.
private struct FileInfo {
  let path: FilePath
  private(set) var description: AudioDescription?
  private(set) var report: ReadReport?
  private(set) var error: AudioFileError?
  /// Where it is clipped or digitally silent.
  private var marks: PeakMarks?

  /// Reads the whole file on the calling thread.
  init(reading path: FilePath, options: OpenOptions = OpenOptions()) {
    self.path = path
    do throws(AudioFileError) {
      let recording = try Recording(reading: path, options: options, cache: nil)
      description = recording.description
      report = recording.report
      marks = recording.peaks.marks
    } catch {
      self.error = error
    }
  }

  /// Frames ÷ frames per second, as counted.
  private var duration: Double? {
    guard let description, let report else { return nil }
    return Double(report.frames) / Double(description.sampleRate)
  }

  /// Lines for readers; nil when the file could not be read.
  var text: String? {
    guard let description, let report else { return nil }
    let length = Timecode(frames: report.frames, sampleRate: description.sampleRate).text
    var lines = [
      path.displayPath, "  Format:       \(description.container.text), \(description.encodingText)",
      "  Channels:     \(description.channels)"
        + (description.channelLabels.isEmpty
          ? "" : " (\(description.channelLabels.joined(separator: ", ")))"),
      "  Sample rate:  \(description.sampleRate) Hz", "  Length:       \(length) (\(report.frames) frames)",
    ]
    if description.audioTracks.count > 1 {
      for (index, track) in description.audioTracks.enumerated() {
        let mark = index == description.audioTrack ? "* " : ""
        let number = "  Track \(index + 1):"
        lines.append(number + String(repeating: " ", count: max(1, 16 - number.count)) + mark + track.label)
      }
    }
    if let clipped, clipped > 0 { lines.append("  Clipped:      in \(places(clipped))") }
    if let silent, silent > 0 { lines.append("  Silent:       in \(places(silent))") }
    lines += report.warnings.map { "  Warning:      \($0)" }
    return lines.joined(separator: "\n")
  }

  /// The numbers of runs at full scale, and of digital silence, in all channels.
  private var clipped: Int? { marks.map { $0.count(.clippedHigh) + $0.count(.clippedLow) } }
  private var silent: Int? { marks?.count(.silent) }

  private func places(_ count: Int) -> String { count == 1 ? "1 place" : "\(count) places" }

  private var tracks: Int { description?.audioTracks.count ?? 0 }

  private func json(of track: AudioTrack) -> JSONText {
    .object([
      ("label", .string(track.label)), ("title", JSONText(track.title)),
      ("language", JSONText(track.language)),
      ("subtype", .string(track.encoding.text)), ("channels", JSONText(track.channels)),
      ("sampleRate", JSONText(track.sampleRate)),
    ])
  }

  /// Every member is always present; unknown values are null.
  var json: JSONText {
    .object([
      ("path", .string(path.string)), ("format", JSONText(description?.container.text)),
      ("subtype", JSONText(description?.encodingText)), ("channels", JSONText(description?.channels)),
      ("channelLabels", .list((description?.channelLabels ?? []).map { .string($0) })),
      ("sampleRate", JSONText(description?.sampleRate)), ("frames", JSONText(report?.frames)),
      ("framesPromised", JSONText(report?.framesPromised)),
      ("tracks", .list((description?.audioTracks ?? []).map { json(of: $0) })),
      ("track", tracks > 0 ? JSONText((description?.audioTrack ?? 0) + 1) : .null),
      ("duration", duration.map { .decimal($0) } ?? .null), ("bytes", JSONText(description?.byteCount)),
      ("complete", .bool(report?.isComplete ?? false)),
      ("nonFiniteSamples", JSONText(report?.nonFiniteSamples)), ("clippedPlaces", JSONText(clipped)),
      ("silentPlaces", JSONText(silent)),
      ("warnings", .list((report?.warnings ?? []).map { .string($0) })), ("error", JSONText(error?.reason)),
    ])
  }
}
