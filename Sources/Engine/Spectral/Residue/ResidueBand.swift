// ResidueBand.swift
// The arithmetic of one band of `ResidueMeter`, where the formulas stand. A value.

/// What the residue of a band has of the sound that is kept.
struct ResidueBand {
  /// Σ|R|²; 0 when nothing was taken away.
  let power: Double
  /// The share that is a scaled copy, and that by which the residue is louder where something is kept, 0…1.
  let copiedShare: Double, louderShare: Double

  /// Shares of the clean sound's power that are what rounding leaves: of what is kept beyond the floor, and of the residue.
  private static let leastKept = 1e-4, leastTaken = 1e-9
  /// Windows over which what is kept is smoothed, to either side; the share of windows that tell of noise alone, and what
  /// they may have of the mean.
  private static let reach = 2, quiet = 0.25, silent = 0.01

  init(_ cells: ResidueCells, _ band: Range<Int>, floor: Double) {
    let count = cells.count
    var residue = 0.0, clean = 0.0, kept = 0.0, copied = 0.0
    var keptOf = [Double](repeating: 0, count: count)
    for window in 0..<count {
      for bin in band {
        let cell = Cell(cells, window, bin)
        residue += cell.residue
        clean += cell.clean
        copied += cell.cross - floor * (cell.cross + cell.residue)
        keptOf[window] += max(
          0, cell.clean - 2 * floor * (cell.clean + cell.cross) + floor * floor * cell.original)
      }
      kept += keptOf[window]
    }
    power = residue > Self.leastTaken * clean ? residue : 0
    guard power > 0, kept > Self.leastKept * clean else {
      (copiedShare, louderShare) = (0, 0)
      return
    }
    copiedShare = copied > 0 ? min(copied * copied / (residue * kept), 1) : 0
    let isQuiet = Self.quietWindows(Self.smoothed(keptOf, cells.ends), mean: kept / Double(count))
    louderShare = min(max(Self.excess(cells, band, isQuiet) / residue, 0), 1)
  }

  /// A bin of a window.
  private struct Cell {
    let residue: Double, clean: Double, cross: Double
    var original: Double { max(residue + clean + 2 * cross, 0) }

    init(_ cells: ResidueCells, _ window: Int, _ bin: Int) {
      let place = window * cells.bins + bin
      (residue, clean) = (Double(cells.residue[place]), Double(cells.clean[place]))
      cross = Double(cells.cross[place])
    }
  }

  /// Means over the windows about each, within its stretch.
  private static func smoothed(_ values: [Double], _ ends: [Int]) -> [Double] {
    var result = values
    var start = 0
    for end in ends {
      for window in start..<end {
        let about = values[max(start, window - reach)...min(end - 1, window + reach)]
        result[window] = about.reduce(0, +) / Double(about.count)
      }
      start = end
    }
    return result
  }

  /// True for the windows in which least is kept.
  private static func quietWindows(_ kept: [Double], mean: Double) -> [Bool] {
    let sorted = kept.sorted()
    let limit = max(sorted[Int(Double(sorted.count - 1) * quiet)], silent * mean)
    return kept.map { $0 <= limit }
  }

  /// The power of the residue beyond that of noise, where something is kept.
  private static func excess(_ cells: ResidueCells, _ band: Range<Int>, _ isQuiet: [Bool]) -> Double {
    let quiet = isQuiet.indices.filter { isQuiet[$0] }, loud = isQuiet.indices.filter { !isQuiet[$0] }
    var sum = 0.0
    for bin in band {
      let noise = quiet.reduce(0.0) { $0 + Cell(cells, $1, bin).original } / Double(max(quiet.count, 1))
      for window in loud {
        let cell = Cell(cells, window, bin)
        let both = cell.residue * cell.clean
        let inPhase = both > 0 ? cell.cross / both.squareRoot() : 0
        let gain = cell.original > 0 ? min((cell.clean / cell.original).squareRoot(), 1) : 1
        sum += inPhase * cell.residue - (1 - gain) * (1 - gain) * noise
      }
    }
    return sum
  }
}
