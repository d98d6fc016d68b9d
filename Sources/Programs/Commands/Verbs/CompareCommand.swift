// CompareCommand.swift
// barline-cli compare A B… [--align] [--json] [-o OUT]: what differs between recordings, pair by pair.

import ArgumentParser
import AudioExport
import AudioFormats
import Batch
import Comparing
import HostIO
import Localization
import SystemPackage

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: localized("Compare recordings, two by two."),
    discussion: localized(
      """
      The first file is compared with the second, the third with the fourth. The exit status is 0 when every pair is \
      identical in each sample, and 1 otherwise; tags and formats do not count. Of samples with more than 24 bits the \
      upper 24 are compared.
      """))

  @OptionGroup var place: OutputOptions

  @Flag(
    help: Sentence("Look first for where the second recording fits: its offset, gain, polarity and drift.")
      .help())
  var align = false

  @Flag(help: Sentence("Print a JSON list with one object per pair.").help())
  var json = false

  @OptionGroup var reading: ReadingOptions

  @OptionGroup var batch: BatchOptions

  func run() throws {
    let files = try batch.inputs()
    guard files.count.isMultiple(of: 2) else {
      throw ValidationError(localized("Name two files for each comparison: \(files.count) is an odd number."))
    }
    let pairs = stride(from: 0, to: files.count, by: 2).map { (first: files[$0], second: files[$0 + 1]) }
    let rule = place.isGiven ? try place.rule(suffix: "wav") : nil
    let plan = try batch.plan(pairs: pairs, to: rule)
    let command = self
    var objects: [JSONText] = []
    var differs = false
    try batch.run(plan, printsWarnings: false) { (item, input) throws(AudioFileError) in
      let second = try BatchInput(item.counterpart ?? item.input).path
      let pair = try ComparedPair(
        input.path, second, options: command.reading.options, aligns: command.align)
      var result = FileResult(pair.a.report, sampleRate: pair.a.description.sampleRate, pair)
      result.findings += pair.b.report.findings
      result.isComplete = pair.a.report.isComplete && pair.b.report.isComplete
      let causes = [pair.a.report.cause, pair.b.report.cause].compactMap(\.self)
      result.cause = causes.first { $0.code != .damaged } ?? causes.first
      if let output = item.output {
        let target = try OutputTarget(
          output, notOver: [input.path, second], makesFolders: rule?.makesFolders ?? false)
        try target.writing { (file) throws(AudioFileError) in try pair.write(into: file, named: output) }
        if command.batch.manifest != nil { result.written = try target.written() }
      }
      return result
    } finished: { item, result in
      let names = (a: item.input, b: item.counterpart ?? item.input)
      guard let pair = result.product else {
        if json { objects.append(ComparedTexts.json(of: nil, names, error: result.why?.english)) }
        return
      }
      differs = differs || !pair.difference.isIdentical
      pair.a.report.findings.forEach { StandardStreams.printWarning($0, about: names.a) }
      pair.b.report.findings.forEach { StandardStreams.printWarning($0, about: names.b) }
      if json {
        objects.append(ComparedTexts.json(of: pair, names, error: nil))
      } else {
        StandardStreams.print(ComparedTexts.text(of: pair, names))
      }
    } atEnd: {
      if json { StandardStreams.print(JSONText.list(objects).text()) }
    }
    if differs { throw ExitCode(1) }
  }
}
