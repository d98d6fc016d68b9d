// MeasureCommand.swift
// barline-cli measure FILE… [--start TIME] [--end TIME] [--json|--csv]: loudness and levels, as text, JSON and CSV.

import ArgumentParser
import AudioFormats
import HostIO
import Measures
import Recording
import SystemPackage
import WaveformCore

struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Measure loudness, true peak and levels.",
    discussion: """
      Loudness is measured as ITU-R BS.1770-4 and EBU R 128 have it, the loudness range as EBU Tech 3342. A stretch is \
      measured as if it had been cut out.
      """)

  @Option(help: ArgumentHelp("Where the stretch begins: seconds, or [h:]m:s.", valueName: "time"))
  var start: TimeArgument?

  @Option(help: ArgumentHelp("Where the stretch ends: seconds, or [h:]m:s.", valueName: "time"))
  var end: TimeArgument?

  @Flag(help: "Print a JSON list with one object per file.")
  var json = false

  @Flag(help: "Print a table of comma-separated values with one line per file.")
  var csv = false

  @OptionGroup var reading: ReadingOptions

  @Argument(help: ArgumentHelp("The sound files to measure.", valueName: "file"))
  var files: [FilePath]

  func validate() throws {
    guard !json || !csv else { throw ValidationError("--json and --csv exclude each other.") }
    if let end, end.seconds <= start?.seconds ?? 0 {
      throw ValidationError("--end must be later than --start.")
    }
  }

  func run() throws {
    var failures = 0
    var objects: [JSONText] = []
    if csv { StandardStreams.print(MeasureTexts.header) }
    for file in files {
      do throws(AudioFileError) {
        let measured = try measure(file)
        let measures = measured.blocks.measures
        if json {
          objects.append(MeasureTexts.json(of: measures, path: file.string))
        } else if csv {
          StandardStreams.print(MeasureTexts.line(of: measures, path: file.string))
        } else {
          StandardStreams.print(
            MeasureTexts.text(
              of: measures, labels: measured.description.channelLabels, path: file.displayPath))
        }
        measured.warnings.forEach { StandardStreams.printWarning($0, about: file) }
      } catch {
        StandardStreams.report(error)
        if json { objects.append(MeasureTexts.json(of: nil, path: file.string)) }
        failures += 1
      }
    }
    if json { StandardStreams.print(JSONText.list(objects).text()) }
    if failures > 0 { throw ExitCode(1) }
  }

  private func measure(_ file: FilePath) throws(AudioFileError) -> RecordingMeasures {
    guard start != nil || end != nil else {
      // Nothing ends this reading early.
      return try RecordingMeasures.read(file, options: reading.options)!
    }
    let measured = try RecordingMeasures.read(file, options: reading.options) {
      (start?.frame(sampleRate: $0.sampleRate) ?? 0)..<(end?.frame(sampleRate: $0.sampleRate) ?? .max)
    }
    guard measured.blocks.range.isEmpty else { return measured }
    throw AudioFileError(.noAudio, path: file, detail: "it ends before --start")
  }
}
