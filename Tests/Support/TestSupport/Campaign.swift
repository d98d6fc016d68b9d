// Campaign.swift
// Tests that walk over all containers, codecs, formats and damages take minutes. Where BARLINE_CAMPAIGNS is set, as `.ci/run`
// does, they take all of them; elsewhere a part, the same every time. Of the longest, all of one kind with all of another,
// even `.ci/run` takes a part; BARLINE_CAMPAIGNS=whole takes everything.

import Glibc

public enum Campaign {
  /// Whether the whole is walked over.
  public static let isWanted = getenv("BARLINE_CAMPAIGNS") != nil

  /// Whether each of one kind meets each of another.
  private static let isWhole = getenv("BARLINE_CAMPAIGNS").map { String(cString: $0) } == "whole"

  /// Of two lists of which each is to meet each of the other: those that one of the first list meets. Every one of both lists
  /// meets some, a third of the others in a campaign and a ninth elsewhere.
  ///
  /// - Parameter number: the place in the first list.
  public static func met<Other>(by number: Int, of others: [Other]) -> [Other] {
    let share = isWhole ? 1 : isWanted ? 3 : 9
    return others.enumerated().filter { ($0.offset + number) % share == 0 }.map(\.element)
  }

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
