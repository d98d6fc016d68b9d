// FrameOrder.swift
// Interleaved samples with their channels in another order: the one place that moves channels.

extension UnsafeBufferPointer where Element: AdditiveArithmetic {
  /// The same frames with other channels, or the same ones in another order.
  ///
  /// - Parameters:
  ///   - order: for each channel of the result its place in a frame; nil: it is silent.
  ///   - channels: of a frame, at least 1.
  package func ordered(_ order: [Int?], of channels: Int) -> [Element] {
    var ordered: [Element] = []
    ordered.reserveCapacity(count / channels * order.count)
    for first in stride(from: 0, to: count, by: channels) {
      for place in order { ordered.append(place.map { self[first + $0] } ?? .zero) }
    }
    return ordered
  }
}
