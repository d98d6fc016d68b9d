// LayerCache.swift
// Keeps painted tiles up to a number of bytes; what has not been used for longest goes first. Owned by one
// view and used on its thread only. The cache does not know what it keeps: pictures, or a toolkit's render
// nodes.
// A key holds everything that a tile depends on. Equal keys mean equal pixels, so nothing is drawn twice and
// no tile has to be told that it is out of date.

import WaveformCore

/// A least-recently-used cache that is bounded by bytes.
public final class LayerCache<Value> {
  /// The most bytes of all values together. When it is lowered, the least recently used values are dropped.
  public var capacity: Int { didSet { while byteCount > capacity { remove(oldest) } } }
  /// The bytes of all kept values, as given by their callers.
  public private(set) var byteCount = 0
  /// Look-ups that found a value, and look-ups that did not.
  public private(set) var hits = 0, misses = 0

  private struct Entry {
    let key: LayerKey
    let value: Value
    let byteCount: Int
    var newer: Int, older: Int
  }

  /// Slots are reused; `newer` and `older` link them in the order of their last use.
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var slots: [LayerKey: Int] = [:]
  private var newest = LayerCache.none, oldest = LayerCache.none
  private static var none: Int { -1 }

  public init(capacity: Int) { self.capacity = capacity }

  /// The number of kept values.
  public var count: Int { slots.count }

  /// The value for `key`, which now counts as just used.
  ///
  /// - Complexity: O(1)
  public func value(for key: LayerKey) -> Value? {
    guard let slot = slots[key] else {
      misses += 1
      return nil
    }
    hits += 1
    if slot != newest {
      unlink(slot)
      linkAsNewest(slot)
    }
    return entries[slot]!.value
  }

  /// Keeps a value of `byteCount` bytes, unless it exceeds the capacity by itself.
  ///
  /// - Complexity: O(1), and one step for each value that is dropped.
  public func insert(_ value: Value, for key: LayerKey, byteCount: Int) {
    if let slot = slots[key] { remove(slot) }
    guard byteCount <= capacity else { return }
    while self.byteCount + byteCount > capacity { remove(oldest) }
    let entry = Entry(key: key, value: value, byteCount: byteCount, newer: Self.none, older: Self.none)
    let slot: Int
    if let reused = free.popLast() {
      slot = reused
      entries[slot] = entry
    } else {
      slot = entries.count
      entries.append(entry)
    }
    slots[key] = slot
    self.byteCount += byteCount
    linkAsNewest(slot)
  }

  public func removeAll() {
    entries = []
    free = []
    slots = [:]
    newest = Self.none
    oldest = Self.none
    byteCount = 0
  }

  private func remove(_ slot: Int) {
    unlink(slot)
    byteCount -= entries[slot]!.byteCount
    slots[entries[slot]!.key] = nil
    entries[slot] = nil
    free.append(slot)
  }

  private func unlink(_ slot: Int) {
    let newer = entries[slot]!.newer
    let older = entries[slot]!.older
    if newer == Self.none { newest = older } else { entries[newer]!.older = older }
    if older == Self.none { oldest = newer } else { entries[older]!.newer = newer }
  }

  private func linkAsNewest(_ slot: Int) {
    entries[slot]!.newer = Self.none
    entries[slot]!.older = newest
    if newest == Self.none { oldest = slot } else { entries[newest]!.newer = slot }
    newest = slot
  }
}

/// Identifies one painted tile of one lane.
public struct LayerKey: Hashable, Sendable {
  /// Changes whenever the columns of this tile may have changed: another file, or more of it has been read.
  public var generation: Int
  /// The preview that is shown for unread parts of this tile; 0 for none.
  public var preview: Int
  /// Which spectra the tile shows, as far as it is made of any.
  public var spectra: Int
  public var lane: Int
  /// See `TileGeometry`.
  public var tile: Int
  /// The device pixels, in frames of the recording.
  public var grid: PixelGrid
  /// Height of the lane in device pixels.
  public var height: Int
  /// Device pixels per logical pixel.
  public var factor: Double
  public var palette: Palette.Name
  public var color: LaneColor
  public var isFaded: Bool
  public var look: WaveformLook
  public var state: PlayState

  /// The key of a tile that `painter` paints.
  public init(
    generation: Int, preview: Int = 0, spectra: Int = 0, lane: Int, tile: Int, grid: PixelGrid,
    painter: WaveformPainter, state: PlayState
  ) {
    self.generation = generation
    self.preview = preview
    self.spectra = spectra
    self.lane = lane
    self.tile = tile
    self.grid = grid
    height = painter.height
    factor = painter.factor
    palette = painter.palette.name
    color = painter.palette.lane
    isFaded = painter.palette.isFaded
    look = painter.look
    self.state = state
  }
}
