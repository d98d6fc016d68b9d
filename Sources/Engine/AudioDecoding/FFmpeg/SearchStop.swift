// SearchStop.swift
// Whether an ffmpeg should be listened to, and waited for when it has been silent for a while. Belongs to the thread that
// does so.

import AudioFormats
import Decoding
import HostIO

/// Decides before and while ffmpeg is read. Its reader of Ogg computes the checksum of every page that begins somewhere, as
/// libogg does, so a file of beginnings of pages keeps it busy for hours.
struct SearchStop {
  /// Why it should be stopped.
  private(set) var reason: SearchEnded?
  /// True when it was given up because it sent nothing any more; set by whoever waits.
  var isSilent = false
  private let file: FileBytes
  /// When it was first and last asked, in milliseconds, and whether the file was wanted then.
  private var first: Int?
  private var asked = 0, isWanted = true
  private var isLookedAt = false

  /// Milliseconds after which the file is looked at: short ones seldom take so long.
  private static let looksAfter = 1000

  init(_ file: FileBytes) { self.file = file }

  /// Call this before each reading, whatever comes: one that always has a byte to give is never silent, nobody may want
  /// it any more, and false pages may stand between true ones.
  ///
  /// - Parameter now: in milliseconds; it is asked four times a second.
  mutating func wantsMore(at now: Int = MonotonicTime.milliseconds) -> Bool {
    if now - asked >= 250 {
      (asked, isWanted) = (now, isWanted && file.goesOn())
      if isWanted { look(at: now) }
    }
    return isWanted && reason == nil
  }

  /// Call this while nothing comes.
  mutating func goesOn() -> Bool {
    look(at: MonotonicTime.milliseconds)
    return reason == nil && file.goesOn()
  }

  /// Looks for false pages in all of the file, once.
  private mutating func look(at now: Int) {
    let first = first ?? now
    self.first = first
    guard now - first >= Self.looksAfter, !isLookedAt else { return }
    isLookedAt = true
    if file.bytes(at: 0, length: 4).has("OggS"), OggGuard.stops(file) { reason = .falsePages }
  }
}
