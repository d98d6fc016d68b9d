// LaneArrangement.swift
// What the user does to the waveforms of a diagram, and what undo puts back. Views decide what a change is
// called.

import Marks
import SystemPackage
import WaveformCore

/// The waveforms of a diagram in their order, with their settings: what undo restores.
struct LaneArrangement {
  var plots: [PlotViewModel]
  var settings: [LaneSettings]
  /// What was chosen about the noise of waveforms, and which were cleaned.
  private(set) var noise: [TreatedLane]
  /// The waveforms that were compared, and how; nil when none were.
  var comparison: ComparedLanes?
  /// The unit in which amplitudes are drawn.
  let unit: AmplitudeScale.Unit
  /// How waveforms are drawn that have no style of their own.
  let style: WaveformStyle
  /// What is selected.
  private(set) var selection: Selection?

  /// The place of a waveform; nil when it is not among them.
  func index(of plot: PlotViewModel) -> Int? { plots.firstIndex { $0 === plot } }

  /// Removes a waveform, so that undo does not bring it back.
  mutating func remove(_ plot: PlotViewModel) {
    guard let index = index(of: plot) else { return }
    plots.remove(at: index)
    settings.remove(at: index)
  }

  /// Replaces a waveform by another of the same file.
  mutating func replace(_ replaced: PlotViewModel, with plot: PlotViewModel) {
    for index in plots.indices where plots[index] === replaced { plots[index] = plot }
    comparison?.replace(replaced, with: plot)
  }

  /// Takes over from an earlier arrangement of the same waveforms what their change has cost: a clean waveform, a
  /// comparison, a part of the selection.
  mutating func adoptWhatWasLost(since past: LaneArrangement) {
    let kept = noise.filter(\.isClean).map(\.lane)
    let lost = past.noise.filter { $0.isClean && !kept.contains($0.lane) }
    noise = noise.filter { lane in !lost.contains { $0.lane == lane.lane } } + lost
    comparison = comparison ?? past.comparison
    selection = past.selection
  }
}

/// What was chosen about the noise of a waveform.
struct TreatedLane {
  /// The number of its lane.
  let lane: Int
  let recipe: NoiseRecipe
  /// True when there was a clean waveform.
  let isClean: Bool
  /// Of the clean waveform; nil: those of a new one.
  let look: LaneSettings?
}

/// Computes clean waveforms and inserts them into a list of lanes. The list tells it when originals go or are replaced.
@MainActor protocol CleanLaneMaker: AnyObject {
  /// What is needed to do all of it again.
  var treatedLanes: [TreatedLane] { get }
  /// True for a clean waveform of its own.
  func isClean(_ plot: PlotViewModel) -> Bool
  /// Removes a clean waveform.
  func discard(_ plot: PlotViewModel)
  /// Goes back to what undo brings back: clean waveforms are computed again, or go.
  ///
  /// - Parameter numbers: of the lanes that it is about; nil: all.
  func restore(_ lanes: [TreatedLane], of numbers: Set<Int>?)
  /// These are the waveforms of the list: the clean ones of all others go, and where a waveform has taken the place of
  /// another it is cleaned again.
  func adopt(_ plots: [PlotViewModel])
}

/// The waveforms that were compared, and how.
struct ComparedLanes {
  var pair: ComparedPair
  let adjustment: PairAdjustment
  /// Of their difference; nil: that of a new lane.
  let look: DifferenceLook?

  /// Takes another waveform of the same file.
  mutating func replace(_ replaced: PlotViewModel, with plot: PlotViewModel) {
    pair = pair.replacing(replaced, by: plot)
  }
}

/// What the user has chosen for the lane of a difference.
struct DifferenceLook {
  let settings: LaneSettings
  var gains = LaneGains()
}

/// Compares two waveforms and inserts their difference into a list of lanes. The list tells it when one of them is
/// moved, removed or replaced.
@MainActor protocol LaneComparer: AnyObject {
  /// The difference; nil while there is none.
  var plot: PlotViewModel? { get }
  /// The waveforms that are compared; nil while none are.
  var pair: ComparedPair? { get }
  /// What is needed to compare them again; nil while none are.
  var comparedLanes: ComparedLanes? { get }
  /// Compares again what undo brings back; nil: nothing was compared, so the difference goes.
  func restore(_ lanes: ComparedLanes?)
  /// Removes the difference, because what it is computed from is gone.
  func discard()
  /// A waveform has been moved in time by so many frames of the time axis; 0: undo has put all back to their places.
  func moved(_ plot: PlotViewModel?, by frames: Int)
  /// The list has replaced a waveform by `next`: the same file, read again.
  func replace(_ replaced: PlotViewModel, with next: PlotViewModel)
  /// The file of a waveform could not be read again.
  func lost(_ plot: PlotViewModel)
}

/// A change of the marks of a recording: what undo turns round.
public struct MarkStep: Equatable, Sendable {
  /// Of the recording.
  let path: FilePath
  var change: MarkChange
  /// What the user did.
  public let kind: Kind

  public enum Kind: Equatable, Sendable {
    case added, removed, renamed, moved, split, merged, edited
    /// Marks were put into another tier.
    case exchanged
    case tierAdded, tierChanged, tierRemoved
    /// Marks were read from a file, or made of what was found.
    case imported, found
    /// Another program changed the file of the marks.
    case adopted
  }

  var inverted: MarkStep { MarkStep(path: path, change: change.inverted, kind: kind) }
}

/// Keeps the marks of recordings; the list of lanes has the one history.
@MainActor protocol MarkKeeper: AnyObject {
  /// Takes a change back, or makes it again.
  func replay(_ step: MarkStep)
}

/// A change that can be undone: of lanes, of what is selected of them, or of marks.
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
  /// What was chosen about the noise of a waveform changed: undo computes the earlier clean one again, or removes it.
  case clean(CleanChange)
  /// What is compared, or how, changed: undo compares as before, or removes the difference.
  case compared(ComparisonChange)
  /// Marks of a recording were added, changed or removed.
  case marks(MarkStep)

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

  /// What happened to a clean waveform, or to how it is computed.
  public enum CleanChange: Equatable, Sendable {
    case added, removed
    /// It was given another profile.
    case profiled
    /// The settings for the lane with this number were changed; successive changes of a slider are undone together, up to
    /// `endChange`.
    case adjusted(lane: Int, NoiseSettingsPart)
  }

  /// What happened to the comparison.
  public enum ComparisonChange: Equatable, Sendable {
    case begun, ended
    /// Other waveforms are compared, or the same two the other way round.
    case exchanged
    /// One was aligned to the other: its place, gain and polarity in one step.
    case aligned
    /// Gain or polarity was changed by hand; successive changes are undone together.
    case adjusted
  }

  /// True when successive equal changes are undone together.
  var joinsEqual: Bool {
    switch self {
    case .reordered, .shifted, .dragged, .restyled, .selection(.nudged), .compared(.adjusted):
      true
    case .clean(.adjusted(_, let part)): part.isSlider
    default: false
    }
  }

  var isDrag: Bool { if case .dragged = self { true } else { false } }
}
