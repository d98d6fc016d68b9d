// ProjectFilesFeature.swift
// Projects: recordings as they were arranged, looked at and worked on, in a file that names them.

import WaveformViews

/// The feature as the program lists it.
package final class ProjectFilesFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart {
    let flow = ProjectFlow(window)
    var part = FeaturePart(keeping: flow)
    part.project = flow
    part.closingQuestion = { [weak flow] in flow?.closingQuestion }
    part.forget = { [weak flow] in flow?.forget() }
    return part
  }
}
