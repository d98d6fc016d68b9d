// LoudnessLine.swift
// Whether loudness over time is shown, and what it should be. Main actor.

import Localization
import Measures
import Observation
import Projects
import WaveformCore

/// The line of loudness over the waveforms of a diagram.
@Observable @MainActor public final class LoudnessLine {
  /// Waveforms are measured while it is shown.
  public package(set) var isShown = false {
    didSet { if isShown != oldValue { measures.isDrawn = isShown } }
  }
  /// In LUFS; nil: none.
  public private(set) var target: Double? = standard

  /// That of EBU R 128; those of streaming services; and what can be typed.
  public static let standard = -23.0, targets = [-23.0, -16.0, -14.0], limits = -60.0...0.0

  private let measures: MeasuresModel
  private let lanes: LaneList

  init(_ measures: MeasuresModel, of lanes: LaneList) {
    self.measures = measures
    self.lanes = lanes
  }

  /// Shows it or hides it, which is a step.
  public func show(_ isShown: Bool) { change(.shown) { $0.isShown = isShown } }

  /// Gives it another target, which is a step.
  ///
  /// - Parameter target: is limited to `limits`; nil: none.
  public func aim(at target: Double?) { change(.aimed) { $0.target = Self.possible(target) } }

  /// Shows what was kept or preferred, which is no step.
  package func adopt(_ kept: KeptLoudness) {
    let target = Self.possible(kept.target)
    if target != self.target { self.target = target }
    if kept.isShown != isShown { isShown = kept.isShown }
  }

  private static func possible(_ target: Double?) -> Double? {
    target.map { ($0.clamped(to: limits) * 10).rounded() / 10 }
  }

  private var kept: KeptLoudness { KeptLoudness(isShown: isShown, target: target) }

  private func change(_ change: LoudnessChange, _ body: (inout KeptLoudness) -> Void) {
    var next = kept
    body(&next)
    guard next != kept else { return }
    // Without waveforms it is a choice for those to come.
    if !lanes.plots.isEmpty { lanes.record(.feature(FeatureStep(change))) }
    adopt(next)
  }

  /// What the target is called in settings and actions: "off", or LUFS.
  public var targetName: String { target.map(Self.name) ?? "off" }

  /// - Returns: nil for what is no name.
  public static func target(named name: String) -> Double?? {
    if name == "off" { return .some(nil) }
    guard let value = Double(name), limits.contains(value) else { return nil }
    return value
  }

  public static func name(_ target: Double) -> String {
    target == target.rounded() ? "\(Int(target))" : "\(target)"
  }

  /// As it is written.
  public static func text(_ target: Double) -> String { PlaceQuery.text(target) }
}

/// What happened to the line of loudness.
private enum LoudnessChange: FeatureChange {
  case shown, aimed

  var joinsEqual: Bool { self == .aimed }
  var endsAtRest: Bool { self == .aimed }
  var isDrawing: Bool { true }

  var title: String {
    switch self {
    case .shown: localized("loudness over time")
    case .aimed: localized("target of loudness")
    }
  }
}

extension LoudnessLine: LaneCompanion {
  private struct Memory: LaneMemory {
    let kept: KeptLoudness

    func adopting(whatWasLostSince past: Memory) -> Memory { self }
  }

  package var memory: (any LaneMemory)? { Memory(kept: kept) }

  package func restore(_ past: (any LaneMemory)?, across change: LaneChange, back: Set<Int>) {
    if let past = past as? Memory { adopt(past.kept) }
  }

  package func keep(_ recordings: [PlotViewModel], in project: inout Project) { project.loudness = kept }

  package func restore(_ project: Project, _ plots: [PlotViewModel?]) { project.loudness.map(adopt) }
}

/// The loudness around a place, in LUFS; nil where no whole window fits.
public struct LoudnessAtPlace: Equatable, Sendable {
  public let shortTerm: Double?, momentary: Double?

  static func text(_ loudness: Double) -> String {
    loudness < -100 ? "\u{2212}∞" : Numerals.shown(MeasureItem.text(loudness, decimals: 1))
  }
}

extension DiagramViewModel {
  /// What the line shows of a waveform; nil while it is not shown.
  ///
  /// - Parameter frame: of the time axis.
  public func loudness(of plot: PlotViewModel, at frame: Int) -> LoudnessAtPlace? {
    guard let curve = measures.curve(of: plot) else { return nil }
    let place = Int(placement(of: plot).position(ofAxis: Double(frame)).rounded())
    return LoudnessAtPlace(
      shortTerm: curve.value(.shortTerm, at: place), momentary: curve.value(.momentary, at: place))
  }
}

extension Double {
  package func clamped(to limits: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
  }
}
