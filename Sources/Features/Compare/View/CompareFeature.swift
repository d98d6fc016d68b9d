// CompareFeature.swift
// The comparison of two recordings: its commands, and the panel beside the diagram about where they lie, what differs, and
// which of them is heard.

import WaveformViews

/// The feature as the program lists it.
package final class CompareFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart {
    let drawer = CompareDrawer(window)
    var part = FeaturePart(keeping: drawer)
    part.compareFirst = { [weak drawer] in drawer?.compareFirst(isStep: $0) }
    part.compareWith = { [weak drawer] in drawer?.compare(with: $0) }
    part.offerToCompare = { [weak drawer] in drawer?.offer($0) }
    return part
  }
}
