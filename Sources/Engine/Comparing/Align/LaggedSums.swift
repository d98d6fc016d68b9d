// LaggedSums.swift
// The sums of what two lines have in common, while one is moved along the other: each lag adds and takes away a number or
// two, so that nothing is kept but the lines. A value.

/// The sums over the numbers in common, from the first lag at which there are some to the last.
///
/// What lines of up to a million numbers lose by rounding is some 10⁻¹⁰ of their energy.
struct LaggedSums {
  /// Of one line.
  struct Sums {
    fileprivate(set) var sum = 0.0, squares = 0.0

    fileprivate mutating func add(_ value: Float) {
      sum += Double(value)
      squares += Double(value) * Double(value)
    }

    fileprivate mutating func remove(_ value: Float) {
      sum -= Double(value)
      squares -= Double(value) * Double(value)
    }
  }

  /// Of the numbers of each line that are in common at `lag`.
  private(set) var a = Sums(), b = Sums()
  /// Where the second line begins on the first.
  private(set) var lag: Int
  private let lines: (a: [Float], b: [Float])

  /// Begins where the last number of B lies on the first of A.
  ///
  /// - Parameters:
  ///   - a, b: neither of them empty.
  init(_ a: [Float], _ b: [Float]) {
    lines = (a, b)
    lag = 1 - b.count
    self.a.add(a[0])
    self.b.add(b[b.count - 1])
  }

  /// Goes on to the next lag; nothing is in common behind the last.
  mutating func advance() {
    let (countA, countB) = (lines.a.count, lines.b.count)
    if lag + countB < countA { a.add(lines.a[lag + countB]) }
    if lag >= 0, lag < countA { a.remove(lines.a[lag]) }
    if lag < 0 { b.add(lines.b[-lag - 1]) }
    if countA - lag - 1 < countB, countA - lag - 1 >= 0 { b.remove(lines.b[countA - lag - 1]) }
    lag += 1
  }

  /// The product of both lines' energies.
  var wholeEnergy: Double {
    func energy(_ line: [Float]) -> Double { line.reduce(0) { $0 + Double($1) * Double($1) } }
    return energy(lines.a) * energy(lines.b)
  }
}
