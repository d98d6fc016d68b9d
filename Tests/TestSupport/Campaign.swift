// Campaign.swift
// Tests that walk over all containers, codecs, formats and damages take minutes. Where BARLINE_CAMPAIGNS is set, as `.ci/run`
// does, they take all of them; elsewhere a part, the same every time.

import Glibc

public enum Campaign {
  /// Whether the whole is walked over.
  public static let isWanted = getenv("BARLINE_CAMPAIGNS") != nil

  /// All of what a test is to be given in a campaign, else the first of every `share`.
  public static func part<Argument>(_ share: Int, of all: some Sequence<Argument>) -> [Argument] {
    isWanted ? Array(all) : all.enumerated().filter { $0.offset % share == 0 }.map(\.element)
  }

  /// How many damaged inputs a parser gets: so many in a campaign, a tenth of them else; BARLINE_FUZZ times as many where it
  /// is set.
  public static func inputs(_ count: Int) -> Int {
    guard let factor = getenv("BARLINE_FUZZ").flatMap({ Int(String(cString: $0)) }) else {
      return isWanted ? count : count / 10
    }
    return count * factor
  }
}
