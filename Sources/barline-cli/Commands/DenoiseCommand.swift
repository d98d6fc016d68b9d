// DenoiseCommand.swift
// barline-cli denoise IN… -o OUT (--noise START..END | --profile FILE | --suggest)

import ArgumentParser
import AudioExport
import HostIO
import Spectral
import SystemPackage
import WaveformCore

struct DenoiseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "denoise", abstract: "Reduce the noise of recordings.",
    discussion: """
      What noise is, a stretch in which nothing else is heard says (--noise), or a profile that was kept (--profile), \
      or the quietest steady half a second or more (--suggest). The file that is read is never changed. A video comes \
      back as a video, its pictures untouched, when OUT is called .mp4, .mov, .mkv or .webm.
      """)

  @Argument(help: ArgumentHelp("The sound files to read.", valueName: "file"))
  var files: [FilePath]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write: .wav, .flac, .ogg, .opus or .mp3, or a video. With several files, a folder.",
      valueName: "out"))
  var output: FilePath?

  @Option(
    help: ArgumentHelp("Where there is only noise, in the first file: two times.", valueName: "start..end"))
  var noise: TimeRangeArgument?

  @Option(help: ArgumentHelp("A noise profile that was kept.", valueName: "profile"))
  var profile: FilePath?

  @Flag(help: "Look for the noise in the first file.")
  var suggest = false

  @Option(help: ArgumentHelp("Write the noise profile.", valueName: "profile"))
  var saveProfile: FilePath?

  @Option(help: ArgumentHelp("What noise is lowered by, 0 to 48.", valueName: "dB"))
  var reduction = 20.0

  @Option(help: ArgumentHelp("How far above the noise's level counts as noise, 0 to 24.", valueName: "dB"))
  var sensitivity = 2.0

  @Option(help: ArgumentHelp("Over how many frequencies power is smoothed, 0 to 12.", valueName: "n"))
  var smoothing = 1

  @Flag(help: "Write what was taken away instead of what is left.")
  var residue = false

  @Option(
    help: "wav-16, wav-24, wav-float, flac-16, flac-24, opus, vorbis or mp3; else as the file's name says.")
  var format: ExportFormat?

  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    guard [noise != nil, profile != nil, suggest].count(where: { $0 }) == 1 else {
      throw ValidationError("Give one of --noise, --profile and --suggest.")
    }
    guard !files.isEmpty else { throw ValidationError("Name at least one file.") }
    guard output != nil || saveProfile != nil else {
      throw ValidationError("Say what to write: --output, --save-profile or both.")
    }
    guard NoiseReductionSettings.reductions.contains(reduction) else {
      throw ValidationError("--reduction must be between 0 and 48.")
    }
    guard NoiseReductionSettings.sensitivities.contains(sensitivity) else {
      throw ValidationError("--sensitivity must be between 0 and 24.")
    }
    guard NoiseReductionSettings.smoothings.contains(smoothing) else {
      throw ValidationError("--smoothing must be between 0 and 12.")
    }
  }

  func run() throws {
    let options = reading.options
    let targets = try StandardStreams.reporting { () throws(AudioFileError) in try findTargets() }
    let profile = try StandardStreams.reporting { () throws(AudioFileError) in
      let profile = try noiseProfile(options)
      if let file = targets.profile { try file.write(profile.bytes) }
      return profile
    }
    var failed = false
    for target in targets.files {
      do throws(AudioFileError) {
        try denoise(target, options, profile)
      } catch {
        StandardStreams.report(error)
        failed = true
      }
    }
    if failed { throw ExitCode(1) }
  }
}

extension ExportFormat: ExpressibleByArgument {}
