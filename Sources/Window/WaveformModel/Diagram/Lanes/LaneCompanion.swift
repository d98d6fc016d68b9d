// LaneCompanion.swift
// What a feature has to say of the waveforms of a diagram: what it keeps beside them, and what becomes of that when they
// come, go and move, when a step is taken back, and when a project or a view is kept.

import Projects

/// A model that a feature has added to a diagram. It says only what concerns it.
@MainActor package protocol LaneCompanion: AnyObject {
  // MARK: The history

  /// What it keeps of the waveforms, for undo; nil: nothing.
  var memory: (any LaneMemory)? { get }

  /// Goes back to what it kept once; what it has computed since goes, and what was there comes back.
  ///
  /// - Parameters:
  ///   - past: nil: nothing.
  ///   - change: the step that is crossed on the way.
  ///   - back: the numbers of lanes that come back with it.
  func restore(_ past: (any LaneMemory)?, across change: LaneChange, back: Set<Int>)

  /// Takes a change back, or makes it again, if it is one of its own that says by itself what is to be done.
  ///
  /// - Returns: false: the lanes go back to what there was.
  func replay(_ change: any FeatureChange, isBack: Bool) -> Bool

  // MARK: The waveforms

  /// How to take away what it has computed, and what that step is called; nil for any other waveform.
  func removal(of plot: PlotViewModel) -> LaneRemoval?

  /// These are the waveforms that there are: what it has computed of others goes with them.
  func keepOnly(_ plots: [PlotViewModel])

  /// A waveform stands where another one stood: as a rule the same file, read again.
  ///
  /// - Parameter plots: all that there are now.
  func replaced(_ plot: PlotViewModel, by next: PlotViewModel, among plots: [PlotViewModel])

  /// A waveform has been moved in time by so many frames of the time axis; nil: undo has put all back to their places.
  func moved(_ plot: PlotViewModel?, by frames: Int)

  /// The file of a waveform could not be read again: it stays as it was read before.
  func lost(_ plot: PlotViewModel)

  /// Forgets everything: another recording is about to be opened.
  func forget()

  // MARK: What is kept

  /// Adds what it keeps to a project.
  ///
  /// - Parameter recordings: the lanes of the project.
  func keep(_ recordings: [PlotViewModel], in project: inout Project)

  /// Takes over what a project has kept, which is no step.
  ///
  /// - Parameter plots: the lanes of the project; nil for those that were not found.
  func restore(_ project: Project, _ plots: [PlotViewModel?])

  /// Adds what it keeps of the only recording to what is remembered of it.
  func keep(_ plot: PlotViewModel, in kept: inout KeptRecording)

  /// Takes over what was remembered of the only recording, which is no step.
  func restore(_ kept: KeptRecording, _ plot: PlotViewModel)
}

extension LaneCompanion {
  package var memory: (any LaneMemory)? { nil }
  package func restore(_ past: (any LaneMemory)?, across change: LaneChange, back: Set<Int>) {}
  package func replay(_ change: any FeatureChange, isBack: Bool) -> Bool { false }
  package func removal(of plot: PlotViewModel) -> LaneRemoval? { nil }
  package func keepOnly(_ plots: [PlotViewModel]) {}
  package func replaced(_ plot: PlotViewModel, by next: PlotViewModel, among plots: [PlotViewModel]) {}
  package func moved(_ plot: PlotViewModel?, by frames: Int) {}
  package func lost(_ plot: PlotViewModel) {}
  package func forget() {}
  package func keep(_ recordings: [PlotViewModel], in project: inout Project) {}
  package func restore(_ project: Project, _ plots: [PlotViewModel?]) {}
  package func keep(_ plot: PlotViewModel, in kept: inout KeptRecording) {}
  package func restore(_ kept: KeptRecording, _ plot: PlotViewModel) {}
}

/// What a feature keeps of waveforms: a part of what undo puts back.
package protocol LaneMemory {
  /// Takes another waveform of the same file.
  mutating func replace(_ plot: PlotViewModel, by next: PlotViewModel)

  /// What there was before a change of the same waveforms, with what that change has cost.
  func adopting(whatWasLostSince past: Self) -> Self
}

extension LaneMemory {
  package mutating func replace(_ plot: PlotViewModel, by next: PlotViewModel) {}

  fileprivate func adopting(since past: any LaneMemory) -> any LaneMemory {
    (past as? Self).map { adopting(whatWasLostSince: $0) } ?? self
  }
}

/// How a computed waveform is taken away.
package struct LaneRemoval {
  package let change: LaneChange
  package let run: @MainActor () -> Void

  package init(_ change: LaneChange, _ run: @escaping @MainActor () -> Void) {
    (self.change, self.run) = (change, run)
  }
}

/// What all companions keep, by whose it is.
struct LaneMemories {
  fileprivate var all: [ObjectIdentifier: any LaneMemory] = [:]

  mutating func replace(_ plot: PlotViewModel, by next: PlotViewModel) {
    for owner in all.keys { all[owner]?.replace(plot, by: next) }
  }

  mutating func adopt(whatWasLostSince past: LaneMemories) {
    all.merge(past.all) { present, past in present.adopting(since: past) }
  }
}

/// The companions of a list of lanes, in the order in which they came. It holds them weakly; they hold the list.
@MainActor final class LaneCompanions {
  private struct Entry { weak var companion: (any LaneCompanion)? }
  private var entries: [Entry] = []

  var all: [any LaneCompanion] { entries.compactMap(\.companion) }

  func attach(_ companion: any LaneCompanion) { entries.append(Entry(companion: companion)) }

  var memories: LaneMemories {
    var memories = LaneMemories()
    for companion in all { memories.all[ObjectIdentifier(companion)] = companion.memory }
    return memories
  }

  func restore(_ past: LaneMemories, across change: LaneChange, back: Set<Int> = []) {
    for companion in all {
      companion.restore(past.all[ObjectIdentifier(companion)], across: change, back: back)
    }
  }

  func replay(_ change: any FeatureChange, isBack: Bool) -> Bool {
    all.contains { $0.replay(change, isBack: isBack) }
  }

  func removal(of plot: PlotViewModel) -> LaneRemoval? { all.lazy.compactMap { $0.removal(of: plot) }.first }
}
