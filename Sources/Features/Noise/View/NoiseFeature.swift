// NoiseFeature.swift
// Noise reduction: its commands, and the panel beside the diagram about the noise of a recording, how it is reduced, and what
// was taken away.

import WaveformViews

/// The feature as the program lists it.
package final class NoiseFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart {
    let drawer = NoiseDrawer(window)
    var part = FeaturePart(keeping: drawer)
    part.adoptSettings = { [weak drawer] in drawer?.adoptSettings() }
    return part
  }
}
