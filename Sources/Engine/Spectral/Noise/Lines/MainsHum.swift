// MainsHum.swift
// Finds the hum of mains beneath speech and music that never pause: tones that are there all the time, at
// multiples of one frequency. A pure function.

import Glibc

/// The hum of mains in one channel, told by sections from all over a recording.
///
/// What mains leave in a recording are harmonics of one frequency that hardly drifts, as loud at its end as
/// at its beginning, and of which the phase goes on evenly for seconds. Voices waver, and notes end; so a
/// harmonic counts where it is found in nearly all sections. What remains is music over a drone. Its tones
/// are those of a scale, and a quarter of a tone from 50 and from 60 Hz there is none: they lie 35 and 49
/// cents from the next one.
enum MainsHum {
  // The constants were chosen on the development set (Benchmarks/measuring/development.py) and the project's
  // own samples, with and without hums and buzzes of 50 and 60 Hz. Where the recordings themselves hold none,
  // none is found.

  /// Hz between which the fundamental lies: a tape may have run at another speed.
  private static let fundamentals = 45.0...65.0
  /// Cents that it lies from all notes at least, and Hz of one of those.
  private static let leastFromNotes = 25.0, note = 440.0
  /// The part of all sections in which a hum is heard, and each of its harmonics.
  private static let share = 0.75
  /// Harmonics that a fundamental is looked for by, and those that say where it is.
  private static let lowest = 4, telling = 8
  /// How far a recording's fundamental strays, as a part of it.
  private static let drift = 0.006
  /// A harmonic may be missing, and another, but no more in a row; and how much louder than those below it
  /// one may be. A note that falls on one high up is not taken with a hum that ends far below.
  private static let mostMissing = 2, mostRise = 1.5

  /// - Parameter sections: at least one, evenly spread over a recording.
  /// - Returns: the harmonics, from the lowest on; none where nothing hums.
  static func lines(in sections: [SteadyTones]) -> [NoiseLine] {
    guard let usual = fundamental(of: sections) else { return [] }
    let humming = sections.compactMap { section in
      fundamental(of: section, near: usual).map { (section: section, fundamental: $0) }
    }
    let middle = quantile(0.5, humming.map(\.fundamental))
    var lines: [NoiseLine] = [], orders: [Int] = []
    for order in 1...Int(SteadyTones.Meter.highest / middle) {
      let amplitudes = humming.compactMap { $0.section.amplitude(at: Double(order) * $0.fundamental) }
      guard Double(amplitudes.count) >= share * Double(humming.count) else { continue }
      // Where it is hidden by a sound it seems louder.
      let amplitude = quantile(0.25, amplitudes)
      let below = zip(orders, lines).filter { order - $0.0 <= mostMissing + 1 }
      guard order <= lowest || below.contains(where: { $0.1.amplitude * mostRise >= amplitude }) else {
        continue
      }
      lines.append(NoiseLine(frequency: Double(order) * middle, amplitude: amplitude))
      orders.append(order)
    }
    let loudest = lines.sorted { $0.amplitude > $1.amplitude }.prefix(LineFinder.most)
    return loudest.sorted { $0.frequency < $1.frequency }
  }

  /// The fundamental that most sections agree upon; nil where too few do.
  private static func fundamental(of sections: [SteadyTones]) -> Double? {
    let candidates = sections.flatMap { section in
      section.tones.flatMap { tone in (1...lowest).map { tone.frequency / Double($0) } }
    }.filter { fundamentals.contains($0) && !isNote($0) }
    let supports = candidates.map { candidate in
      sections.map { harmonics(of: candidate, in: $0).count }
    }
    func rank(_ support: [Int]) -> (Int, Int) { (support.count { $0 > 0 }, support.reduce(0, +)) }
    guard let best = supports.indices.max(by: { rank(supports[$0]) < rank(supports[$1]) }),
      Double(rank(supports[best]).0) >= share * Double(sections.count)
    else { return nil }
    return candidates[best]
  }

  private static func isNote(_ frequency: Double) -> Bool {
    abs((1200 * log2(frequency / note)).remainder(dividingBy: 100)) < leastFromNotes
  }

  /// The tones of a section near the low multiples of a frequency, and which multiples these are.
  private static func harmonics(
    of fundamental: Double, in section: SteadyTones
  ) -> [(order: Double, tone: SteadyTones.Tone)] {
    section.tones.compactMap { tone in
      let order = (tone.frequency / fundamental).rounded()
      guard (1...Double(telling)).contains(order),
        abs(tone.frequency - order * fundamental) < drift * tone.frequency + 0.1
      else { return nil }
      return (order, tone)
    }
  }

  /// What fits the tones of one section best, each weighted by its amplitude and, as it tells more, its
  /// order.
  private static func fundamental(of section: SteadyTones, near usual: Double) -> Double? {
    let found = harmonics(of: usual, in: section)
    guard !found.isEmpty else { return nil }
    let weights = found.map { $0.tone.amplitude * $0.order.squareRoot() }
    let sum = zip(found, weights).reduce(0) { $0 + $1.0.tone.frequency / $1.0.order * $1.1 }
    return sum / weights.reduce(0, +)
  }

  private static func quantile(_ part: Double, _ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    return sorted[min(Int(part * Double(sorted.count)), sorted.count - 1)]
  }
}
