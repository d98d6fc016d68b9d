// SoundStretch.swift
// Finds what lies between two silences, to select it with a double click. It looks at the peaks alone, and only as far
// as the next silences. A pure function: no file is read.

import Glibc

/// A stretch of sound that silences bound, or a silence.
///
/// A silence is a stretch of `least` seconds or more whose peaks stay `depth` dB below the loudest sample: in a waveform
/// of full height, less than 2 % of it. Its borders are exact to one bin of the finest zoom level. What is shorter than
/// that at the beginning or at the end of a recording is no silence either.
public enum SoundStretch {
  /// Seconds that a silence has at least: a longer pause than between two words, a shorter one than between two phrases.
  public static let least = 0.25
  /// dB from the loudest sample of the channels down to where silence begins.
  public static let depth = 36.0
  /// Seconds on either side that are looked at first; four times as many with each further look.
  private static let reach = 30.0

  /// The stretch between the silences before and after `frame`, or the silence in which it lies. The recording's ends
  /// bound it where there is no silence.
  ///
  /// - Parameters:
  ///   - channels: those that are silent together; at least one.
  ///   - length: frames that have been read.
  ///   - sampleRate: frames per second, > 0.
  /// - Returns: nil when `frame` lies outside of what has been read.
  /// - Complexity: O(frames looked at / 4,096), whatever the length of the recording
  public static func around(
    _ frame: Int, in peaks: WaveformPeaks, channels: [Int], length: Int, sampleRate: Int
  ) -> FrameRange? {
    guard (0..<length).contains(frame) else { return nil }
    let search = Search(peaks, channels, length: length, sampleRate: sampleRate)
    var reach = Int(reach * Double(sampleRate))
    while true {
      let looked = search.aligned(frame - reach..<frame + reach)
      if let found = search.stretch(around: frame, within: looked) { return found }
      if looked == 0..<length { return 0..<length }
      reach *= 4
    }
  }

  /// What is silent in some channels of a recording.
  private struct Search {
    private let peaks: WaveformPeaks
    private let channels: [Int]
    private let length: Int
    /// The largest |x| of silence.
    private let limit: Float
    /// Frames of a silence, at least.
    private let least: Int
    /// Frames of a bin, and of as many bins as a silence contains wherever it begins: those are looked at first.
    private let fine: Int, coarse: Int

    init(_ peaks: WaveformPeaks, _ channels: [Int], length: Int, sampleRate: Int) {
      self.peaks = peaks
      self.channels = channels
      self.length = length
      least = Int(SoundStretch.least * Double(sampleRate))
      fine = peaks.framesPerBin
      var coarse = fine
      while coarse * 4 <= least / 2 { coarse *= 4 }
      self.coarse = coarse
      let whole = PixelGrid(framesPerPixel: Double(length))
      let loudest = channels.reduce(Float(0)) { loudest, channel in
        let columns = peaks.columns(channel: channel, grid: whole, first: 0, count: 1, values: .extremes)
        return columns.isEmpty(at: 0) ? loudest : max(loudest, columns.high[0], -columns.low[0])
      }
      limit = loudest * pow(10, Float(-SoundStretch.depth / 20))
    }

    /// The range in whole coarse columns, as far as there are any.
    func aligned(_ range: FrameRange) -> FrameRange {
      let inner = range.clamped(toLength: length)
      let end = (inner.upperBound + coarse - 1) / coarse * coarse
      return inner.lowerBound / coarse * coarse..<min(end, length)
    }

    /// The stretch around a frame; nil when it may reach beyond `looked`.
    func stretch(around frame: Int, within looked: FrameRange) -> FrameRange? {
      let silences = silences(within: looked)
      var start = looked.lowerBound == 0 ? 0 : nil
      var end = looked.upperBound == length ? length : nil
      for silence in silences {
        if silence.contains(frame) {
          let isCut =
            silence.lowerBound <= looked.lowerBound && looked.lowerBound > 0
            || silence.upperBound >= looked.upperBound && looked.upperBound < length
          return isCut ? nil : silence
        }
        if silence.upperBound <= frame {
          start = silence.upperBound
        } else {
          end = silence.lowerBound
          break
        }
      }
      guard let start, let end else { return nil }
      return start..<end
    }

    private func silences(within looked: FrameRange) -> [FrameRange] {
      let columns = looked.lowerBound / coarse..<(looked.upperBound + coarse - 1) / coarse
      let quiet = areQuiet(columns, frames: coarse)
      var silences: [FrameRange] = []
      var first = 0
      while let begin = quiet[first...].firstIndex(of: true) {
        let end = quiet[begin...].firstIndex(of: false) ?? quiet.count
        let silence = widened(columns.lowerBound + begin..<columns.lowerBound + end)
        if silence.count >= least { silences.append(silence) }
        first = end
      }
      return silences
    }

    /// Coarse columns that are quiet, with the quiet bins beside them, in frames.
    private func widened(_ columns: Range<Int>) -> FrameRange {
      let bins = coarse / fine
      let before = areQuiet((columns.lowerBound - 1) * bins..<columns.lowerBound * bins, frames: fine)
      let after = areQuiet(columns.upperBound * bins..<(columns.upperBound + 1) * bins, frames: fine)
      let start = columns.lowerBound * coarse - before.reversed().prefix { $0 }.count * fine
      let end = columns.upperBound * coarse + after.prefix { $0 }.count * fine
      return (start..<end).clamped(toLength: length)
    }

    /// Which columns of so many frames are quiet in all channels. Columns beyond the recording's ends are.
    private func areQuiet(_ columns: Range<Int>, frames: Int) -> [Bool] {
      let grid = PixelGrid(framesPerPixel: Double(frames))
      var quiet = [Bool](repeating: true, count: columns.count)
      for channel in channels {
        let found = peaks.columns(
          channel: channel, grid: grid, first: columns.lowerBound, count: columns.count, values: .extremes)
        for column in 0..<columns.count where max(found.high[column], -found.low[column]) > limit {
          quiet[column] = false
        }
      }
      return quiet
    }
  }
}
