// Holes.swift
// Damage of all sizes in the bytes of a file. For tests and benchmarks that count what it costs.

/// Holes that are spread evenly over a file.
public struct Holes: Sendable, CustomStringConvertible {
  public enum Content: String, CaseIterable, Sendable {
    case zeros, noise
    /// What begins a frame, a page or a chunk in such a file, again and again.
    case heads
  }

  public let count: Int
  public let content: Content

  public init(_ count: Int, of content: Content) { (self.count, self.content) = (count, content) }

  public var description: String { "\(count) of \(content.rawValue)" }

  /// A file with these holes: one takes half of it, ten take half of it together, and many have 1 to 1,024 bytes each.
  ///
  /// - Parameters:
  ///   - head: what `heads` repeats.
  ///   - start: the first byte that may be damaged: nobody reads a file without its header.
  public func cut(into whole: [UInt8], head: [UInt8], from start: Int) -> [UInt8] {
    var bytes = whole
    var random = RandomNumbers(seed: 20)
    let room = (whole.count - start) / count
    for index in 0..<count {
      let size = count > 10 ? min(room * 3 / 4, 1 << random.below(11)) : whole.count / (2 * count)
      let length = max(1, min(size, room))
      let place = start + index * room + (count > 1 ? random.below(room - length + 1) : (room - length) / 2)
      for offset in 0..<length {
        bytes[place + offset] =
          switch content {
          case .zeros: 0
          case .noise: UInt8(truncatingIfNeeded: random.next())
          case .heads: head[offset % head.count]
          }
      }
    }
    return bytes
  }
}
