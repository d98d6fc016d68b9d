// MeasureCommand.swift
// barline-cli measure FILE… [--start TIME] [--end TIME] [--json|--csv]: loudness and levels, as text, JSON and CSV.

import ArgumentParser
import AudioFormats
import Batch
import HostIO
import Localization
import Measures
import Recording
import SystemPackage
import WaveformCore

struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: localized("Measure loudness, true peak and levels."),
    discussion: localized(
      """
      Loudness is measured as ITU-R BS.1770-4 and EBU R 128 have it, the loudness range as EBU Tech 3342. A stretch is \
      measured as if it had been cut out.
      """))

  @OptionGroup var stretch: StretchOptions

  @Flag(help: Sentence("Print a JSON list with one object per file.").help())
  var json = false

  @Flag(help: Sentence("Print a table of comma-separated values with one line per file.").help())
  var csv = false

  @OptionGroup var reading: ReadingOptions

  @OptionGroup var batch: BatchOptions

  func validate() throws {
    guard !json || !csv else { throw ValidationError(localized("--json and --csv exclude each other.")) }
  }

  func run() throws {
    var objects: [JSONText] = []
    if csv { StandardStreams.print(MeasureTexts.header) }
    let command = self
    try batch.run(to: nil) { (item, input) throws(AudioFileError) in
      let measured = try command.measure(input.path)
      var result = FileResult(measured)
      result.findings = measured.findings
      result.frames = measured.blocks.range.count
      result.sampleRate = measured.description.sampleRate
      // The report of a stretch takes what follows it for missing.
      result.isComplete = command.stretch.isWhole ? measured.report.isComplete : measured.findings.isEmpty
      result.cause = measured.report.cause
      return result
    } finished: { item, result in
      let (name, measured) = (item.input, result.product)
      if json {
        objects.append(MeasureTexts.json(of: measured?.blocks.measures, path: name.string))
      } else if let measured {
        let measures = measured.blocks.measures
        StandardStreams.print(
          csv
            ? MeasureTexts.line(of: measures, path: name.string)
            : MeasureTexts.text(
              of: measures, labels: measured.description.channelLabels, path: name.displayPath))
      }
    } atEnd: {
      if json { StandardStreams.print(JSONText.list(objects).text()) }
    }
  }

  private func measure(_ file: FilePath) throws(AudioFileError) -> RecordingMeasures {
    guard !stretch.isWhole else {
      // Nothing ends this reading early.
      return try RecordingMeasures.read(file, options: reading.options)!
    }
    let measured = try RecordingMeasures.read(file, options: reading.options, stretch: stretch.frames)
    guard measured.blocks.range.isEmpty else { return measured }
    throw AudioFileError(.noAudio, path: file, detail: Sentence("it ends before --start"))
  }
}
