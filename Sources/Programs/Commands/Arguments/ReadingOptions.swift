// ReadingOptions.swift
// Options of all commands that read: samples without a header (--raw ENCODING --rate HZ --channels N --offset
// BYTES), and the audio track of a video (--track N).

import ArgumentParser
import AudioFormats
import Localization

struct ReadingOptions: ParsableArguments {
  @Option(
    help: Sentence("The audio track to read, from 1; without it the file's own choice.").help(valueName: "n"))
  var track: Int?

  /// Made once: the parser asks for help texts a hundred times.
  private static let encodings = Sentence(
    "Read samples without a header: \(SampleEncoding.allCases.map(\.rawValue).joined(separator: ", ")).")

  @Option(
    name: [.long, .customLong("raw-format")],
    help: Self.encodings.help(valueName: "encoding"))
  var raw: SampleEncoding?

  @Option(
    name: [.long, .customLong("raw-samplerate")],
    help: Sentence("Frames per second of such samples: 44100, 44.1kHz.").help(valueName: "hz"))
  var rate: String?

  @Option(
    name: [.long, .customLong("raw-channels")],
    help: Sentence("Channels of such samples, 1 to 1024.").help(valueName: "n"))
  var channels: Int?

  @Option(help: Sentence("The byte with which such samples begin.").help(valueName: "bytes"))
  var offset: Int?

  @Option(
    help: Sentence("raw for samples without a header; else the content tells the format, whatever is said.")
      .help(valueName: "format"))
  var inputFormat: String?

  func validate() throws {
    if let track, track < 1 { throw ValidationError(localized("--track must be at least 1.")) }
    guard inputFormat != "raw" || raw != nil else {
      throw ValidationError(localized("Samples without a header need --raw, --rate and --channels."))
    }
    guard raw != nil else {
      guard rate == nil, channels == nil, offset == nil else {
        throw ValidationError(localized("--rate, --channels and --offset are for --raw only."))
      }
      return
    }
    guard let rate else { throw ValidationError(localized("--raw needs --rate.")) }
    guard RawFormat.rate(rate) != nil else { throw ValidationError(RawFormat.rateProblem) }
    guard let channels else { throw ValidationError(localized("--raw needs --channels.")) }
    guard RawFormat.channelLimits.contains(channels) else {
      throw ValidationError(
        localized("--channels must be between 1 and \(RawFormat.channelLimits.upperBound)."))
    }
    guard offset ?? 0 >= 0 else { throw ValidationError(localized("--offset cannot be negative.")) }
  }

  /// The options for opening a file. To be used after `validate`.
  var options: OpenOptions {
    var options = OpenOptions(audioTrack: track.map { $0 - 1 })
    if let raw, let rate = rate.flatMap(RawFormat.rate), let channels {
      options.raw = RawFormat(encoding: raw, channels: channels, sampleRate: rate, dataOffset: offset ?? 0)
    }
    return options
  }
}

extension SampleEncoding: ExpressibleByArgument {}
