// TrackOption.swift
// Which of a video's audio tracks a command reads.

import ArgumentParser
import AudioFormats

struct TrackOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The audio track to read, from 1; without it the file's own choice.", valueName: "n"))
  var track: Int?

  func validate() throws {
    if let track, track < 1 { throw ValidationError("--track must be at least 1.") }
  }

  var options: OpenOptions { OpenOptions(audioTrack: track.map { $0 - 1 }) }
}
