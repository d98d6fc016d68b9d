// MarkEditorFeature.swift
// Marks of a recording as the user works with them: the strip above the lanes, the list beside them, their files, and what is
// asked before some are lost.

import WaveformViews

/// The feature as the program lists it.
package final class MarkEditorFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart {
    let unkept = UnkeptMarks(window), files = MarkFileFlow(window)
    var part = FeaturePart(keeping: unkept, files, MarkCommands(window))
    part.closingQuestion = { [weak unkept] in unkept?.closingQuestion }
    part.take = { [weak files] in files?.taken($0) ?? $0 }
    part.close = { [weak files] in files?.close() }
    return part
  }
}
