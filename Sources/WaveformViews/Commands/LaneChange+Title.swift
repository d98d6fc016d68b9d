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
    case .shifted, .dragged: "waveform moved in time"
    case .selection(.made): "selection"
    case .selection(.cleared): "selection cleared"
    case .selection(.edge), .selection(.nudged): "edge of the selection"
    case .marks(let step):
      step.onlyAdds ? "mark added" : step.onlyRemoves ? "mark removed" : "mark changed"
    case .clean(.added): "noise reduced"
    case .clean(.removed): "clean waveform removed"
    case .clean(.exchanged): "another waveform cleaned"
    }
  }
}
