// ReadyFunction.swift
// The formulas of usual test signals, to begin with. Values.

import Localization

/// A test signal that need not be typed. Each is a formula with a level, which can be changed as text.
public enum ReadyFunction: String, CaseIterable, Sendable {
  case sine, decay, sweep, white, pink, impulses, square, saw, triangle, silence

  /// Levels are those of test signals, −20 dB, which is not too loud for anybody; impulses and noise as they need it.
  public var formula: String {
    switch self {
    case .sine: "db(-20)*sin(2*pi*1000*t)"
    case .decay: "db(-6)*sin(2*pi*440*t)*exp(-t)"
    case .sweep: "db(-20)*sweep(20, rate/2, duration)"
    case .white: "db(-20)*noise()"
    case .pink: "db(-6)*pink()"
    case .impulses: "db(-6)*impulses(1)"
    case .square: "db(-20)*square(2*pi*440*t)"
    case .saw: "db(-20)*saw(2*pi*440*t)"
    case .triangle: "db(-20)*triangle(2*pi*440*t)"
    case .silence: "0"
    }
  }

  public var name: String {
    switch self {
    case .sine: localized("Sine", context: "test signal")
    case .decay: localized("Decaying Sine", context: "test signal")
    case .sweep: localized("Sweep", context: "test signal")
    case .white: localized("White Noise", context: "test signal")
    case .pink: localized("Pink Noise", context: "test signal")
    case .impulses: localized("Impulses", context: "test signal")
    case .square: localized("Square Wave", context: "test signal")
    case .saw: localized("Sawtooth Wave", context: "test signal")
    case .triangle: localized("Triangle Wave", context: "test signal")
    case .silence: localized("Silence", context: "test signal")
    }
  }
}
