// GenerateCommand.swift
// barline-cli generate FORMULA -o OUT [--duration TIME] [--rate HZ] [--channels N]

import ArgumentParser
import AudioExport
import AudioFormats
import Functions
import HostIO
import Localization
import SystemPackage

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: localized("Write a signal that a formula describes."),
    discussion: localized(
      """
      FORMULA is that of time in seconds: "sin(2*pi*440*t)*exp(-t)". Several are separated by semicolons, one for each \
      channel. Names of usual test signals stand for their formulas: sine, decay, sweep, white, pink, impulses, square, saw, \
      triangle, silence. A formula that begins with a minus needs -- before it, or parentheses around it.
      """))

  @Argument(help: Sentence("The formula, or the name of a test signal.").help(valueName: "formula"))
  var formula: String

  @Option(
    name: [.short, .customLong("output"), .customLong("output-filename")],
    help: Sentence("The file to write; - is standard output.").help(valueName: "out"))
  var output: FilePath

  @Option(
    help: Sentence("How long it is: seconds, or minutes:seconds; else 10 seconds.").help(valueName: "time"))
  var duration: TimeArgument?

  @Option(help: Sentence("Frames per second.").help(valueName: "Hz"))
  var rate = 48_000

  @Option(
    help: Sentence("How many channels have the formula; else one for each formula.").help(valueName: "n"))
  var channels: Int?

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: Sentence(
      "wav-16, wav-24, wav-32, wav-float, flac-16, flac-24, opus, vorbis or mp3; else as the file's name says."
    ).help())
  var format: ExportFormat?

  func run() throws {
    let text = ReadyFunction(rawValue: formula)?.formula ?? formula
    let signal: FunctionSignal
    do throws(FormulaError) {
      // An impossible rate is told, and not multiplied with.
      let frames = FunctionSignal.sampleRates ~= rate ? duration?.frame(sampleRate: rate) ?? 10 * rate : 1
      signal = try FunctionSignal(text, sampleRate: rate, frames: frames, channels: channels)
    } catch {
      StandardStreams.reportProblem(error.message)
      if let marked = error.marked(in: text) { StandardStreams.printError(marked) }
      throw ExitCode(2)
    }
    try StandardStreams.reporting { () throws(AudioFileError) in
      let target = try OutputTarget(output, notOver: [])
      try target.writing { (file) throws(AudioFileError) in try write(signal, into: file) }
    }
  }

  /// By the way of every export: the signal stands where others have a file.
  private func write(_ signal: FunctionSignal, into file: OutputFile) throws(AudioFileError) {
    guard let format = format ?? ExportFormat(output, .float) else {
      throw AudioFileError(
        .writeFailed, path: output == "-" ? FilePath(localized("standard output")) : output,
        detail: output == "-"
          ? Sentence("give --format to say what to write")
          : Sentence("its name must end in .wav, .flac, .ogg, .opus or .mp3"))
    }
    let (source, writtenTo) = (try ExportSource(signal), output)
    let export = AudioExport(
      source, range: nil, path: writtenTo,
      writer: { () throws(AudioFileError) in
        try AudioFileWriter(
          file, format: format, layout: source.layout, sampleRate: source.sampleRate,
          metadata: RecordingMetadata())
      }, event: { _ in })
    for loss in try export.run() ?? [] { StandardStreams.printWarning(loss, about: writtenTo) }
  }
}
