// SearchStop.swift
// Whether an ffmpeg should be listened to, and waited for when it has been silent for a while. Belongs to the thread that
// does so.

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
  /// When it was last asked whether the file is wanted, in milliseconds, and what the answer was.
  private var asked = 0, isWanted = true

  /// So many questions make a second of silence (`ChildProcess.readSome`): whole files seldom get there.
  private static let looksBefore = 4

  init(_ file: FileBytes) { self.file = file }

  /// Call this before each reading, whatever comes: one that always has a byte to give is never silent, and nobody may
  /// want it any more.
  ///
  /// - Parameter now: in milliseconds; it is asked four times a second.
  mutating func wantsMore(at now: Int = MonotonicTime.milliseconds) -> Bool {
    if now - asked >= 250 { (asked, isWanted) = (now, isWanted && file.goesOn()) }
    return isWanted
  }

  /// Call this while nothing comes. The file is looked at once, when that has lasted for a second.
  mutating func goesOn() -> Bool {
    looks += 1
    if looks == Self.looksBefore, file.bytes(at: 0, length: 4).has("OggS"), OggGuard.stops(file) {
      reason = .falsePages
    }
    return reason == nil && file.goesOn()
  }
}
