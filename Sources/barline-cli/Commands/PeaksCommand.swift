// PeaksCommand.swift
// barline-cli peaks FILE -o OUT.dat|OUT.json

import ArgumentParser
import HostIO
import Recording
import SystemPackage

struct PeaksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peaks", abstract: "Write minima and maxima in the formats of audiowaveform.")

  @Argument(help: ArgumentHelp("The sound file to read.", valueName: "file"))
  var file: FilePath

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write: .dat (binary) or .json.", valueName: "out"))
  var output: FilePath

  @Option(help: ArgumentHelp("Frames in a bin, at least 2.", valueName: "n"))
  var framesPerPixel = 256

  @Option(help: "The size of a value: 8 or 16.")
  var bits: AudiowaveformPeaks.Bits = .sixteen

  @Flag(help: "Keep the channels apart instead of mixing them.")
  var splitChannels = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var cache: CacheOptions

  func validate() throws {
    guard ["dat", "json"].contains(output.extension) else {
      throw ValidationError("The name of the file to write must end in .dat or .json.")
    }
    guard (2...Int(Int32.max)).contains(framesPerPixel) else {
      throw ValidationError("--frames-per-pixel must be at least 2.")
    }
  }

  func run() throws {
    try StandardStreams.reporting { () throws(AudioFileError) in
      let target = try OutputFile(output, notOver: file)
      let (peaks, report) = try AudiowaveformPeaks.read(
        file, options: reading.options, framesPerPixel: framesPerPixel,
        splitChannels: splitChannels, cache: cache.cache)
      try target.write(output.extension == "json" ? peaks.json(bits: bits) : peaks.dat(bits: bits))
      report.warnings.forEach { StandardStreams.printWarning($0, about: file) }
    }
  }
}

extension AudiowaveformPeaks.Bits: ExpressibleByArgument {}
