// LaneChange+Title.swift
// What the steps of undo are called.

import Localization
import WaveformModel

extension LaneChange {
  /// Names the change after a colon.
  var title: String {
    switch self {
    case .added: localized("waveform added")
    case .removed: localized("waveform removed")
    case .reordered: localized("waveform moved up or down")
    case .drawnOver: localized("drawn over another waveform")
    case .drawnAlone: localized("a lane of its own")
    case .renamed: localized("name")
    case .recolored: localized("color")
    case .resized: localized("height")
    case .hidden: localized("waveform hidden")
    case .shown: localized("waveform shown")
    case .muted: localized("mute")
    case .soloed: localized("solo")
    case .reformulated: localized("function")
    case .measured: localized("amplitude unit")
    case .restyled: localized("style")
    case .shifted, .dragged: localized("waveform moved in time")
    case .selection(.made): localized("selection")
    case .selection(.cleared): localized("selection cleared")
    case .selection(.edge), .selection(.nudged): localized("edge of the selection")
    case .marks(let step): step.kind.title
    case .clean(.added): localized("noise reduced")
    case .clean(.removed): localized("clean waveform removed")
    case .clean(.profiled): localized("noise profile")
    case .clean(.adjusted): localized("noise settings")
    case .compared(.begun): localized("compared")
    case .compared(.ended): localized("difference removed")
    case .compared(.exchanged): localized("others compared")
    case .compared(.aligned): localized("aligned")
    case .compared(.adjusted): localized("gain or polarity")
    }
  }
}

extension MarkStep.Kind {
  fileprivate var title: String {
    switch self {
    case .added: localized("mark added")
    case .removed: localized("mark removed")
    case .renamed: localized("name of a mark")
    case .moved: localized("mark moved")
    case .split: localized("mark split")
    case .merged: localized("marks merged")
    case .edited: localized("mark changed")
    case .exchanged: localized("mark in another tier")
    case .tierAdded: localized("tier added")
    case .tierChanged: localized("tier changed")
    case .tierRemoved: localized("tier removed")
    case .imported: localized("marks imported")
    case .found: localized("found places marked")
    case .adopted: localized("marks changed by another program")
    }
  }
}
