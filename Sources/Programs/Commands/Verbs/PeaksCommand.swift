// PeaksCommand.swift
// barline-cli peaks FILE… -o OUT.dat|OUT.json: the formats of audiowaveform, whose options it takes as well.

import ArgumentParser
import AudioDecoding
import Batch
import HostIO
import Localization
import Recording
import SystemPackage

struct PeaksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peaks", abstract: localized("Write minima and maxima in the formats of audiowaveform."),
    discussion: localized("What audiowaveform calls some options is understood as well."))

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case dat, json, wavesurfer

    var suffix: String { self == .dat ? "dat" : "json" }
  }

  @OptionGroup var batch: BatchOptions
  @OptionGroup var place: OutputOptions

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: Sentence(
      """
      dat (binary), json, or wavesurfer (JSON from -1 to 1 for wavesurfer.js); else as the name of the output says. In \
      folders and on standard output dat, if nothing is said.
      """
    ).help(valueName: "format"))
  var chosenFormat: Format?

  @Option(
    name: [.customLong("frames-per-pixel"), .customShort("z"), .customLong("zoom")],
    help: Sentence("Frames in a bin, at least 2.").help(valueName: "n"))
  var framesPerPixel = 256

  @Option(help: Sentence("Bins in a second, instead of frames in a bin.").help(valueName: "n"))
  var pixelsPerSecond: Int?

  @Option(name: [.long, .customShort("b")], help: Sentence("The size of a value: 8 or 16.").help())
  var bits: AudiowaveformPeaks.Bits = .sixteen

  @Flag(help: Sentence("Keep the channels apart instead of mixing them.").help())
  var splitChannels = false

  @OptionGroup var stretch: StretchOptions
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var cache: CacheOptions

  /// What is written; nil when nothing says so.
  private var format: Format? {
    chosenFormat ?? (place.needsFormat ? .dat : place.output?.extension.flatMap(Format.init(suffix:)))
  }

  func validate() throws {
    try place.require()
    guard format != nil else {
      throw ValidationError(
        localized("The name of the file to write must end in .dat or .json, or --format say what it is."))
    }
    guard (2...Int(Int32.max)).contains(framesPerPixel) else {
      throw ValidationError(localized("--frames-per-pixel must be at least 2."))
    }
    guard pixelsPerSecond ?? 1 >= 1 else {
      throw ValidationError(localized("--pixels-per-second must be at least 1."))
    }
  }

  func run() throws {
    let format = format ?? .dat
    let rule = try place.rule(suffix: format.suffix)
    let command = self
    try batch.run(to: rule) { (item, input) throws(AudioFileError) in
      let target = try OutputTarget(
        item.output ?? "-", notOver: [input.path], makesFolders: rule.makesFolders)
      let read = try command.read(input)
      let peaks = read.product!
      let bytes =
        switch format {
        case .dat: peaks.dat(bits: command.bits)
        case .json: peaks.json(bits: command.bits)
        case .wavesurfer: peaks.wavesurfer(bits: command.bits, frames: read.frames ?? 0)
        }
      var result = read
      result.product = nil
      result.written = try target.write(bytes)
      return result
    }
  }

  private func read(_ input: BatchInput) throws(AudioFileError) -> FileResult<AudiowaveformPeaks> {
    let framesPerPixel = try framesPerPixel(of: input)
    guard !stretch.isWhole else {
      let (peaks, report) = try AudiowaveformPeaks.read(
        input.path, options: reading.options, framesPerPixel: framesPerPixel, splitChannels: splitChannels,
        cache: input.isKept ? cache.cache : nil)
      return FileResult(report, sampleRate: peaks.sampleRate, peaks)
    }
    let (peaks, frames, warnings, cause) = try AudiowaveformPeaks.read(
      input.path, options: reading.options, framesPerPixel: framesPerPixel, splitChannels: splitChannels,
      stretch: stretch.frames)
    guard frames > 0 else {
      throw AudioFileError(.noAudio, path: input.path, detail: Sentence("it ends before --start"))
    }
    var result = FileResult(peaks)
    (result.frames, result.sampleRate) = (frames, peaks.sampleRate)
    (result.warnings, result.isComplete, result.cause) = (warnings, warnings.isEmpty, cause)
    return result
  }

  private func framesPerPixel(of input: BatchInput) throws(AudioFileError) -> Int {
    guard let pixelsPerSecond else { return framesPerPixel }
    // As audiowaveform divides them.
    let rate = try AudioFileReader(path: input.path, options: reading.options).description.sampleRate
    guard rate / pixelsPerSecond >= 2 else {
      throw AudioFileError(
        .unsupportedFormat, path: input.path,
        detail: Sentence("\(rate) frames per second, fewer than 2 for each pixel,"))
    }
    return rate / pixelsPerSecond
  }
}

extension PeaksCommand.Format {
  fileprivate init?(suffix: String) {
    switch suffix {
    case "dat": self = .dat
    case "json": self = .json
    default: return nil
    }
  }
}

extension AudiowaveformPeaks.Bits: ExpressibleByArgument {}
