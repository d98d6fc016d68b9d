// IdenticalStretches.swift
// Stretches of frames in which nothing differs, gathered frame by frame. A value; its memory is bounded.

import WaveformCore

/// The longest stretches of equal frames.
struct IdenticalStretches {
  /// Of all lengths together.
  private(set) var frames = 0
  private let shortest: Int, most: Int
  private var stretches: [FrameRange] = []
  private var start: Int?

  /// - Parameters:
  ///   - shortest: frames of a stretch that is kept.
  ///   - most: how many are kept.
  init(shortest: Int, most: Int) {
    self.shortest = max(1, shortest)
    self.most = most
  }

  /// - Parameter frame: the next one.
  @inline(__always)
  mutating func add(_ frame: Int, isSame: Bool) {
    if isSame {
      frames += 1
      if start == nil { start = frame }
    } else if start != nil {
      end(at: frame)
    }
  }

  private mutating func end(at frame: Int) {
    guard let from = start.take(), frame - from >= shortest else { return }
    stretches.append(from..<frame)
    if stretches.count >= 2 * most { thin() }
  }

  private mutating func thin() {
    stretches = Array(stretches.sorted { $0.count > $1.count }.prefix(most)).sorted {
      $0.lowerBound < $1.lowerBound
    }
  }

  /// The stretches in their order.
  ///
  /// - Parameter frame: where everything ends.
  mutating func finish(at frame: Int) -> [FrameRange] {
    end(at: frame)
    if stretches.count > most { thin() }
    return stretches
  }
}
