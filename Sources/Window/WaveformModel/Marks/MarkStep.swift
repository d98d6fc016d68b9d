// MarkStep.swift
// The steps of the history that are about marks.

import Localization
import Marks
import SystemPackage

/// A change of the marks of a recording: what undo turns round.
package struct MarkStep: FeatureChange {
  /// Of the recording.
  let path: FilePath
  var change: MarkChange
  /// What the user did.
  package let kind: Kind

  package enum Kind: Equatable, Sendable {
    case added, removed, renamed, moved, split, merged, edited
    /// Marks were put into another tier.
    case exchanged
    case tierAdded, tierChanged, tierRemoved
    /// Marks were read from a file, or made of what was found.
    case imported, found
    /// Another program changed the file of the marks.
    case adopted
  }

  package var title: String { kind.title }

  var inverted: MarkStep { MarkStep(path: path, change: change.inverted, kind: kind) }
}

extension MarkStep.Kind {
  fileprivate var title: String {
    switch self {
    case .added: localized("mark added")
    case .removed: localized("mark removed")
    case .renamed: localized("name of a mark")
    case .moved: localized("mark moved")
    case .split: localized("mark split")
    case .merged: localized("marks merged")
    case .edited: localized("mark changed")
    case .exchanged: localized("mark in another tier")
    case .tierAdded: localized("tier added")
    case .tierChanged: localized("tier changed")
    case .tierRemoved: localized("tier removed")
    case .imported: localized("marks imported")
    case .found: localized("found places marked")
    case .adopted: localized("marks changed by another program")
    }
  }
}

extension LaneChange {
  /// Marks of a recording were added, changed or removed.
  package static func marks(_ step: MarkStep) -> LaneChange { .feature(FeatureStep(step)) }
}
