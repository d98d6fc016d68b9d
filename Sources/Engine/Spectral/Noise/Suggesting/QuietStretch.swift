// QuietStretch.swift
// Finds where a recording is quiet and steady, where there may be nothing but noise. It looks at the peaks alone;
// `NoiseSearch` looks at the spectrum as well. A pure function: no file is read.

import Glibc
import WaveformCore

/// A stretch that may be noise.
enum QuietStretch {
  /// Seconds that a stretch has at least, and at most.
  static let least = 0.5, most = 5.0
  /// dB between the quietest and the loudest part of a stretch.
  private static let spread = 6.0
  /// dB by which a stretch may be louder than the quietest tenth of the recording. If it is louder than that (the quiet
  /// tenth may be short pauses), it is no background noise.
  private static let above = 10.0
  /// Seconds of a part, at least: shorter parts give no better result.
  private static let step = 0.05

  /// The quietest steady stretches, the quietest one first; they do not overlap.
  ///
  /// - Parameters:
  ///   - length: frames that have been read.
  ///   - sampleRate: frames per second, > 0.
  ///   - most: how many are wanted.
  ///   - silence: the power up to which a part counts as silent, ≥ 0.
  /// - Returns: stretches of at least half a second that are steady, are not digital silence, and are not much louder
  ///   than the quietest tenth of the recording.
  static func find(
    in peaks: WaveformPeaks, length: Int, sampleRate: Int, most: Int, silence: Double = 0
  ) -> [FrameRange] {
    let perPart = max(Double(peaks.framesPerBin), (step * Double(sampleRate)).rounded())
    let count = Int(Double(length) / perPart)
    let parts = max(1, Int((least * Double(sampleRate) / perPart).rounded(.up)))
    guard count >= parts else { return [] }
    let levels = levels(of: peaks, framesPerPart: perPart, count: count).map { $0 > silence ? $0 : 0 }
    let loudest = quietTenth(levels) * pow(10, above / 10)
    var steady = (0...(count - parts)).compactMap { first -> (first: Int, level: Double)? in
      let level = steadyLevel(levels[first..<first + parts])
      return level.flatMap { $0 <= loudest ? (first, $0) : nil }
    }
    steady.sort { ($0.level, $0.first) < ($1.level, $1.first) }
    var found: [Range<Int>] = []
    for (first, _) in steady where found.count < most {
      guard !found.contains(where: { $0.overlaps(first..<first + parts) }) else { continue }
      // As long as the level stays the same: a longer stretch gives a better profile.
      var end = first + parts
      let limit = min(count, first + Int(Self.most * Double(sampleRate) / perPart))
      while end < limit, steadyLevel(levels[first...end]) != nil { end += 1 }
      found.append(first..<end)
    }
    return found.map { Int(Double($0.lowerBound) * perPart)..<Int(Double($0.upperBound) * perPart) }
  }

  /// The power below which a tenth of all parts lies. Silent parts do not count.
  private static func quietTenth(_ levels: [Double]) -> Double {
    let heard = levels.filter { $0 > 0 }.sorted()
    return heard.isEmpty ? 0 : heard[heard.count / 10]
  }

  /// The power of each part in its loudest channel; 0 for silence.
  private static func levels(of peaks: WaveformPeaks, framesPerPart: Double, count: Int) -> [Double] {
    let grid = PixelGrid(framesPerPixel: framesPerPart)
    var levels = [Double](repeating: 0, count: count)
    for channel in 0..<peaks.channels {
      let columns = peaks.columns(channel: channel, grid: grid, first: 0, count: count)
      for part in 0..<count where !columns.isEmpty(at: part) {
        // Constant samples are no noise.
        let varies = columns.high[part] > columns.low[part]
        levels[part] = max(levels[part], varies ? Double(columns.rms[part]) * Double(columns.rms[part]) : 0)
      }
    }
    return levels
  }

  /// The mean power of parts with similar levels; nil when the levels differ too much, or a part is silent.
  private static func steadyLevel(_ levels: ArraySlice<Double>) -> Double? {
    var low = Double.infinity, high = 0.0, sum = 0.0
    for level in levels {
      low = min(low, level)
      high = max(high, level)
      sum += level
    }
    let ratio = spread / 10
    guard low > 0, high <= low * pow(10, ratio) else { return nil }
    return sum / Double(levels.count)
  }
}
