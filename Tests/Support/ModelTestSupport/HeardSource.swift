// HeardSource.swift
// A waveform of what a source gives, in a diagram: what is heard, without anything else.

import Capture
import Playback
import WaveformModel

extension DiagramViewModel {
  /// Hears a source until its waveform is taken out.
  ///
  /// - Parameter name: of the waveform.
  package func hear(_ source: some CaptureInput, as name: String) throws {
    let listener = try Listener(source, device: nil) { _ in }
    let plot = PlotViewModel(heardIn: listener.path) { listener.feed($0) }
    plot.settings.name = name
    lanes.insert(plot)
  }
}
