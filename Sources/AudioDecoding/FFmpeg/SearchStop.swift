// SearchStop.swift
// Whether an ffmpeg that has been silent for a while should be waited for. Belongs to the thread that waits.

import AudioFormats
import Decoding
import HostIO

/// Decides while nothing comes from ffmpeg. Its reader of Ogg computes the checksum of every page that begins somewhere, as
/// libogg does, so a file of beginnings of pages keeps it busy for hours.
struct SearchStop {
  /// Why it should be stopped.
  private(set) var reason: SearchEnded?
  /// True when it was given up because it sent nothing any more; set by whoever waits.
  var isSilent = false
  private let file: FileBytes
  private var looks = 0

  /// So many questions make a second of silence (`ChildProcess.readSome`): whole files seldom get there.
  private static let looksBefore = 4

  init(_ file: FileBytes) { self.file = file }

  /// Call this while nothing comes. The file is looked at once, when that has lasted for a second.
  mutating func goesOn() -> Bool {
    looks += 1
    if looks == Self.looksBefore, file.bytes(at: 0, length: 4).has("OggS"), OggGuard.stops(file) {
      reason = .falsePages
    }
    return reason == nil && file.goesOn()
  }
}
