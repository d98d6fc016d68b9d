// DenoiseCommand.swift
// barline-cli denoise IN… -o OUT (--noise START..END | --profile FILE | --suggest | --adaptive | --clicks AMOUNT)

import ArgumentParser
import AudioExport
import Batch
import HostIO
import Localization
import Spectral
import SystemPackage
import WaveformCore

struct DenoiseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "denoise", abstract: localized("Reduce the noise of recordings."),
    discussion: localized(
      """
      What noise is, a stretch in which nothing else is heard says (--noise), or a profile that was kept (--profile), \
      or the program finds out (--suggest), or listens for it all along (--adaptive). The file that is read is never changed. A video comes \
      back as a video, its pictures untouched, when OUT is called .mp4, .mov, .mkv or .webm. In folders files keep their \
      names, but for the suffix that --format asks for.
      """))

  @OptionGroup var batch: BatchOptions
  @OptionGroup var place: OutputOptions

  @Option(
    help: Sentence("Where there is only noise, in the first file: two times.").help(valueName: "start..end"))
  var noise: TimeRangeArgument?

  @Option(help: Sentence("A noise profile that was kept.").help(valueName: "profile"))
  var profile: FilePath?

  @Flag(help: Sentence("Look for the noise in the first file.").help())
  var suggest = false

  @Flag(
    help: Sentence("Estimate the noise all along, of each file by itself: where it never stands alone.")
      .help())
  var adaptive = false

  @Option(help: Sentence("Write the noise profile.").help(valueName: "profile"))
  var saveProfile: FilePath?

  @Option(help: Sentence("What noise is lowered by, 0 to 48.").help(valueName: "dB"))
  var reduction = 20.0

  @Option(
    help: Sentence("How far above the noise's level counts as noise, 0 to 24.").help(valueName: "dB"))
  var sensitivity = 2.0

  @Option(
    help: Sentence("Over how many frequencies power is smoothed, 0 to 12.").help(valueName: "n"))
  var smoothing = 1

  @Option(
    help: Sentence("Repair clicks first, or alone: how readily, 0 to 1.").help(valueName: "amount"))
  var clicks = 0.0

  @Flag(help: Sentence("Follow the noise where its level changes.").help())
  var changing = false

  @Flag(help: Sentence("Write what was taken away instead of what is left.").help())
  var residue = false

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: Sentence(
      "wav-16, wav-24, wav-32, wav-float, flac-16, flac-24, opus, vorbis or mp3; else as the file's name says."
    ).help())
  var format: ExportFormat?

  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    guard NoiseReductionSettings.clickAmounts.contains(clicks) else {
      throw ValidationError(localized("--clicks must be between 0 and 1."))
    }
    let profiles = [noise != nil, profile != nil, suggest].count(where: { $0 })
    guard profiles + (adaptive ? 1 : 0) <= 1, profiles > 0 || adaptive || clicks > 0 else {
      throw ValidationError(localized("Give one of --noise, --profile, --suggest and --adaptive."))
    }
    guard profiles == 1 || saveProfile == nil && !changing else {
      throw ValidationError(
        localized("--save-profile and --changing need a noise: give --noise, --profile or --suggest."))
    }
    guard place.isGiven || saveProfile != nil else {
      throw ValidationError(localized("Say what to write: --output, --save-profile or both."))
    }
    guard NoiseReductionSettings.reductions.contains(reduction) else {
      throw ValidationError(localized("--reduction must be between 0 and 48."))
    }
    guard NoiseReductionSettings.sensitivities.contains(sensitivity) else {
      throw ValidationError(localized("--sensitivity must be between 0 and 24."))
    }
    guard NoiseReductionSettings.smoothings.contains(smoothing) else {
      throw ValidationError(localized("--smoothing must be between 0 and 12."))
    }
  }

  func run() throws {
    let inputs = try batch.inputs()
    guard let first = inputs.first else { return }
    let rule = place.isGiven ? try place.rule(suffix: format?.suffixes[0]) : nil
    let others = [profile, saveProfile].compactMap { $0 }
    let plan = try batch.plan(inputs, to: rule, besides: others)
    let profile = try StandardStreams.reporting { () throws(AudioFileError) in
      let kept = try profileFile(notOver: inputs)
      // A mistake shows before a long recording is read for its noise.
      if let output = plan.items[0].output {
        _ = try OutputTarget(output, notOver: inputs, makesFolders: rule?.makesFolders ?? false)
      }
      let profile = try noiseProfile(of: first)
      if let profile { try kept?.write(profile.bytes) }
      return profile
    }
    guard let rule else { return }
    let command = self
    try batch.run(
      inputs, to: rule, besides: others, content: profile?.bytes ?? []
    ) { (item, input) throws(AudioFileError) in
      let output = item.output ?? "-"
      let target = try OutputTarget(
        output, notOver: [input.path], makesFolders: rule.makesFolders)
      var result = try target.writing { (file) throws(AudioFileError) in
        try command.denoise(input.path, named: output, into: file, profile)
      }
      if command.batch.manifest != nil { result.written = try target.written() }
      return result
    } finished: { item, result in
      if let cleaned = result.product { command.tell(cleaned, of: item.output ?? "-") }
    }
  }
}

extension ExportFormat: ExpressibleByArgument {}
