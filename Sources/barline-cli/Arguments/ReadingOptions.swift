// ReadingOptions.swift
// Options of all commands that read: samples without a header (--raw ENCODING --rate HZ --channels N --offset
// BYTES), and the audio track of a video (--track N).

import ArgumentParser
import AudioFormats

struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The audio track to read, from 1; without it the file's own choice.", valueName: "n"))
  var track: Int?

  @Option(
    help: ArgumentHelp(
      "Read samples without a header: "
        + SampleEncoding.allCases.map(\.rawValue).joined(separator: ", ") + ".", valueName: "encoding"))
  var raw: SampleEncoding?

  @Option(help: ArgumentHelp("Frames per second of such samples: 44100, 44.1kHz.", valueName: "hz"))
  var rate: String?

  @Option(help: ArgumentHelp("Channels of such samples, 1 to 1024.", valueName: "n"))
  var channels: Int?

  @Option(help: ArgumentHelp("The byte with which such samples begin.", valueName: "bytes"))
  var offset: Int?

  func validate() throws {
    if let track, track < 1 { throw ValidationError("--track must be at least 1.") }
    guard raw != nil else {
      guard rate == nil, channels == nil, offset == nil else {
        throw ValidationError("--rate, --channels and --offset are for --raw only.")
      }
      return
    }
    guard let rate else { throw ValidationError("--raw needs --rate.") }
    guard RawFormat.rate(rate) != nil else { throw ValidationError(RawFormat.rateProblem) }
    guard let channels else { throw ValidationError("--raw needs --channels.") }
    guard RawFormat.channelLimits.contains(channels) else {
      throw ValidationError("--channels must be between 1 and \(RawFormat.channelLimits.upperBound).")
    }
    guard offset ?? 0 >= 0 else { throw ValidationError("--offset cannot be negative.") }
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
