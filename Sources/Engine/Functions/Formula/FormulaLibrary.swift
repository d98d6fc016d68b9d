// FormulaLibrary.swift
// The names that a formula may use. Pure values.

import Localization

/// A function that a formula may call.
struct FormulaFunction: Sendable {
  typealias Emit = @Sendable (inout FormulaBuilder, [Int]) throws(FormulaError) -> Int

  let arguments: ClosedRange<Int>
  /// Adds its steps to those of its arguments.
  let emit: Emit

  init(_ arguments: ClosedRange<Int>, _ emit: @escaping Emit) {
    self.arguments = arguments
    self.emit = emit
  }

  init(_ kind: Operation.Unary) {
    self.init(1...1) { (builder, values) throws(FormulaError) in try builder.unary(kind, values[0]) }
  }

  /// Of two values, or of more one after the other.
  init(_ kind: Operation.Binary, upTo most: Int = 2) {
    self.init(2...most) { (builder, values) throws(FormulaError) in
      var result = values[0]
      for value in values.dropFirst() { result = try builder.binary(kind, result, value) }
      return result
    }
  }
}

enum FormulaLibrary {
  /// The names of numbers; see `value`.
  static let names = ["t", "n", "rate", "length", "duration", "channel", "pi", "π", "e"]

  /// The number that a name means; nil: it means none.
  static func value(_ name: String, _ builder: inout FormulaBuilder) throws(FormulaError) -> Int? {
    let signal = builder.signal
    return switch name {
    case "t": try builder.add(.time)
    case "n": try builder.add(.frame)
    case "rate": try builder.constant(Double(signal.sampleRate))
    case "length": try builder.constant(Double(signal.frames))
    case "duration": try builder.constant(Double(signal.frames) / Double(signal.sampleRate))
    case "channel": try builder.constant(Double(builder.channelNumber()))
    case "pi", "π": try builder.constant(.pi)
    case "e": try builder.constant(2.718_281_828_459_045)
    default: nil
    }
  }

  /// By their names. docs/functions.md tells of each; a test looks for that.
  static let functions: [String: FormulaFunction] = [
    "sin": FormulaFunction(.sin), "cos": FormulaFunction(.cos), "tan": FormulaFunction(.tan),
    "asin": FormulaFunction(.asin), "acos": FormulaFunction(.acos), "atan": FormulaFunction(.atan),
    "atan2": FormulaFunction(.atan2),
    "sinh": FormulaFunction(.sinh), "cosh": FormulaFunction(.cosh), "tanh": FormulaFunction(.tanh),
    "exp": FormulaFunction(.exp), "log": FormulaFunction(.log), "log10": FormulaFunction(.log10),
    "log2": FormulaFunction(.log2), "sqrt": FormulaFunction(.sqrt), "abs": FormulaFunction(.abs),
    "floor": FormulaFunction(.floor), "ceil": FormulaFunction(.ceil), "round": FormulaFunction(.round),
    "sign": FormulaFunction(.sign), "min": FormulaFunction(.min, upTo: 16),
    "max": FormulaFunction(.max, upTo: 16),
    "clip": FormulaFunction(3...3) { (builder, values) throws(FormulaError) in
      try builder.binary(.min, try builder.binary(.max, values[0], values[1]), values[2])
    },
    "db": FormulaFunction(1...1) { (builder, values) throws(FormulaError) in
      let exponent = try builder.binary(.divide, values[0], try builder.constant(20))
      return try builder.binary(.power, try builder.constant(10), exponent)
    },
    "sinc": FormulaFunction(.sinc), "saw": FormulaFunction(.saw), "square": FormulaFunction(.square),
    "triangle": FormulaFunction(.triangle),
    "step": FormulaFunction(1...1) { (builder, values) throws(FormulaError) in
      try builder.binary(.lessOrEqual, try builder.constant(0), values[0])
    },
    "impulse": FormulaFunction(1...1) { (builder, values) throws(FormulaError) in
      let half = 0.5 / Double(builder.signal.sampleRate)
      return try builder.binary(
        .and, try builder.binary(.lessOrEqual, try builder.constant(-half), values[0]),
        try builder.binary(.less, values[0], try builder.constant(half)))
    },
    "impulses": FormulaFunction(1...1) { (builder, values) throws(FormulaError) in
      try builder.add(.pulses(values[0]))
    },
    "noise": FormulaFunction(0...1) { (builder, values) throws(FormulaError) in
      try builder.add(.white(seed: seed(values, &builder)))
    },
    "pink": FormulaFunction(0...1) { (builder, values) throws(FormulaError) in
      try builder.add(.pink(seed: seed(values, &builder)))
    },
    "sweep": FormulaFunction(3...3) { (builder, values) throws(FormulaError) in
      try sweep(values, &builder, isLinear: false)
    },
    "chirp": FormulaFunction(3...3) { (builder, values) throws(FormulaError) in
      try sweep(values, &builder, isLinear: true)
    },
  ]

  /// The seed of a noise: without one, each channel has its own.
  private static func seed(_ values: [Int], _ builder: inout FormulaBuilder) throws(FormulaError) -> UInt64 {
    guard let value = values.first else { return Double(builder.channelNumber()).bitPattern }
    guard let seed = builder.known(value) else {
      throw FormulaError(
        .seedNotConstant, Sentence("The number of a noise cannot change in time. Write a number, such as 1."))
    }
    return seed.bitPattern
  }

  /// A sine whose frequency moves from the first value to the second within so many seconds; silence behind that.
  ///
  /// Exponential: φ(t) = 2π f₀ (eᵏᵗ − 1)/k with k = ln(f₁/f₀)/T (Farina, "Simultaneous measurement of impulse response and
  /// distortion with a swept-sine technique", 2000). Linear: φ(t) = 2π (f₀ t + (f₁ − f₀) t²/2T).
  private static func sweep(
    _ values: [Int], _ builder: inout FormulaBuilder, isLinear: Bool
  ) throws(FormulaError) -> Int {
    let (low, high, duration) = (values[0], values[1], values[2])
    let time = try builder.add(.time)
    let steady = try builder.binary(.multiply, low, time)
    let turns: Int
    if isLinear {
      let slope = try builder.binary(
        .divide, try builder.binary(.subtract, high, low),
        try builder.binary(.multiply, try builder.constant(2), duration))
      let square = try builder.binary(.multiply, time, time)
      turns = try builder.binary(.add, steady, try builder.binary(.multiply, slope, square))
    } else {
      let growth = try builder.binary(
        .divide, try builder.unary(.log, try builder.binary(.divide, high, low)), duration)
      let power = try builder.unary(.expm1, try builder.binary(.multiply, growth, time))
      let moving = try builder.binary(.multiply, try builder.binary(.divide, low, growth), power)
      // Between equal frequencies nothing grows, and 0/0 is no sound.
      turns = try builder.choice(growth, moving, steady)
    }
    let phase = try builder.binary(.multiply, try builder.constant(2 * .pi), turns)
    return try builder.choice(
      try builder.binary(.less, time, duration), try builder.unary(.sin, phase), try builder.constant(0))
  }
}
