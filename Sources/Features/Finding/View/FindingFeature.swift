// FindingFeature.swift
// From place to place in a recording: clipping, silence, levels, onsets, what is loudest or quietest. They are selected one
// by one, or marked at once.

import WaveformViews

/// The feature as the program lists it.
package final class FindingFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart { FeaturePart(keeping: FindCommands(window)) }
}
