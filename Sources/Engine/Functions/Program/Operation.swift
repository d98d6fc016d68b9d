// Operation.swift
// One step of a formula: what it does to blocks of numbers. Values, and the loops that compute them.
// Sound: every loop reads and writes `count` numbers of blocks that its caller owns; no block is written that is read.

import Glibc

/// A step: a number that is known, or what is made of the results of earlier steps.
enum Operation: Hashable {
  /// By its bits, so that each NaN is one number.
  case constant(UInt64)
  /// The number of the frame.
  case frame
  /// Frames through the rate, rounded once: seconds.
  case time
  case unary(Unary, Int)
  case binary(Binary, Int, Int)
  /// The second where the first is neither 0 nor NaN, else the third.
  case choice(Int, Int, Int)
  /// Noise that depends on the seed and on the frame alone.
  case white(seed: UInt64), pink(seed: UInt64)
  /// 1 in the frames in which another period of so many hertz begins.
  case pulses(Int)

  enum Unary: Hashable, CaseIterable {
    case negative, not, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, expm1, log, log10, log2, sqrt,
      abs
    case floor, ceil, round, sign, sinc, saw, square, triangle
  }

  enum Binary: Hashable, CaseIterable {
    case add, subtract, multiply, divide, remainder, power, atan2, min, max
    case less, lessOrEqual, equal, and, or
  }

  /// The earlier steps that it needs.
  var operands: [Int] {
    switch self {
    case .constant, .frame, .time, .white, .pink: []
    case .unary(_, let a), .pulses(let a): [a]
    case .binary(_, let a, let b): [a, b]
    case .choice(let a, let b, let c): [a, b, c]
    }
  }

  /// The same with other names for what it needs.
  func renamed(_ name: (Int) -> Int) -> Operation {
    switch self {
    case .constant, .frame, .time, .white, .pink: self
    case .unary(let kind, let a): .unary(kind, name(a))
    case .pulses(let a): .pulses(name(a))
    case .binary(let kind, let a, let b): .binary(kind, name(a), name(b))
    case .choice(let a, let b, let c): .choice(name(a), name(b), name(c))
    }
  }
}

extension Operation.Unary {
  /// - Parameters:
  ///   - a, out: different blocks of `count` numbers.
  func apply(_ a: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ count: Int) {
    switch self {
    case .negative: each(a, out, count) { -$0 }
    case .not: each(a, out, count) { $0 == 0 || $0 != $0 ? 1 : 0 }
    case .sin: each(a, out, count, Glibc.sin)
    case .cos: each(a, out, count, Glibc.cos)
    case .tan: each(a, out, count, Glibc.tan)
    case .asin: each(a, out, count, Glibc.asin)
    case .acos: each(a, out, count, Glibc.acos)
    case .atan: each(a, out, count, Glibc.atan)
    case .sinh: each(a, out, count, Glibc.sinh)
    case .cosh: each(a, out, count, Glibc.cosh)
    case .tanh: each(a, out, count, Glibc.tanh)
    case .exp: each(a, out, count, Glibc.exp)
    case .expm1: each(a, out, count, Glibc.expm1)
    case .log: each(a, out, count, Glibc.log)
    case .log10: each(a, out, count, Glibc.log10)
    case .log2: each(a, out, count, Glibc.log2)
    case .sqrt: each(a, out, count) { $0.squareRoot() }
    case .abs: each(a, out, count) { $0.magnitude }
    case .floor: each(a, out, count) { $0.rounded(.down) }
    case .ceil: each(a, out, count) { $0.rounded(.up) }
    case .round: each(a, out, count) { $0.rounded() }
    case .sign: each(a, out, count) { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 }
    case .sinc: each(a, out, count) { $0 == 0 ? 1 : Glibc.sin(.pi * $0) / (.pi * $0) }
    case .saw: each(a, out, count) { Self.sawtooth($0) }
    case .square: each(a, out, count) { Self.part(of: $0) < 0.5 ? 1 : Self.part(of: $0) >= 0.5 ? -1 : .nan }
    case .triangle:
      each(a, out, count) {
        let part = Self.part(of: $0)
        return part < 0.25 ? 4 * part : part < 0.75 ? 2 - 4 * part : 4 * part - 4
      }
    }
  }

  /// A phase that lies so little before an edge lies on it: rounding would move edges by a frame. In periods; the phase
  /// of a million periods is known so well.
  private static let slack = 1e-9

  /// The share of a period of 2π that has passed at a phase in radians: 0..<1, or as little below 0 as `slack`.
  @inline(__always)
  private static func part(of phase: Double) -> Double {
    let turns = phase * (0.5 / .pi)
    return turns - (turns + slack).rounded(.down)
  }

  /// Rises from 0 to 1, falls to −1 in the middle of the period, and rises to 0.
  @inline(__always)
  private static func sawtooth(_ phase: Double) -> Double {
    let turns = phase * (0.5 / .pi)
    return 2 * (turns - (turns + (0.5 + slack)).rounded(.down))
  }

  @inline(__always)
  private func each(
    _ a: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ count: Int, _ body: (Double) -> Double
  ) {
    for index in 0..<count { out[index] = body(a[index]) }
  }
}

extension Operation.Binary {
  /// - Parameters:
  ///   - a, b, out: blocks of `count` numbers; `out` is neither of the others.
  func apply(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ count: Int
  ) {
    switch self {
    case .add: each(a, b, out, count) { $0 + $1 }
    case .subtract: each(a, b, out, count) { $0 - $1 }
    case .multiply: each(a, b, out, count) { $0 * $1 }
    case .divide: each(a, b, out, count) { $0 / $1 }
    case .remainder:
      each(a, b, out, count) {
        let rest = fmod($0, $1)
        // With the sign of the divisor, so that a period goes on below 0. Infinity has no periods.
        return rest != 0 && (rest < 0) != ($1 < 0) && $1.isFinite ? rest + $1 : rest
      }
    case .power: each(a, b, out, count, pow)
    case .atan2: each(a, b, out, count, Glibc.atan2)
    case .min: each(a, b, out, count) { $0 < $1 || $0 != $0 ? $0 : $1 }
    case .max: each(a, b, out, count) { $0 > $1 || $0 != $0 ? $0 : $1 }
    case .less: each(a, b, out, count) { $0 < $1 ? 1 : 0 }
    case .lessOrEqual: each(a, b, out, count) { $0 <= $1 ? 1 : 0 }
    case .equal: each(a, b, out, count) { $0 == $1 ? 1 : 0 }
    case .and: each(a, b, out, count) { Self.holds($0) && Self.holds($1) ? 1 : 0 }
    case .or: each(a, b, out, count) { Self.holds($0) || Self.holds($1) ? 1 : 0 }
    }
  }

  @inline(__always)
  static func holds(_ value: Double) -> Bool { value != 0 && value == value }

  @inline(__always)
  private func each(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ count: Int,
    _ body: (Double, Double) -> Double
  ) {
    for index in 0..<count { out[index] = body(a[index], b[index]) }
  }
}
