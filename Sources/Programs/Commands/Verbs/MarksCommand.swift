// MarksCommand.swift
// barline-cli marks FILE… [-o OUT]: marks of recordings from one format into another.

import ArgumentParser
import AudioDecoding
import AudioExport
import AudioFormats
import Batch
import HostIO
import Localization
import Marks
import SystemPackage
import WaveformCore

struct MarksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marks",
    abstract: localized("List the marks of recordings, or write them in another format."),
    discussion: localized(
      """
      The names of the files choose the formats: .txt (Audacity's labels, or Raven's table to read), .wav (cue points), \
      .TextGrid (Praat), .csv (a table, or Reaper's to read), .tsv, .srt, .vtt, .ffmetadata, .eaf (ELAN, to read), \
      .chapters.json (podcasts) and .json (Barline's own). What a format cannot hold is told on standard error. A .wav \
      file is written as a copy of the recording with other cue points, and .mp3, .m4a, .mp4, .mov, .mkv, .mka and .webm \
      by ffmpeg as one with other chapters: no sample changes. Chapters are read from these, .flac, .ogg and .opus.
      """))

  @OptionGroup var batch: BatchOptions
  @OptionGroup var place: OutputOptions

  @Option(
    help: Sentence("Frames per second of the recording, where a format counts in frames.").help(
      valueName: "hz"))
  var rate: String?

  @Option(
    help: Sentence(
      """
      The recording: its rate counts, and a .wav or .mp3 file is written as its copy. For several files, a name with \
      {stem} or {name} in it, and {dir} or {ext}.
      """
    ).help(valueName: "file"))
  var recording: FilePath?

  @Option(
    name: [.customLong("from"), .customLong("input-format")],
    help: Sentence("Read this format, where neither name nor content tell it.").help(valueName: "format"))
  var from: MarkFileKind?

  @Option(
    name: [.customLong("to"), .customLong("output-format")],
    help: Sentence(
      """
      Write this format, whatever the name of the file: audacity, barline, chapters, csv, ffmetadata, raven, reaper, \
      srt, textgrid, textgrid-short, tsv, wav or webvtt.
      """
    ).help(valueName: "format"))
  var to: MarkFileKind?

  func validate() throws {
    guard rate.map({ RawFormat.rate($0) != nil }) ?? true else {
      throw ValidationError(RawFormat.rateProblem)
    }
    guard to?.isWritable ?? true else { throw ValidationError(localized("ELAN's format is only read.")) }
    guard to == nil || place.isGiven else { throw ValidationError(localized("Say what to write: --output.")) }
    guard to != nil || !place.isGiven || !place.needsFormat else {
      throw ValidationError(localized("In folders and on standard output --to says what to write."))
    }
  }

  func run() throws {
    let inputs = try batch.inputs()
    let recordings = try recording.map { name in
      do throws(BatchProblem) { return try OutputRule(template: name) } catch {
        throw ValidationError(error.message)
      }
    }
    if place.isGiven { try write(inputs, recordings) } else { try list(inputs, recordings) }
  }

  /// Prints a line for each mark, after the name of its file where there are several.
  private func list(_ inputs: [FilePath], _ recordings: OutputRule?) throws {
    let command = self
    try batch.run(inputs, to: nil) { (item, input) throws(AudioFileError) -> FileResult<[String]> in
      let recording = try Self.recording(of: item.input, recordings)
      return try Self.result { () throws(MarkError) in
        let marks = try command.marks(input.path, recording: recording)
        var result = FileResult(marks.reading.document.listing)
        result.findings = marks.reading.sentences
        return result
      }
    } finished: { item, result in
      let name = inputs.count > 1 ? item.input.displayPath + "\t" : ""
      for line in result.product ?? [] { StandardStreams.print(name + line) }
    }
  }

  private func write(_ inputs: [FilePath], _ recordings: OutputRule?) throws {
    let rule = try place.rule(suffix: to?.suffix)
    // No output may take the place of a recording, its own or another one's.
    let others = try inputs.compactMap { input in
      try StandardStreams.reporting { () throws(AudioFileError) in
        try Self.recording(of: input, recordings)
      }
    }
    for item in try batch.plan(inputs, to: rule, besides: others).items {
      guard let problem = problem(of: item, hasRecording: recordings != nil) else { continue }
      StandardStreams.reportProblem(problem)
      throw ExitCode(2)
    }
    let command = self
    try batch.run(inputs, to: rule, besides: others) {
      (item, input) throws(AudioFileError) -> FileResult<Never> in
      let recording = try Self.recording(of: item.input, recordings)
      let place = try OutputTarget(
        item.output ?? "-", notOver: [input.path] + (recording.map { [$0] } ?? []),
        makesFolders: rule.makesFolders)
      var result = try place.writing { (file) throws(AudioFileError) -> FileResult<Never> in
        try Self.result { () throws(MarkError) in
          let marks = try command.marks(input.path, recording: recording)
          return try command.write(marks, item, at: file, copyOf: recording, orOf: input.path)
        }
      }
      if result.error == nil, command.batch.manifest != nil { result.written = try place.written() }
      return result
    }
  }

  /// - Parameters:
  ///   - recording: of which a copy is written.
  ///   - input: the same, if it is one.
  private func write(
    _ marks: (reading: MarkReading, source: MarkTarget), _ item: BatchItem, at file: OutputFile,
    copyOf recording: FilePath?, orOf input: FilePath
  ) throws(MarkError) -> FileResult<Never> {
    let document = marks.reading.document
    let target = target(of: item)!
    if target.countsInFrames, document.sampleRate == MarkDocument.highestRate,
      marks.source != .list(.barline)
    {
      return FileResult(
        failed: AudioFileError(.unsupportedFormat, path: item.input), reason: Self.needsRate(target))
    }
    // A recording's own marks may have been changed: the recording is read again.
    let copied = recording ?? (marks.source.isCopy ? input : nil)
    guard copied != nil || !target.isCopy else {
      return FileResult(
        failed: AudioFileError(.unsupportedFormat, path: item.input), reason: Self.needsRecording(target))
    }
    var result = FileResult<Never>()
    result.warnings =
      marks.reading.remarks
      + (try MarkTransfer.write(document, as: target, at: file, copyOf: copied))
    return result
  }

  /// Why a file cannot be written, as far as names and options tell; nil when it may be.
  private func problem(of item: BatchItem, hasRecording: Bool) -> String? {
    let name = (item.output ?? "-").displayPath
    guard let target = target(of: item) else {
      return localized("\(name): its name tells no format that can be written; give --to")
    }
    guard !hasRecording, case .list(let kind)? = from.map(MarkTarget.list) ?? MarkTarget(named: item.input)
    else { return nil }
    if target.countsInFrames, rate == nil, !kind.countsInFrames {
      return "\(name): " + Self.needsRate(target).localized
    }
    return target.isCopy && kind != .wav ? "\(name): " + Self.needsRecording(target).localized : nil
  }

  private static func needsRate(_ target: MarkTarget) -> Sentence {
    Sentence("\(target.name) counts in frames: give --rate or --recording")
  }

  private static func needsRecording(_ target: MarkTarget) -> Sentence {
    target == .list(.wav)
      ? Sentence("a WAV file is a copy of the recording with marks: give --recording")
      : Sentence("a recording with chapters is a copy of the recording with marks: give --recording")
  }

  /// What is written; nil when nothing says so.
  private func target(of item: BatchItem) -> MarkTarget? {
    let target = to.map(MarkTarget.list) ?? MarkTarget(named: item.output ?? "-")
    return target?.isWritable == true ? target : nil
  }

  private static func recording(
    of input: FilePath, _ rule: OutputRule?
  ) throws(AudioFileError) -> FilePath? {
    do throws(BatchProblem) { return try rule?.output(for: input) } catch {
      throw AudioFileError(.notFound, path: input)
    }
  }

  /// The marks in frames of the recording, or of the rate that was asked for.
  private func marks(
    _ input: FilePath, recording: FilePath?
  ) throws(MarkError) -> (reading: MarkReading, source: MarkTarget) {
    var rate = rate.flatMap(RawFormat.rate), length: Int?
    if let recording {
      let description: AudioDescription
      do throws(AudioFileError) {
        description = try AudioFileReader(path: recording, options: OpenOptions()).description
      } catch {
        throw .file(error)
      }
      if let asked = rate, asked != description.sampleRate {
        throw .content(
          MarkFileError(Sentence("has \(description.sampleRate) frames per second, not \(asked)")), recording)
      }
      rate = description.sampleRate
      length = description.framesPromised ?? description.framesCounted
    }
    let kept = try kept(beside: input, rate: rate)
    var (reading, source) =
      if let kept { kept } else { try MarkTransfer.read(input, as: from, rate: rate) }
    reading.document.length = length ?? reading.document.length
    return (reading, source)
  }

  /// The marks that the window keeps beside a recording: they count, and not what stands in it.
  ///
  /// - Returns: nil where there are none, or the file is no recording.
  private func kept(
    beside input: FilePath, rate: Int?
  ) throws(MarkError) -> (reading: MarkReading, source: MarkTarget)? {
    let named = MarkTarget(named: input)
    guard from == nil, named?.isCopy ?? true, let document = try KeptMarks(of: input).glance() else {
      return nil
    }
    var remarks: [Sentence] = []
    let own = (try? MarkTransfer.read(input, rate: rate))?.reading.document.count ?? 0
    if own > 0 {
      remarks.append(
        Sentence(
          "\(own) mark that stands in the recording itself is left out: those beside it count.",
          plural: "\(own) marks that stand in the recording itself are left out: those beside it count.",
          count: own))
    }
    let reading = MarkReading(
      document: rate.map { document.converted(to: $0) } ?? document, sentences: remarks)
    return (reading, named ?? .list(.barline))
  }

  /// What came of a file; what it holds is told in the words of its format.
  private static func result<Product>(
    _ body: () throws(MarkError) -> FileResult<Product>
  ) throws(AudioFileError) -> FileResult<Product> {
    do throws(MarkError) { return try body() } catch {
      switch error {
      case .file(let error): throw error
      case .content(let error, let path):
        return FileResult(failed: AudioFileError(.damaged, path: path), reason: error.sentence)
      }
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
