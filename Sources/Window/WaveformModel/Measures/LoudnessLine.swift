// LoudnessLine.swift
// Whether loudness over time is shown, and what it should be. Main actor.

import Measures
import Observation
import WaveformCore

/// The line of loudness over the waveforms of a diagram.
@Observable @MainActor public final class LoudnessLine {
  /// Waveforms are measured while it is shown.
  public var isShown = false {
    didSet { if isShown != oldValue { measures.isDrawn = isShown } }
  }
  /// In LUFS; nil: none.
  public private(set) var target: Double? = standard

  /// That of EBU R 128; those of streaming services; and what can be typed.
  public static let standard = -23.0, targets = [-23.0, -16.0, -14.0], limits = -60.0...0.0

  private let measures: MeasuresModel

  init(_ measures: MeasuresModel) { self.measures = measures }

  /// - Parameter target: is limited to `limits`; nil: none.
  public func aim(at target: Double?) {
    let next = target.map { ($0.clamped(to: Self.limits) * 10).rounded() / 10 }
    if next != self.target { self.target = next }
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
