// SpectrogramPyramid.swift
// The coarse spectra of a whole recording: columns of some transforms each, and coarser ones made of those. Written by one
// builder on a reader's thread, read by any thread while it grows; everything is under one lock, which nobody holds for
// longer than it takes to look at the columns of a picture.

import Synchronization
import WaveformCore

/// Columns of a recording on a fixed grid, in steps (`SpectrumStep`), from fine to coarse.
///
/// A column of level 0 is the maximum over `hopsPerColumn` transforms, one of each further level that over four columns.
/// When all levels together would exceed the budget, the finest one is given up.
public final class SpectrogramPyramid: Sendable {
  /// Columns of a level that make one of the next.
  private static let factor = 4
  /// Transforms of a column, if the recording is short enough.
  package static let leastHops = 16
  /// Bytes of all levels, by default.
  public static let defaultBudget = 32 << 20
  /// Columns of a chunk of memory.
  private static let chunk = 64

  public let format: SpectrumFormat
  public let channels: Int
  /// Transforms of a column of level 0.
  package let hopsPerColumn: Int
  private let budget: Int
  private let state: Mutex<State>

  /// Columns, each `channels × columnSteps` bytes.
  private struct Level: Sendable {
    var chunks: [[UInt8]] = []
    var count = 0
    /// The maximum so far of the columns that will be the next one, and how many those are.
    var pending: [UInt8] = []
    var pendingCount = 0
  }

  private struct State: Sendable {
    var levels: [Level] = [Level()]
    var finest = 0
    var bytes = 0
    /// Nil until everything has been read.
    var length: Int?
  }

  /// - Parameters:
  ///   - expectedFrames: 0 when unknown; the recording may turn out longer.
  ///   - budget: bytes for all levels.
  public init(
    _ format: SpectrumFormat, channels: Int, expectedFrames: Int = 0,
    budget: Int = SpectrogramPyramid.defaultBudget
  ) {
    let bytes = Double(format.columnSteps * channels) * 4 / 3
    var hops = Self.leastHops
    // A promise of more than months is an error in the header.
    while hops < 1 << 16, Double(expectedFrames) / Double(format.hop * hops) * bytes > Double(budget) {
      hops *= 2
    }
    self.format = format
    self.channels = channels
    hopsPerColumn = hops < 1 << 16 ? hops : Self.leastHops
    self.budget = budget
    state = Mutex(State())
  }

  /// Bytes of a column.
  private var row: Int { format.columnSteps * channels }

  /// True when the whole recording is in it.
  public var isComplete: Bool { state.withLock { $0.length != nil } }
  /// Frames of the recording; nil until it is complete.
  package var length: Int? { state.withLock { $0.length } }
  /// Bytes of all levels.
  public var byteCount: Int { state.withLock { $0.bytes } }
  /// Transforms from the beginning that whole columns of the finest level hold; all of them at the end.
  public var transforms: Int {
    state.withLock { state in
      state.length.map { format.count(length: $0) }
        ?? state.levels[state.finest].count * hops(ofLevel: state.finest)
    }
  }
  /// Transforms of a column of the present finest level.
  package var finestHops: Int { hops(ofLevel: state.withLock { $0.finest }) }

  private func hops(ofLevel level: Int) -> Int { hopsPerColumn << (2 * level) }

  // MARK: Writer

  /// Adds the next column of level 0.
  ///
  /// - Parameter column: `columnSteps` bytes of each channel.
  package func append(_ column: UnsafeBufferPointer<UInt8>) {
    precondition(column.count == row)
    state.withLock { add(column, toLevel: 0, &$0) }
  }

  /// Call it once, after the last column, which may be of fewer transforms.
  package func finish(length: Int) {
    state.withLock { state in
      var level = 0
      // Each level adds its last, partial column to the next one, as far as there is more than one column.
      while level < state.levels.count {
        if state.levels[level].pendingCount > 0 {
          let last = state.levels[level].pending
          state.levels[level].pendingCount = 0
          last.withUnsafeBufferPointer { store($0, inLevel: level, &state) }
        }
        level += 1
      }
      state.length = length
    }
  }

  private func add(_ column: UnsafeBufferPointer<UInt8>, toLevel level: Int, _ state: inout State) {
    store(column, inLevel: level, &state)
    while state.bytes > budget, state.finest + 1 < state.levels.count,
      state.levels[state.finest + 1].count > 0
    {
      state.bytes -= state.levels[state.finest].count * row
      state.levels[state.finest].chunks = []
      state.finest += 1
    }
  }

  /// Adds a column to a level, and to the pending one of the next.
  private func store(_ column: UnsafeBufferPointer<UInt8>, inLevel level: Int, _ state: inout State) {
    if level >= state.finest {
      if state.levels[level].count % Self.chunk == 0 {
        var chunk: [UInt8] = []
        // The first chunk grows, so that a short recording takes little.
        if state.levels[level].count > 0 { chunk.reserveCapacity(Self.chunk * row) }
        state.levels[level].chunks.append(chunk)
      }
      state.levels[level].chunks[state.levels[level].chunks.count - 1].append(contentsOf: column)
      state.bytes += row
    }
    state.levels[level].count += 1
    // A level of one column needs no coarser one.
    if level + 1 == state.levels.count {
      guard state.levels[level].count == 2 else { return }
      var next = Level()
      next.pending = [UInt8](repeating: 0, count: row)
      state.levels.append(next)
      let first = Array(state.levels[level].chunks[0][..<row])
      first.withUnsafeBufferPointer { gather($0, inLevel: level + 1, &state) }
    }
    gather(column, inLevel: level + 1, &state)
  }

  private func gather(_ column: UnsafeBufferPointer<UInt8>, inLevel level: Int, _ state: inout State) {
    state.levels[level].pending.withUnsafeMutableBufferPointer {
      Spectrograph.raise($0.baseAddress!, to: column.baseAddress!, count: row)
    }
    state.levels[level].pendingCount += 1
    guard state.levels[level].pendingCount == Self.factor else { return }
    let whole = state.levels[level].pending
    state.levels[level].pending = [UInt8](repeating: 0, count: row)
    state.levels[level].pendingCount = 0
    whole.withUnsafeBufferPointer { store($0, inLevel: level, &state) }
  }

  // MARK: Readers

  /// Raises steps to those of transforms, as near as columns allow: columns of which only some transforms are wanted count
  /// as a whole.
  ///
  /// - Parameters:
  ///   - ranges: transforms, for each column of a picture; those of an empty range stay as they are.
  ///   - channels: whose maximum is wanted.
  ///   - part: what is wanted of each column.
  ///   - steps: as many bytes for each range as the part has.
  ///   - isExact: true when ranges are whole columns of the finest level, and no others may count.
  /// - Returns: for each range, true when something is known of it.
  package func read(
    _ ranges: [Range<Int>], channels: [Int], part: SpectrumPart = .bins, into steps: inout [UInt8],
    isExact: Bool = false
  ) -> [Bool] {
    let places = format.steps(of: part)
    precondition(
      steps.count == ranges.count * places.count && channels.allSatisfy { (0..<self.channels).contains($0) })
    return state.withLock { state in
      steps.withUnsafeMutableBufferPointer { steps in
        ranges.enumerated().map { index, range in
          guard !range.isEmpty else { return false }
          // At least two columns for each that is wanted, so that edges are not too far off.
          var level = state.finest
          while !isExact, level + 1 < state.levels.count, 2 * hops(ofLevel: level + 1) <= range.count {
            level += 1
          }
          let hops = hops(ofLevel: level)
          return read(
            range.lowerBound / hops..<(range.upperBound + hops - 1) / hops, ofLevel: level, channels, places,
            into: steps.baseAddress! + index * places.count, state)
        }
      }
    }
  }

  private func read(
    _ columns: Range<Int>, ofLevel level: Int, _ channels: [Int], _ places: Range<Int>,
    into steps: UnsafeMutablePointer<UInt8>, _ state: State
  ) -> Bool {
    var isKnown = false
    let known = columns.clamped(to: 0..<state.levels[level].count)
    for column in known {
      state.levels[level].chunks[column / Self.chunk].withUnsafeBufferPointer { chunk in
        for channel in channels {
          let place = (column % Self.chunk * self.channels + channel) * format.columnSteps
          Spectrograph.raise(
            steps, to: chunk.baseAddress! + (place + places.lowerBound), count: places.count)
        }
      }
      isKnown = true
    }
    // What is not yet in this level may be in a finer one.
    let rest =
      max(columns.lowerBound, state.levels[level].count)..<max(columns.upperBound, state.levels[level].count)
    if !rest.isEmpty, level > state.finest {
      let finer = rest.lowerBound * Self.factor..<rest.upperBound * Self.factor
      if read(finer, ofLevel: level - 1, channels, places, into: steps, state) { isKnown = true }
    }
    return isKnown
  }

  // MARK: Keeping

  /// What a stored pyramid is made of besides its bytes.
  package struct Shape: Equatable, Sendable {
    package var hopsPerColumn: Int
    package var length: Int

    package init(hopsPerColumn: Int, length: Int) {
      self.hopsPerColumn = hopsPerColumn
      self.length = length
    }
  }

  /// The shape of the finest level; nil until it is complete.
  package var shape: Shape? {
    state.withLock { state in
      state.length.map { Shape(hopsPerColumn: hops(ofLevel: state.finest), length: $0) }
    }
  }

  /// Writes the columns of the finest level piece by piece.
  ///
  /// - Parameter body: takes the next bytes; false ends it.
  package func store(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    let chunks = state.withLock { state in
      state.length == nil ? nil : state.levels[state.finest].chunks
    }
    return chunks?.allSatisfy { $0.withUnsafeBytes(body) } ?? false
  }

  /// Bytes that a stored pyramid of a shape must have; nil when there is no such shape.
  package static func byteCount(_ format: SpectrumFormat, channels: Int, _ shape: Shape) -> Int? {
    guard shape.hopsPerColumn >= leastHops, shape.hopsPerColumn < 1 << 40, 0..<1 << 60 ~= shape.length else {
      return nil
    }
    let columns = (format.count(length: shape.length) + shape.hopsPerColumn - 1) / shape.hopsPerColumn
    let (bytes, overflow) = columns.multipliedReportingOverflow(by: format.columnSteps * channels)
    return overflow ? nil : bytes
  }

  /// A stored pyramid.
  ///
  /// - Parameter bytes: as `store` wrote them.
  /// - Returns: nil when there are not as many bytes as the shape needs.
  package convenience init?(
    _ format: SpectrumFormat, channels: Int, _ shape: Shape, bytes: UnsafeRawBufferPointer
  ) {
    guard bytes.count == Self.byteCount(format, channels: channels, shape) else { return nil }
    self.init(format, channels: channels, hopsPerColumn: shape.hopsPerColumn)
    let row = row, columns = bytes.bindMemory(to: UInt8.self)
    for first in stride(from: 0, to: columns.count, by: row) {
      append(UnsafeBufferPointer(rebasing: columns[first..<first + row]))
    }
    finish(length: shape.length)
  }

  private init(_ format: SpectrumFormat, channels: Int, hopsPerColumn: Int) {
    self.format = format
    self.channels = channels
    self.hopsPerColumn = hopsPerColumn
    budget = .max
    state = Mutex(State())
  }
}
