// LineProducts.swift
// How much two stretches of sound are alike: sums of their products. A value.

/// The sums of products of two lines of equal rate, sample by sample, in double precision.
struct LineProducts {
  private(set) var ab = 0.0, aa = 0.0, bb = 0.0

  /// - Parameters:
  ///   - a, b: what is longer of one of them does not count.
  init(_ a: [Float], _ b: [Float]) {
    for (x, y) in zip(a, b) {
      ab += Double(x) * Double(y)
      aa += Double(x) * Double(x)
      bb += Double(y) * Double(y)
    }
  }
}
