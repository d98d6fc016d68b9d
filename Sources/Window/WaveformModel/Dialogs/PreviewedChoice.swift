// PreviewedChoice.swift
// What the models of dialogs have in common in which values are typed and their waveform is seen at once.

import Localization
import Observation
import WaveformCore

/// Values that are being chosen, and what they look like.
@MainActor public protocol PreviewedChoice: AnyObject, Observable {
  /// The waveform of the values; nil while there is none.
  var diagram: DiagramViewModel? { get }
  /// True while the values make sense.
  var isAcceptable: Bool { get }
  /// Ends what is being read or computed for the waveform; returns at once.
  func cancel()
}

extension PreviewedChoice {
  /// How long a signal is, in words.
  package func summary(frames: Int, sampleRate: Int) -> String {
    let duration = Numerals.shown(Timecode(frames: frames, sampleRate: sampleRate).text)
    let count = grouped(frames)
    return localized("\(duration) · \(count) frame", plural: "\(duration) · \(count) frames", count: frames)
  }
}
