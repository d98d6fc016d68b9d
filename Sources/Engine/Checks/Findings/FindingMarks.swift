// FindingMarks.swift
// Places as marks: a tier of its own, beside whatever else somebody has marked.

import Marks
import WaveformCore

extension RecordingCheck {
  /// The name of the tier.
  public static let tierName = "check"

  /// True when something was found that has a place.
  public var hasPlaces: Bool { findings.contains { !$0.places.isEmpty } }

  /// The marks of a recording with the present findings in place of those of an earlier check.
  ///
  /// - Parameter kept: what is there; nil: nothing.
  public func marks(in kept: MarkDocument?) -> MarkDocument {
    var document = kept ?? MarkDocument(sampleRate: description.sampleRate, length: report.frames)
    for tier in document.tiers where tier.name == Self.tierName {
      if let change = document.removingTier(tier.id) { document.apply(change) }
    }
    guard hasPlaces else { return document }
    let tier = document.addTier(Self.tierName)
    for finding in findings {
      for place in finding.places {
        // Files are in English.
        let edit = document.adding(place, name: finding.kind.rawValue, note: finding.english, to: tier)
        if let edit { document.apply(edit.change) }
      }
    }
    return document
  }
}
