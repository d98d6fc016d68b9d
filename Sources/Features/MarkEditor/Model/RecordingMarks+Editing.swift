// RecordingMarks+Editing.swift
// What can be done with selected marks besides naming and dragging them, and with their tiers. Each is one step of undo.

import Marks
import WaveformCore
import WaveformModel

extension RecordingMarks {
  /// The tier that was used last: that of the mark that was chosen last, if one is selected.
  var currentTier: MarkTier? { tier.flatMap { document?.tier($0) } ?? tiers.first }

  /// Makes two of the selected range. The second one is selected then, so that the next split can follow.
  ///
  /// - Parameter frame: of the recording.
  /// - Returns: false when it does not lie within the range.
  func splitSelected(at frame: Int) -> Bool {
    guard let id = selected, let change = document?.splitting(id, at: frame), make(change, .split) else {
      return false
    }
    select(change.newMarks.map(\.id).max())
    return true
  }

  /// Makes one range of the selected marks; of a single one and the next of its tier.
  ///
  /// - Returns: false when there is no next one.
  func mergeSelected() -> Bool {
    guard let id = selected, let document else { return false }
    let change = selection.all.count > 1 ? document.merging(selection.all) : document.merging(withNext: id)
    guard let change, make(change, .merged) else { return false }
    select(change.newMarks.first?.id)
    return true
  }

  /// Puts the selected marks into another tier.
  func moveSelected(to tier: MarkTier.ID) {
    if make(document?.moving(selection.all, to: tier), .exchanged) { choose(tier) }
  }

  /// Adds a tier below the others, to which the selected marks go, and those that are made next.
  func addTier(_ name: String, color: Int?) {
    guard let (change, id) = document?.moving(selection.all, toNewTier: name, color: color) else { return }
    if make(change, .tierAdded) { choose(id) }
  }

  func change(_ tier: MarkTier.ID, name: String, color: Int) {
    make(document?.changingTier(tier, name: name, color: color), .tierChanged)
  }

  /// Removes a tier and its marks.
  func remove(_ tier: MarkTier.ID) {
    guard let change = document?.removingTier(tier), make(change, .tierRemoved) else { return }
    select(selection.all.subtracting(change.lostMarks), last: nil)
  }

  /// Gives a mark another name, note and band.
  func edit(_ id: Mark.ID, name: String, note: String, band: FrequencyBand?) {
    make(
      document?.changing([id]) { mark in
        mark.name = name
        mark.note = note
        mark.band = band
      }, .edited)
  }
}
