// RawImportFeature.swift
// Samples without a header: a dialog asks what they are, and the window shows them read that way.

import WaveformViews

/// The feature as the program lists it.
package final class RawImportFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart {
    let flow = RawFlow(window)
    var part = FeaturePart(keeping: flow)
    part.close = { [weak flow] in flow?.close() }
    return part
  }
}
