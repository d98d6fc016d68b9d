// LaneChange.swift
// The steps of the history of a diagram: what the user has done.

import WaveformCore

/// A change that can be undone: of lanes, of what is selected of them, or of what a feature keeps.
public enum LaneChange: Equatable, Sendable {
  /// A waveform was added.
  case added
  /// A waveform was removed.
  case removed
  /// A lane was moved up or down; `lane` is the number of its waveform.
  case reordered(lane: Int)
  /// A waveform was drawn over the lane above it.
  case drawnOver
  /// A waveform was given a lane of its own.
  case drawnAlone
  case renamed, recolored, resized, hidden, shown, muted, soloed
  /// Amplitudes were given another unit.
  case measured
  /// Recordings were raised to full height, or not any more.
  case normalized
  /// Channels share lanes in another way.
  case channelsShared
  /// Times were given another format.
  case timesWritten
  /// Spectra are made or drawn in another way.
  case spectra(SpectrogramPart)
  /// Gains of a lane were changed, or of all: of the waveform with this number, or of all.
  case raised(waveform: Int?, lane: Int?)
  case gainsReset
  /// All waveforms were given another style, or that of the lane with this number.
  case restyled(lane: Int?)
  /// A waveform was moved in time.
  case shifted(lane: Int)
  /// A waveform shows another function.
  case reformulated(lane: Int)
  /// A waveform is being dragged in time; it is heard at its new place when the drag ends.
  case dragged(lane: Int)
  /// Something else is selected.
  case selection(SelectionChange)
  /// What a feature keeps of the waveforms, or beside them, was changed.
  case feature(FeatureStep)

  /// What happened to the selection.
  public enum SelectionChange: Equatable, Sendable {
    case made, cleared
    /// One edge was moved; successive small steps by keys are undone together.
    case edge, nudged

    /// - Parameters:
    ///   - past: what was selected before.
    ///   - next: what is selected now, something else.
    init(from past: Selection?, to next: Selection?) {
      guard let next else {
        self = .cleared
        return
      }
      guard past?.scope == next.scope else {
        self = .made
        return
      }
      let isEdge =
        past?.range.lowerBound == next.range.lowerBound || past?.range.upperBound == next.range.upperBound
      self = isEdge ? .edge : .made
    }
  }

  /// True when waveforms are only drawn otherwise: the same ones stay, and are heard as before.
  package var isDrawing: Bool {
    switch self {
    case .measured, .restyled, .normalized, .channelsShared, .timesWritten, .spectra, .raised, .gainsReset:
      true
    case .feature(let step): step.change.isDrawing
    default: false
    }
  }

  /// True for what changes many times a second under a hand: a moment without is the end of the step.
  var endsAtRest: Bool {
    switch self {
    case .raised: true
    case .spectra(let part): part.isSlider
    case .feature(let step): step.change.endsAtRest
    default: false
    }
  }

  /// True when successive equal changes are undone together.
  var joinsEqual: Bool {
    switch self {
    case .reordered, .shifted, .dragged, .restyled, .raised, .selection(.nudged): true
    case .spectra(let part): part.isSlider
    case .feature(let step): step.change.joinsEqual
    default: false
    }
  }

  var isDrag: Bool { if case .dragged = self { true } else { false } }
}

/// What of a spectrogram was chosen anew.
public enum SpectrogramPart: Equatable, Sendable {
  case scale, range, colors, floor, ceiling, window, windowLength, overlap
  /// One level that has moved the other one out of its way.
  case levels
  /// Several at once.
  case several

  init(from past: SpectrogramLook, to next: SpectrogramLook) {
    let changed: [(SpectrogramPart, Bool)] = [
      (.scale, past.scale != next.scale), (.range, past.range != next.range),
      (.colors, past.colors != next.colors),
      (.floor, past.floor != next.floor), (.ceiling, past.ceiling != next.ceiling),
      (.window, past.settings.window != next.settings.window),
      (.windowLength, past.settings.windowLength != next.settings.windowLength),
      (.overlap, past.settings.overlap != next.settings.overlap),
    ]
    let parts = changed.filter(\.1).map(\.0)
    self = parts.count == 1 ? parts[0] : parts == [.floor, .ceiling] ? .levels : .several
  }

  /// True for what changes with every step of a drag.
  var isSlider: Bool { [.range, .floor, .ceiling, .levels, .windowLength].contains(self) }
}

/// A step that a feature has made. The lanes know only what it is called.
package protocol FeatureChange: Equatable, Sendable {
  /// Names the change after a colon.
  var title: String { get }
  /// True when successive equal changes are undone together.
  var joinsEqual: Bool { get }
  /// True when a moment without such a change is the end of the step.
  var endsAtRest: Bool { get }
  /// True when waveforms are only drawn otherwise.
  var isDrawing: Bool { get }
}

extension FeatureChange {
  package var joinsEqual: Bool { false }
  package var endsAtRest: Bool { false }
  package var isDrawing: Bool { false }

  fileprivate func isEqual(to other: any FeatureChange) -> Bool { (other as? Self) == self }
}

/// A change of whatever feature.
public struct FeatureStep: Equatable, Sendable {
  package let change: any FeatureChange

  package init(_ change: any FeatureChange) { self.change = change }

  public static func == (a: FeatureStep, b: FeatureStep) -> Bool { a.change.isEqual(to: b.change) }
}

extension LaneChange {
  /// The change of a feature; nil for those of others.
  package func own<Change: FeatureChange>(_: Change.Type) -> Change? {
    if case .feature(let step) = self { step.change as? Change } else { nil }
  }
}
