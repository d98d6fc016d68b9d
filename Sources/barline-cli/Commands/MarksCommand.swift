// MarksCommand.swift
// barline-cli marks IN [-o OUT]: marks of a recording from one format into another.

import ArgumentParser
import AudioDecoding
import AudioExport
import AudioFormats
import HostIO
import Marks
import SystemPackage
import WaveformCore

struct MarksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marks", abstract: "List the marks of a recording, or write them in another format.",
    discussion: """
      The names of the files choose the formats: .txt (Audacity's labels, or Raven's table to read), .wav (cue points), \
      .TextGrid (Praat), .csv (a table, or Reaper's to read), .tsv, .srt, .vtt, .ffmetadata, .eaf (ELAN, to read), \
      .chapters.json (podcasts) and .json (Barline's own). What a format cannot hold is told on standard error. A .wav \
      file is written as a copy of the recording with other cue points, and .mp3, .m4a, .mp4, .mov, .mkv, .mka and .webm \
      by ffmpeg as one with other chapters: no sample changes. Chapters are read from these, .flac, .ogg and .opus.
      """)

  @Argument(help: ArgumentHelp("The file to read marks from.", valueName: "in"))
  var input: FilePath

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write. Without it, the marks are listed.", valueName: "out"))
  var output: FilePath?

  @Option(
    help: ArgumentHelp(
      "Frames per second of the recording, where a format counts in frames.", valueName: "hz"))
  var rate: String?

  @Option(
    help: ArgumentHelp(
      "The recording: its rate counts, and a .wav or .mp3 file is written as its copy.", valueName: "file"))
  var recording: FilePath?

  @Option(
    help: ArgumentHelp(
      """
      Write this format, whatever the name of the file: audacity, barline, chapters, csv, ffmetadata, raven, reaper, \
      srt, textgrid, textgrid-short, tsv, wav or webvtt.
      """, valueName: "format"))
  var to: MarkFileKind?

  func validate() throws {
    guard rate.map({ RawFormat.rate($0) != nil }) ?? true else {
      throw ValidationError(RawFormat.rateProblem)
    }
    guard to?.isWritable ?? true else { throw ValidationError("ELAN's format is only read.") }
    guard to == nil || output != nil else { throw ValidationError("Say what to write: --output.") }
  }

  func run() throws {
    let (reading, source) = try loaded()
    guard let output else {
      for line in reading.document.listing { StandardStreams.print(line) }
      return
    }
    guard let target = to.map(MarkTarget.list) ?? MarkTarget(named: output), target.isWritable else {
      StandardStreams.printError(
        "barline-cli: \(output.displayPath): its name tells no format that can be written; give --to")
      throw ExitCode(2)
    }
    // A recording's own marks may have been changed: the recording is read again.
    let copied = recording ?? (source.isCopy ? input : nil)
    if target.countsInFrames, reading.document.sampleRate == MarkDocument.highestRate,
      source != .list(.barline)
    {
      StandardStreams.printError(
        "barline-cli: \(output.displayPath): \(target.name) counts in frames: give --rate or --recording")
      throw ExitCode(2)
    }
    let file = try StandardStreams.reporting { () throws(AudioFileError) in
      try OutputFile(output, notOver: [input] + (recording.map { [$0] } ?? []))
    }
    guard copied != nil || !target.isCopy else {
      let what = target == .list(.wav) ? "a WAV file" : "a recording with chapters"
      StandardStreams.printError(
        "barline-cli: \(output.displayPath): \(what) is a copy of the recording with marks: give --recording")
      throw ExitCode(2)
    }
    let losses = try reporting { () throws(MarkError) in
      try MarkTransfer.write(reading.document, as: target, at: file, copyOf: copied)
    }
    losses.forEach { StandardStreams.printWarning($0, about: output) }
  }

  /// The marks in frames of the recording, or of the rate that was asked for.
  private func loaded() throws -> (MarkReading, MarkTarget) {
    var rate = rate.flatMap(RawFormat.rate), length: Int?
    if let recording {
      let description = try StandardStreams.reporting { () throws(AudioFileError) in
        try AudioFileReader(path: recording, options: OpenOptions()).description
      }
      if let asked = rate, asked != description.sampleRate {
        StandardStreams.printError(
          "barline-cli: \(recording.displayPath): has \(description.sampleRate) frames per second, not \(asked)"
        )
        throw ExitCode(2)
      }
      rate = description.sampleRate
      length = description.framesPromised ?? description.framesCounted
    }
    let chosen = rate
    var (reading, source) = try reporting { () throws(MarkError) in
      try MarkTransfer.read(input, rate: chosen)
    }
    reading.remarks.forEach { StandardStreams.printWarning($0, about: input) }
    reading.document.length = length ?? reading.document.length
    return (reading, source)
  }

  private func reporting<Result>(_ body: () throws(MarkError) -> Result) throws -> Result {
    do throws(MarkError) { return try body() } catch {
      switch error {
      case .file(let error): StandardStreams.report(error)
      case .content(let error, let path):
        StandardStreams.printError("barline-cli: \(path.displayPath): \(error.reason)")
      }
      throw ExitCode(1)
    }
  }
}

extension MarkFileKind: ExpressibleByArgument {}

extension MarkDocument {
  /// A line for each mark: start, end, tier and name between tabs.
  fileprivate var listing: [String] {
    tiers.flatMap { tier in tier.marks.map { (tier.name, $0) } }
      .sorted {
        ($0.1.range.lowerBound, $0.1.range.upperBound) < ($1.1.range.lowerBound, $1.1.range.upperBound)
      }
      .map { tier, mark in
        let end = mark.isPoint ? "-" : text(mark.range.upperBound)
        return [text(mark.range.lowerBound), end, FilePath.line(tier), FilePath.line(mark.name)].joined(
          separator: "\t")
      }
  }

  private func text(_ frame: Int) -> String {
    (frame < 0 ? "-" : "") + Timecode(frames: Int(frame.magnitude), sampleRate: sampleRate).text
  }
}

extension FilePath {
  /// A text in one line; an empty one stays empty.
  fileprivate static func line(_ text: String) -> String { text.isEmpty ? "" : oneLine(text) }
}
