// FormulaBuilder.swift
// Puts operations together: what is known beforehand is computed at once, and what stands there twice is computed once.
// A pure value.

import Localization

/// The operations of one channel while its formula is read.
struct FormulaBuilder {
  /// Operations of a channel, without numbers, of which a text has no more than characters: some megabytes of blocks.
  static let mostOperations = 256

  let signal: FormulaContext
  /// Counted from 1.
  let channel: Int
  private(set) var operations: [Operation] = []
  private var places: [Operation: Int] = [:]
  private var constantCount = 0
  /// True when another channel of the same formula gives other samples.
  private(set) var dependsOnChannel = false

  init(_ signal: FormulaContext, channel: Int) {
    self.signal = signal
    self.channel = channel
  }

  mutating func channelNumber() -> Int {
    dependsOnChannel = true
    return channel
  }

  // MARK: Steps

  mutating func constant(_ value: Double) throws(FormulaError) -> Int {
    try add(.constant(value.bitPattern))
  }

  mutating func unary(_ kind: Operation.Unary, _ a: Int) throws(FormulaError) -> Int {
    if let a = known(a) { return try constant(Self.computed { kind.apply($1, $0, 1) }(a, 0)) }
    return try add(.unary(kind, a))
  }

  mutating func binary(_ kind: Operation.Binary, _ a: Int, _ b: Int) throws(FormulaError) -> Int {
    if let a = known(a), let b = known(b) {
      return try constant(Self.computed { kind.apply($1, $1 + 1, $0, 1) }(a, b))
    }
    return try add(.binary(kind, a, b))
  }

  /// `yes` where the condition is neither 0 nor NaN, else `no`.
  mutating func choice(_ condition: Int, _ yes: Int, _ no: Int) throws(FormulaError) -> Int {
    if let condition = known(condition) { return Operation.Binary.holds(condition) ? yes : no }
    return try add(.choice(condition, yes, no))
  }

  /// A step that has not been there yet; else the place of the one that is.
  mutating func add(_ operation: Operation) throws(FormulaError) -> Int {
    if let place = places[operation] { return place }
    if case .constant = operation { constantCount += 1 }
    guard operations.count - constantCount < Self.mostOperations else {
      throw FormulaError(
        .tooLarge, Sentence("The formula has more than \(Self.mostOperations) steps. Write a shorter one."))
    }
    operations.append(operation)
    places[operation] = operations.count - 1
    return operations.count - 1
  }

  /// The number that a step gives in every frame; nil when it is not the same in all.
  func known(_ place: Int) -> Double? {
    if case .constant(let bits) = operations[place] { Double(bitPattern: bits) } else { nil }
  }

  /// The same loops that compute blocks, for one number.
  private static func computed(
    _ body: @escaping (UnsafeMutablePointer<Double>, UnsafePointer<Double>) -> Void
  ) -> (Double, Double) -> Double {
    { a, b in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 3) { room in
        room.initialize(repeating: 0)
        (room[0], room[1]) = (a, b)
        body(room.baseAddress! + 2, UnsafePointer(room.baseAddress!))
        return room[2]
      }
    }
  }
}

/// What a formula may ask about the signal that it is the formula of.
struct FormulaContext: Hashable, Sendable {
  /// Frames per second.
  let sampleRate: Int
  let frames: Int
}
