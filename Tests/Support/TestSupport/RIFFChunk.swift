// RIFFChunk.swift
// The parts of RIFF files, from the specification alone: "Multimedia Programming Interface and Data Specifications 1.0",
// chapters 2 and 3.

/// A name, a length and so many bytes.
public struct RIFFChunk: Sendable {
  /// Four characters of ASCII.
  public var name: String
  public var content: [UInt8]
  /// The length that its head tells, in bytes, of which the lowest 32 bits are written.
  public var promisedBytes: Int

  /// - Parameter promisedBytes: nil: those of the content.
  public init(_ name: String, _ content: [UInt8], promisedBytes: Int? = nil) {
    self.name = name
    self.content = content
    self.promisedBytes = promisedBytes ?? content.count
  }

  /// A `LIST` of other chunks.
  ///
  /// - Parameter kind: four characters: `INFO`, `adtl`.
  public static func list(_ kind: String, _ parts: [RIFFChunk]) -> RIFFChunk {
    RIFFChunk("LIST", Array(kind.utf8) + parts.flatMap(\.bytes))
  }

  /// Cue points, each of which has a number by which other chunks name it, and a frame.
  public static func cues(_ points: [(number: Int, frame: Int)]) -> RIFFChunk {
    var list = little(points.count)
    for point in points {
      list += little(point.number) + little(point.frame)
      list += Array("data".utf8) + little(0, 8) + little(point.frame)
    }
    return RIFFChunk("cue ", list)
  }

  /// The name and the promised length.
  public var head: [UInt8] { Array(name.utf8) + little(promisedBytes) }

  /// All of it, with a zero behind an odd number of bytes.
  public var bytes: [UInt8] { head + content + [UInt8](repeating: 0, count: content.count % 2) }
}
