// SpanBlock.swift
// Sixteen pixels side by side, a cache line of a row: columns are filled in this unit. In rows where every
// pixel is inked the colour is stored; in rows where only some are, the row is compared with their tops or
// bottoms.
// Unsafe: reads 16 tops and bottoms, and writes 64 bytes in each row that it is given.

import WaveformCore

/// Sixteen pixels, each with a run of rows, which may be empty.
struct SpanBlock {
  static let width = 16

  private typealias Rows = SIMD4<Int32>
  private typealias Inks = SIMD4<UInt32>
  private typealias Words = SIMD8<Int16>

  private let tops: (Words, Words), bottoms: (Words, Words)
  /// The rows in which some pixels are inked, and those in which all pixels are that have any ink.
  let inked: Range<Int>, solid: Range<Int>
  /// True when every pixel has some ink.
  let isGapless: Bool

  @inline(__always)
  init(_ tops: UnsafePointer<Int16>, _ bottoms: UnsafePointer<Int16>) {
    func load(_ place: UnsafePointer<Int16>) -> (Words, Words) {
      let raw = UnsafeRawPointer(place)
      return (raw.loadUnaligned(as: Words.self), raw.loadUnaligned(fromByteOffset: 16, as: Words.self))
    }
    let (t, b) = (load(tops), load(bottoms))
    // Pixels without ink: put them outside every row, so that one comparison is enough, and leave them out of
    // the last beginning and the first end of the others.
    let (empty0, empty1) = (t.0 .== b.0, t.1 .== b.1)
    let (low, high) = (Words(repeating: .min), Words(repeating: .max))
    self.tops = (t.0.replacing(with: high, where: empty0), t.1.replacing(with: high, where: empty1))
    self.bottoms = (b.0.replacing(with: low, where: empty0), b.1.replacing(with: low, where: empty1))
    let first = Int(Self.least(Self.least(self.tops.0, self.tops.1)))
    let end = Int(Self.most(Self.most(self.bottoms.0, self.bottoms.1)))
    inked = first..<max(end, first)
    let lastTop = Self.most(
      Self.most(t.0.replacing(with: low, where: empty0), t.1.replacing(with: low, where: empty1)))
    let firstBottom = Self.least(
      Self.least(b.0.replacing(with: high, where: empty0), b.1.replacing(with: high, where: empty1)))
    solid = Int(lastTop)..<max(Int(firstBottom), Int(lastTop))
    isGapless = Self.most(Self.most(self.tops.0, self.tops.1)) < .max
  }

  /// Fills the inked rows among `rows`.
  ///
  /// - Parameters:
  ///   - place: the first pixel in row 0.
  ///   - inks: the pixel of each row.
  ///   - ground: with `isKnown`, the pixel of each row without ink; otherwise the present pixels stay.
  @inline(__always)
  func fill(
    _ place: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ inks: UnsafePointer<UInt32>, rows: Range<Int>,
    over ground: UnsafePointer<UInt32>, isKnown: Bool
  ) {
    fill(place, bytesPerRow, rows: rows, over: ground, isKnown: isKnown) { row in
      let ink = Inks(repeating: inks[row])
      return (ink, ink, ink, ink)
    }
  }

  /// The same with a pixel for each column: 16 of them.
  @inline(__always)
  func fill(
    _ place: UnsafeMutableRawPointer, _ bytesPerRow: Int, columnInks: UnsafePointer<UInt32>,
    rows: Range<Int>, over ground: UnsafePointer<UInt32>, isKnown: Bool
  ) {
    let raw = UnsafeRawPointer(columnInks)
    let inks = (
      raw.loadUnaligned(as: Inks.self), raw.loadUnaligned(fromByteOffset: 16, as: Inks.self),
      raw.loadUnaligned(fromByteOffset: 32, as: Inks.self),
      raw.loadUnaligned(fromByteOffset: 48, as: Inks.self)
    )
    fill(place, bytesPerRow, rows: rows, over: ground, isKnown: isKnown) { _ in inks }
  }

  /// Fills the inked rows among `rows`.
  ///
  /// - Parameters:
  ///   - ink: gives the 16 pixels of a row.
  @inline(__always)
  private func fill(
    _ place: UnsafeMutableRawPointer, _ bytesPerRow: Int, rows: Range<Int>,
    over ground: UnsafePointer<UInt32>, isKnown: Bool, ink: (_ row: Int) -> (Inks, Inks, Inks, Inks)
  ) {
    let start = max(inked.lowerBound, rows.lowerBound)
    let end = min(inked.upperBound, rows.upperBound)
    guard start < end else { return }
    let t = Self.widened(tops), b = Self.widened(bottoms)
    var row = start
    var line = place + row &* bytesPerRow
    @inline(__always) func each(_ limit: Int, _ body: (Rows, (Inks, Inks, Inks, Inks), Inks) -> Void) {
      while row < limit {
        body(
          Rows(repeating: Int32(truncatingIfNeeded: row)), ink(row),
          Inks(repeating: isKnown ? ground[row] : 0))
        row &+= 1
        line += bytesPerRow
      }
    }
    @inline(__always) func put(_ index: Int, _ mask: SIMDMask<Rows>, _ ink: Inks, _ ground: Inks) {
      let below = isKnown ? ground : line.loadUnaligned(fromByteOffset: 16 &* index, as: Inks.self)
      line.storeBytes(
        of: below.replacing(with: ink, where: mask), toByteOffset: 16 &* index, as: Inks.self)
    }
    if solid.isEmpty {
      each(end) { r, ink, ground in
        put(0, (r .>= t.0) .& (r .< b.0), ink.0, ground)
        put(1, (r .>= t.1) .& (r .< b.1), ink.1, ground)
        put(2, (r .>= t.2) .& (r .< b.2), ink.2, ground)
        put(3, (r .>= t.3) .& (r .< b.3), ink.3, ground)
      }
      return
    }
    each(min(solid.lowerBound, end)) { r, ink, ground in
      put(0, t.0 .<= r, ink.0, ground)
      put(1, t.1 .<= r, ink.1, ground)
      put(2, t.2 .<= r, ink.2, ground)
      put(3, t.3 .<= r, ink.3, ground)
    }
    if isGapless {
      each(min(solid.upperBound, end)) { _, ink, _ in
        line.storeBytes(of: ink.0, as: Inks.self)
        line.storeBytes(of: ink.1, toByteOffset: 16, as: Inks.self)
        line.storeBytes(of: ink.2, toByteOffset: 32, as: Inks.self)
        line.storeBytes(of: ink.3, toByteOffset: 48, as: Inks.self)
      }
    }
    each(end) { r, ink, ground in
      put(0, b.0 .> r, ink.0, ground)
      put(1, b.1 .> r, ink.1, ground)
      put(2, b.2 .> r, ink.2, ground)
      put(3, b.3 .> r, ink.3, ground)
    }
  }

  @inline(__always)
  private static func widened(_ words: (Words, Words)) -> (Rows, Rows, Rows, Rows) {
    (
      Rows(truncatingIfNeeded: words.0.lowHalf), Rows(truncatingIfNeeded: words.0.highHalf),
      Rows(truncatingIfNeeded: words.1.lowHalf), Rows(truncatingIfNeeded: words.1.highHalf)
    )
  }

  // These types instead of generic ones: only then they become single instructions.

  @inline(__always)
  private static func least(_ a: Words, _ b: Words) -> Words { a.replacing(with: b, where: b .< a) }

  @inline(__always)
  private static func most(_ a: Words, _ b: Words) -> Words { a.replacing(with: b, where: b .> a) }

  @inline(__always)
  private static func least(_ words: Words) -> Int16 {
    let four = words.lowHalf.replacing(with: words.highHalf, where: words.highHalf .< words.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return Swift.min(two[0], two[1])
  }

  @inline(__always)
  private static func most(_ words: Words) -> Int16 {
    let four = words.lowHalf.replacing(with: words.highHalf, where: words.highHalf .> words.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return Swift.max(two[0], two[1])
  }
}
