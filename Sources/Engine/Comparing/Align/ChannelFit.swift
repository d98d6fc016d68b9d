// ChannelFit.swift
// Which channel of one recording is which of another where both lie right, how much louder each is, and which way up. A value.

import WaveformCore

/// Gathers stretches, then tells whether the channels differ from each other.
struct ChannelFit {
  /// Of both recordings.
  private let channels: Int
  /// Sums of squares, and of the products of A's channels with B's: those of A's channel 0 first.
  private var squaresA: [Double], squaresB: [Double], products: [Double]

  /// More are compared by their numbers.
  static let most = 8
  /// Another way is taken where it leaves at most so much of what is left.
  private static let factor = 0.5

  init(channels: Int) {
    self.channels = channels
    squaresA = Array(repeating: 0, count: channels)
    squaresB = squaresA
    products = Array(repeating: 0, count: channels * channels)
  }

  /// - Parameters:
  ///   - a, b: with as many channels, the same frames.
  mutating func add(_ a: SampleSlice, _ b: SampleSlice) {
    guard channels <= Self.most, a.channels == channels, b.channels == channels else { return }
    let frames = min(a.range.count, b.range.count)
    a.withSamples { a in
      b.withSamples { b in
        for start in stride(from: 0, to: frames * channels, by: channels) {
          for first in 0..<channels {
            let x = Double(a[start + first]), same = Double(b[start + first])
            guard x.isFinite, same.isFinite else { continue }
            squaresA[first] += x * x
            squaresB[first] += same * same
            for second in 0..<channels {
              let product = x * Double(b[start + second])
              if product.isFinite { products[first * channels + second] += product }
            }
          }
        }
      }
    }
  }

  /// What each of A's channels is of B.
  ///
  /// - Parameter common: how much louder B is as a whole, negative when it is upside down.
  /// - Returns: empty where all channels are by their numbers, equally loud and the same way up.
  func channels(beside common: Double) -> [Alignment.Channel] {
    guard channels > 1, channels <= Self.most, common != 0 else { return [] }
    let numbers = Array(0..<channels), others = order
    let own = others == numbers || rest(others) > Self.factor * rest(numbers) ? numbers : others
    let apart = rest(own)
    guard own != numbers || apart < Self.factor * rest(allBy: common) else { return [] }
    return own.enumerated().map { first, second in
      let product = products[first * channels + second],
        gain = squaresA[first] > 0 ? product / squaresA[first] : 0
      let used = gain == 0 ? common : gain
      return Alignment.Channel(source: second, gain: abs(used), isInverted: used < 0)
    }
  }

  /// The share of A's power, 0…1, that is unlike these channels of B.
  func rest(of channels: [Alignment.Channel]) -> Double {
    let power = squaresA.reduce(0, +)
    return power > 0 ? rest(channels.map(\.source)) / power : 0
  }

  /// The power of A that is like B's channel, for each pair.
  private func likeness(_ first: Int, _ second: Int) -> Double {
    let product = products[first * channels + second]
    return squaresB[second] > 0 ? product * product / squaresB[second] : 0
  }

  /// B's channels in A's order: those that are most like each other first.
  private var order: [Int] {
    var order = [Int?](repeating: nil, count: channels), left = Set(0..<channels)
    let pairs = (0..<channels * channels).map { (first: $0 / channels, second: $0 % channels) }
      .sorted { likeness($0.first, $0.second) > likeness($1.first, $1.second) }
    for pair in pairs where order[pair.first] == nil && left.contains(pair.second) {
      order[pair.first] = pair.second
      left.remove(pair.second)
    }
    return order.map { $0! }
  }

  /// The power of A that is unlike B, each channel with its own gain.
  private func rest(_ order: [Int]) -> Double {
    order.enumerated().reduce(0) { $0 + max(0, squaresA[$1.offset] - likeness($1.offset, $1.element)) }
  }

  /// The power of the difference, all channels with one gain.
  private func rest(allBy gain: Double) -> Double {
    (0..<channels).reduce(0) { sum, channel in
      let product = products[channel * channels + channel]
      return sum + max(0, squaresA[channel] - 2 * product / gain + squaresB[channel] / (gain * gain))
    }
  }
}
