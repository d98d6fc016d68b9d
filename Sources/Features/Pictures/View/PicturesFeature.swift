// PicturesFeature.swift
// Pictures to keep: of what is seen, of the selection or of the whole recording, in a file, on the clipboard or on paper.

import WaveformViews

/// The feature as the program lists it.
package final class PicturesFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart {
    let pictures = PictureFlow(window)
    var part = FeaturePart(keeping: pictures)
    part.close = { [weak pictures] in pictures?.close() }
    return part
  }
}
