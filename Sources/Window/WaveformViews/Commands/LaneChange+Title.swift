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
    case .normalized: localized("normalize")
    case .channelsShared: localized("channels")
    case .timesWritten: localized("time format")
    case .spectra(.range): localized("frequencies shown")
    case .spectra: localized("spectrogram")
    case .raised: localized("gain")
    case .gainsReset: localized("gain reset")
    case .shifted, .dragged: localized("waveform moved in time")
    case .selection(.made): localized("selection")
    case .selection(.cleared): localized("selection cleared")
    case .selection(.edge), .selection(.nudged): localized("edge of the selection")
    case .feature(let step): step.change.title
    }
  }
}
