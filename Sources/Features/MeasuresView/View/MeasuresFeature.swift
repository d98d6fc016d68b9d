// MeasuresFeature.swift
// The panel of measures beside the diagram: loudness, peaks and levels of what is selected, or of everything.

import WaveformViews

/// The feature as the program lists it.
package final class MeasuresFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart { FeaturePart(keeping: MeasuresDrawer(window)) }
}
