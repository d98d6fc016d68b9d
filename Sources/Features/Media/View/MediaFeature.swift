// MediaFeature.swift
// The desktop's media keys and controls, and a computer that stays awake while something is played or recorded.

import WaveformViews

/// The feature as the program lists it.
package final class MediaFeature: Feature {
  private let controls = MediaControls()

  package init() {}

  package func part(of window: WindowParts) -> FeaturePart {
    controls.watch(window)
    let awake = SuspendInhibitor(
      application: window.application, window: window.window, diagram: window.diagram)
    var part = FeaturePart(keeping: awake)
    part.close = { [controls] in controls.forget(window) }
    return part
  }
}
