// ComparedPair.swift
// The two waveforms that are compared, and how the second one is laid over the first. Values.

import Comparing
import Glibc
import WaveformCore
import WaveformModel

/// Two waveforms of one diagram.
struct ComparedPair: Sendable {
  /// A, over whose frames everything is laid.
  let first: PlotViewModel
  /// B, which is moved.
  let second: PlotViewModel

  /// The same two the other way round.
  var exchanged: ComparedPair { ComparedPair(first: second, second: first) }

  var plots: [PlotViewModel] { [first, second] }

  /// True when samples of one of the two hold more than is compared.
  @MainActor var isComparedInPart: Bool {
    plots.contains { !$0.isComputed && $0.description?.isComparedInPart == true }
  }

  /// True when both are among these.
  func isWithin(_ plots: [PlotViewModel]) -> Bool {
    self.plots.allSatisfy { plot in plots.contains { $0 === plot } }
  }

  func replacing(_ replaced: PlotViewModel, by plot: PlotViewModel) -> ComparedPair {
    ComparedPair(
      first: first === replaced ? plot : first, second: second === replaced ? plot : second)
  }

  func isSame(as other: ComparedPair?) -> Bool { first === other?.first && second === other?.second }
}

/// How the second of two compared waveforms is laid over the first, beside its place on the time axis.
struct PairAdjustment: Equatable, Sendable {
  /// The possible gains of the second, in dB.
  static let gains = -48.0...48.0

  /// What the second is raised by, in dB.
  var gain = 0.0
  /// True when the second is turned upside down.
  var isInverted = false
  /// Where the second lies behind its place on the time axis, in frames of the first: what lies between frames.
  var fraction = 0.0
  /// By how much the clock of the second runs fast, in parts per million.
  var driftPpm = 0.0
  /// What each channel of the first is compared with, where that is another one of the second, or where channels differ
  /// from each other; empty: each with the one that has its number.
  var channels: [Channel] = []

  /// A channel of the second beside one of the first.
  struct Channel: Equatable, Sendable {
    /// Of the second, from 0.
    let source: Int
    /// What it is raised by beyond `PairAdjustment.gain`, in dB.
    let gain: Double
    /// True when it is the other way up than `PairAdjustment.isInverted` says.
    let isInverted: Bool
  }

  /// What the samples of the second are multiplied by.
  var factor: Float { Float(pow(10, gain / 20)) * (isInverted ? -1 : 1) }
}
