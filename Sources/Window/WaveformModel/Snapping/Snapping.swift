// Snapping.swift
// Whether edges that are dragged snap, and what the present one has snapped to. Main actor.

import Observation
import WaveformCore

/// The snapping of the edges of a diagram.
@Observable @MainActor public final class Snapping {
  /// True when edges snap; a key that is held during a drag inverts it.
  public var isOn = false
  /// What the edge that is being dragged has snapped to; nil: it is where the pointer is.
  public internal(set) var place: SnapPlace?
  @ObservationIgnored let onsets = OnsetLookup()
  /// Looks for zero crossings beside the selection.
  @ObservationIgnored let crossings = CrossingFinder()

  /// Ends a drag.
  public func end() { if place != nil { place = nil } }
}
