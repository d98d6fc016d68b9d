// Mark.swift
// A sample type that carries the number of its bin, so that every bin of every level says which frames it was
// made from. Reducing it costs next to nothing: long recordings can be tested in a debug build.

import Testing

@testable import WaveformCore

struct Mark: PeakSample, Hashable {
  var value: Int64

  static let zero = Mark(value: 0), lowest = Mark(value: .min), highest = Mark(value: .max)
  static var unit: Float { 1 }
  init(value: Int64) { self.value = value }
  init(nearest value: Double) { self.value = Int64(value.rounded()) }
  var asFloat: Float { Float(value) }
  var isAtTop: Bool { false }
  var isAtBottom: Bool { false }
  static func < (a: Mark, b: Mark) -> Bool { a.value < b.value }

  static func reduce(
    _ samples: UnsafePointer<Mark>, binCount: Int, framesPerBin: Int, channels: Int,
    into sums: UnsafeMutablePointer<PeakSums<Mark>>
  ) -> Int {
    for index in 0..<binCount {
      for channel in 0..<channels {
        let mark = samples[index * framesPerBin * channels + channel]
        var sum = PeakSums<Mark>()
        sum.low = mark
        sum.high = mark
        sum.count = framesPerBin
        sum.magnitudes = Double(mark.value) * Double(framesPerBin)
        sum.squares = sum.magnitudes * Double(mark.value)
        sums[index * channels + channel] = sum
      }
    }
    return 0
  }
}

/// Appends bins that are marked with their number, plus a thousand million for each further channel.
struct MarkWriter {
  let builder: PeakBuilder<Mark>
  private(set) var bins = 0
  private var block: [Mark]

  init(_ builder: PeakBuilder<Mark>) {
    self.builder = builder
    let pyramid = builder.pyramid
    block = Array(repeating: .zero, count: 64 * pyramid.baseFramesPerBin * pyramid.channels)
  }

  static func mark(_ bin: Int, channel: Int) -> Int64 { Int64(bin + channel * 1_000_000_000) }

  /// - Parameter bins: at most 64.
  mutating func append(bins count: Int) {
    let channels = builder.pyramid.channels
    let row = builder.pyramid.baseFramesPerBin * channels
    block.withUnsafeMutableBufferPointer { block in
      for bin in 0..<count {
        for channel in 0..<channels {
          block[bin * row + channel] = Mark(value: Self.mark(bins + bin, channel: channel))
        }
      }
      builder.append(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(block)[..<(count * row)]))
    }
    bins += count
  }
}

/// True when a bin of `level` holds just the marks of its own stretch.
func isRight(_ bin: PeakBin<Mark>, at index: Int, level: Int, channel: Int, of total: Int) -> Bool {
  let end = min((index + 1) << (2 * level), total)
  return bin.low.value == MarkWriter.mark(index << (2 * level), channel: channel)
    && bin.high.value == MarkWriter.mark(end - 1, channel: channel)
}

/// Checks every bin of a level of a finished pyramid of marks.
func checkMarks(_ pyramid: PeakPyramid<Mark>, _ level: Int, of total: Int) {
  let size = 1 << (2 * level)
  let count = pyramid.levels[level].count
  if count > 0 { #expect(count == (total + size - 1) / size) }
  for channel in 0..<pyramid.channels {
    for index in 0..<count {
      let bin = pyramid.levels[level].bin(at: index, channel: channel)
      guard isRight(bin, at: index, level: level, channel: channel, of: total) else {
        Issue.record("level \(level), bin \(index): \(bin)")
        return
      }
    }
  }
}
