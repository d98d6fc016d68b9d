// CheckCommand.swift
// barline-cli check FILE… [--profile FILE] [--format FORMAT] [--marks FOLDER]: what is wrong with recordings.

import ArgumentParser
import AudioFormats
import Batch
import Checks
import HostIO
import Localization
import Marks
import SystemPackage

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: localized("Find what is wrong with recordings: damage, clipping, dropouts, hum."),
    discussion: localized(
      "Nothing is printed about files in which nothing is found. The manual page names all checks."))

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, jsonl, csv, junit
  }

  @Option(
    help: Sentence("Read from this file which checks are on, and their bounds.").help(valueName: "profile"))
  var profile: FilePath?

  @Option(
    help: Sentence(
      """
      text; or jsonl (an object on a line for each file), csv (a line for each finding), or junit (XML that continuous \
      integration shows).
      """
    ).help(valueName: "format"))
  var format: Format = .text

  @Option(
    help: Sentence("Write the places below this folder, as marks for the window and for marks.")
      .help(valueName: "folder"))
  var marks: FilePath?

  @OptionGroup var reading: ReadingOptions

  @OptionGroup var batch: BatchOptions

  func run() throws {
    let options = reading.options
    let (profile, bytes) = try loadedProfile()
    let rule = marks.map { OutputRule(folder: $0, appending: KeptMarks.suffix) }
    var tally = CheckTally()
    var files: [CheckedFile] = []
    if format == .csv { StandardStreams.print(CheckedFile.csvHeader) }
    try batch.run(to: rule, content: bytes, printsWarnings: false) { (item, input) throws(AudioFileError) in
      let check = try RecordingCheck.run(input.path, options: options, profile: profile)
      var result = FileResult(check.report, sampleRate: check.description.sampleRate, check)
      result.findings = check.findings.map { Sentence(verbatim: "\($0.kind.rawValue): \($0.english)") }
      if let output = item.output {
        result.written = try Self.write(check, to: output, notOver: input.path)
      }
      return result
    } finished: { item, result in
      let file = CheckedFile(path: item.input.string, result.product, error: result.why?.english)
      tally.add(file)
      switch format {
      case .text: file.lines(name: item.input.displayPath).forEach { StandardStreams.print($0) }
      case .jsonl: StandardStreams.print(file.jsonLine)
      case .csv: file.csvLines.forEach { StandardStreams.print($0) }
      case .junit: files.append(file)
      }
    } atEnd: {
      if format == .text { StandardStreams.print(tally.text) }
      if format == .junit { StandardStreams.print(CheckedFile.junit(files)) }
    }
    if tally.hasErrors { throw ExitCode(1) }
  }

  /// - Returns: the profile, and its text.
  private func loadedProfile() throws -> (CheckProfile, [UInt8]) {
    guard let profile else { return (CheckProfile(), []) }
    let bytes = try StandardStreams.reporting { () throws(AudioFileError) in
      try FileContents.read(profile, limit: 1 << 20)
    }
    do throws(ProfileProblem) { return (try CheckProfile(reading: bytes), bytes) } catch {
      StandardStreams.printError("barline-cli: \(profile.displayPath):\(error.line): \(error.text)")
      throw ExitCode(2)
    }
  }

  /// Puts the places into a file of marks: what else is marked there stays.
  ///
  /// - Returns: nil when there is nothing to write.
  private static func write(
    _ check: RecordingCheck, to path: FilePath, notOver input: FilePath
  ) throws(AudioFileError) -> Written? {
    var kept: MarkDocument?
    if FileState(of: path) != nil {
      do throws(MarkError) {
        kept = try MarkFile.read(path, rate: check.description.sampleRate).reading.document
      } catch {
        throw AudioFileError(.writeFailed, path: path, detail: Sentence("what is there is no list of marks"))
      }
    }
    let document = check.marks(in: kept)
    guard !document.isEmpty || kept != nil, let bytes = MarkFileKind.barline.written(document)?.bytes else {
      return nil
    }
    return try OutputTarget(path, notOver: [input], makesFolders: true).write(bytes)
  }
}
