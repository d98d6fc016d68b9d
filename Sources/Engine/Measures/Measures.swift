// Measures.swift
// The numbers of a stretch of a recording, as people compare them. Values.

import Glibc
import WaveformCore

/// The measures of one channel, or of all of them together.
public struct ChannelMeasures: Equatable, Sendable {
  /// A single channel is measured as if it were alone and in front.
  public var loudness: Loudness
  /// The largest sample, and the largest value of the curve through them, in dB below full scale; nil for silence.
  public var samplePeak: Double?, truePeak: Double?
  /// The root of the mean square, in dB: 0 for a square wave at full scale, −3.01 for a sine.
  public var rms: Double?
  /// The mean in full scale ±1; of all channels the one that is furthest from 0. Nil where there is no frame.
  public var dcOffset: Double?
  /// Samples in runs at full scale, and such runs that begin here (`MarkKind`).
  public var clippedSamples: Int, clippedStretches: Int
  /// Samples in runs of digital silence (`MarkKind`).
  public var silentSamples: Int
  /// Samples that are NaN or infinite; they count as 0.
  public var nonFiniteSamples: Int
  /// How often the curve crosses 0.
  public var zeroCrossings: Int

  /// Sample peak above RMS, in dB.
  public var crestFactor: Double? { samplePeak.flatMap { peak in rms.map { peak - $0 } } }
  /// True peak above integrated loudness, in LU.
  public var peakToLoudness: Double? { truePeak.flatMap { peak in loudness.integrated.map { peak - $0 } } }
}

/// The measures of a stretch.
public struct Measures: Equatable, Sendable {
  public let frames: Int
  public let sampleRate: Int
  /// All channels together.
  public private(set) var whole: ChannelMeasures
  public private(set) var channels: [ChannelMeasures]
  /// Of the two channels of stereo, −1 to 1, as of a phase meter: no mean is taken away. Nil for other counts, and where
  /// one of them is silent.
  public let correlation: Double?

  /// The same without loudness: for tests.
  package var withoutLoudness: Measures {
    var other = self
    other.whole.loudness = Loudness()
    for channel in channels.indices { other.channels[channel].loudness = Loudness() }
    return other
  }

  /// - Parameters:
  ///   - blocks: block by block, channel by channel.
  ///   - sums: more of them, for all but loudness.
  init(_ shape: MeasureShape, frames: Int, _ blocks: ArraySlice<MeasureBlock>, sums: [MeasureBlock]) {
    self.frames = frames
    sampleRate = shape.sampleRate
    let count = shape.channels
    var totals = Array(repeating: MeasureBlock(), count: count)
    for (index, block) in sums.enumerated() { totals[index % count].add(block) }
    let inner = Energies.wholeRows(blocks, shape)
    var together = Energies(rows: inner.count)
    var each: [ChannelMeasures] = []
    // Hours have a hundred thousand blocks: they are gone through where they are.
    blocks.withUnsafeBufferPointer { all in
      let rows = all.count / count
      for channel in 0..<count {
        var total = totals[channel]
        for row in 0..<rows { total.add(all[row * count + channel]) }
        totals[channel] = total
        let alone = Energies(all, channel, rows: inner, shape)
        together.add(alone, weight: shape.weights[channel])
        each.append(ChannelMeasures(total, frames: frames, alone.loudness))
      }
    }
    channels = each
    if count == 1 {
      whole = each[0]
    } else {
      var sum = MeasureBlock()
      for total in totals { sum.add(total) }
      var measures = ChannelMeasures(sum, frames: frames * count, together.loudness)
      measures.dcOffset = each.compactMap(\.dcOffset).max { $0.magnitude < $1.magnitude }
      whole = measures
    }
    let product = (totals[0].squares * (count == 2 ? totals[1].squares : 0)).squareRoot()
    correlation = shape.isPair && product > 0 ? max(-1, min(1, totals[0].product / product)) : nil
  }
}

extension ChannelMeasures {
  init(_ total: MeasureBlock, frames: Int, _ loudness: Loudness) {
    func decibels(_ value: Double) -> Double? { value > 0 ? 20 * log10(value) : nil }
    self.loudness = loudness
    samplePeak = decibels(Double(total.samplePeak))
    truePeak = decibels(Double(total.truePeak))
    rms = frames > 0 ? decibels((total.squares / Double(frames)).squareRoot()) : nil
    dcOffset = frames > 0 ? total.sum / Double(frames) : nil
    clippedSamples = Int(total.clipped)
    clippedStretches = Int(total.clips)
    silentSamples = Int(total.silent)
    nonFiniteSamples = Int(total.nonFinite)
    zeroCrossings = Int(total.crossings)
  }
}

/// Mean squares behind the filter, of whole blocks and of their fifths.
struct Energies {
  private(set) var blocks: [Double], fifths: [Double]

  /// Those of all channels together.
  init(together blocks: ArraySlice<MeasureBlock>, _ shape: MeasureShape) {
    let rows = Self.wholeRows(blocks, shape)
    self.init(rows: rows.count)
    blocks.withUnsafeBufferPointer { all in
      for channel in 0..<shape.channels {
        add(Energies(all, channel, rows: rows, shape), weight: shape.weights[channel])
      }
    }
  }

  /// The rows of whole blocks: the gates know no shorter ones. None where loudness cannot be measured.
  static func wholeRows(_ blocks: ArraySlice<MeasureBlock>, _ shape: MeasureShape) -> Range<Int> {
    let rows = blocks.count / shape.channels
    guard rows > 0, KWeighting(sampleRate: shape.sampleRate) != nil else { return 0..<0 }
    func isPartial(_ row: Int) -> Bool {
      blocks[blocks.startIndex + row * shape.channels].frames < shape.framesPerBlock
    }
    let first = isPartial(0) ? 1 : 0
    let last = rows > first && isPartial(rows - 1) ? rows - 1 : rows
    return first..<max(first, last)
  }

  init(rows: Int) {
    blocks = Array(repeating: 0, count: rows)
    fifths = Array(repeating: 0, count: rows * MeasureBlock.fifthCount)
  }

  init(_ all: UnsafeBufferPointer<MeasureBlock>, _ channel: Int, rows: Range<Int>, _ shape: MeasureShape) {
    self.init(rows: rows.count)
    let share = 1 / Double(shape.framesPerBlock)
    for (place, row) in rows.enumerated() {
      let index = row * shape.channels + channel
      blocks[place] = all[index].energy * share
      let parts = all[index].fifths
      for fifth in 0..<MeasureBlock.fifthCount {
        fifths[place * MeasureBlock.fifthCount + fifth] =
          Double(parts[fifth]) * share * Double(MeasureBlock.fifthCount)
      }
    }
  }

  mutating func add(_ other: Energies, weight: Double) {
    for place in blocks.indices { blocks[place] += weight * other.blocks[place] }
    for place in fifths.indices { fifths[place] += weight * other.fifths[place] }
  }

  var loudness: Loudness { Loudness(energies: blocks, fifths: fifths) }
}
