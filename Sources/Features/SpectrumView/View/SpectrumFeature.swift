// SpectrumFeature.swift
// The panel with the spectrum of what is selected or heard, or of everything, beside the diagram.

import WaveformViews

/// The feature as the program lists it.
package final class SpectrumFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart { FeaturePart(keeping: SpectrumDrawer(window)) }
}
