// QuietStretch.swift
// Finds where a recording is quiet and steady, to take a noise profile there. It looks at the peaks alone. A pure
// function: no file is read.

import Glibc
import WaveformCore

/// A stretch of noise that a program may suggest.
public enum QuietStretch {
  /// Seconds that a stretch has at least, and at most.
  public static let least = 0.5, most = 5.0
  /// dB between the quietest and the loudest part of a stretch.
  private static let spread = 6.0
  /// dB by which a stretch may be louder than the quietest tenth of the recording. If it is louder than that (the quiet
  /// tenth may be short pauses), it is no background noise.
  private static let above = 10.0
  /// Seconds of a part, at least: shorter parts give no better result.
  private static let step = 0.05

  /// The quietest steady stretch.
  ///
  /// - Parameters:
  ///   - length: frames that have been read.
  ///   - sampleRate: frames per second, > 0.
  /// - Returns: nil when no stretch of at least half a second is steady, is not digital silence, and is not much louder
  ///   than the quietest tenth of the recording.
  public static func find(in peaks: WaveformPeaks, length: Int, sampleRate: Int) -> FrameRange? {
    let perPart = max(Double(peaks.framesPerBin), (step * Double(sampleRate)).rounded())
    let count = Int(Double(length) / perPart)
    let parts = max(1, Int((least * Double(sampleRate) / perPart).rounded(.up)))
    guard count >= parts else { return nil }
    let levels = levels(of: peaks, framesPerPart: perPart, count: count)
    var best: (first: Int, level: Double)?
    for first in 0...(count - parts) {
      let range = first..<first + parts
      guard let level = steadyLevel(levels[range]), level < best?.level ?? .infinity else { continue }
      best = (first, level)
    }
    guard let best, best.level <= quietTenth(levels) * pow(10, above / 10) else { return nil }
    // As long as the level stays the same: a longer stretch gives a better profile.
    var end = best.first + parts
    let limit = min(count, best.first + Int(most * Double(sampleRate) / perPart))
    while end < limit, steadyLevel(levels[best.first...end]) != nil { end += 1 }
    return Int(Double(best.first) * perPart)..<Int(Double(end) * perPart)
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
