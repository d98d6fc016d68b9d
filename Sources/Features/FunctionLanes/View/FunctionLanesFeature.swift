// FunctionLanesFeature.swift
// Functions: lanes that show a formula, which is changed while they follow; and the page on which a drawn one is moved.

import WaveformViews

/// The feature as the program lists it.
package final class FunctionLanesFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart {
    let functions = FunctionFlow(window)
    var part = FeaturePart(keeping: functions)
    part.close = { [weak functions] in functions?.close() }
    return part
  }
}
