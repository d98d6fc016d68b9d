// LaneChange+Title.swift
// What the steps of undo are called.

import WaveformModel

extension LaneChange {
  /// Names the change after a colon.
  var title: String {
    switch self {
    case .added: "waveform added"
    case .removed: "waveform removed"
    case .reordered: "waveform moved up or down"
    case .drawnOver: "drawn over another waveform"
    case .drawnAlone: "a lane of its own"
    case .renamed: "name"
    case .recolored: "color"
    case .resized: "height"
    case .hidden: "waveform hidden"
    case .shown: "waveform shown"
    case .muted: "mute"
    case .soloed: "solo"
    case .measured: "amplitude unit"
    case .restyled: "style"
    case .shifted, .dragged: "waveform moved in time"
    case .selection(.made): "selection"
    case .selection(.cleared): "selection cleared"
    case .selection(.edge), .selection(.nudged): "edge of the selection"
    case .marks(let step): step.kind.title
    case .clean(.added): "noise reduced"
    case .clean(.removed): "clean waveform removed"
    case .clean(.exchanged): "another waveform cleaned"
    }
  }
}

extension MarkStep.Kind {
  fileprivate var title: String {
    switch self {
    case .added: "mark added"
    case .removed: "mark removed"
    case .renamed: "name of a mark"
    case .moved: "mark moved"
    case .split: "mark split"
    case .merged: "marks merged"
    case .edited: "mark changed"
    case .exchanged: "mark in another tier"
    case .tierAdded: "tier added"
    case .tierChanged: "tier changed"
    case .tierRemoved: "tier removed"
    case .imported: "marks imported"
    case .found: "found places marked"
    case .adopted: "marks changed by another program"
    }
  }
}
