// FFmpegTrace.swift
// Finds the blocks about which ffmpeg complained. When damage left no gap, the recording is decoded once more, with a
// line for each decoded block. One thread; takes as long as one more decoding.

import HostIO
import WaveformCore

/// Finds the places of complaints.
struct FFmpegTrace {
  /// Blocks before which ffmpeg complained, in order.
  private(set) var places: [FrameRange] = []
  private let stream: FFmpegStream
  private var position = 0
  private var isPending = false

  /// The most places that are kept.
  private static let limit = 10_000
  /// Bytes of a line. ffmpeg writes shorter ones.
  private static let longestLine = 1 << 20
  /// A block with more frames than this counts as damaged.
  private static let longestBlock = 1 << 30

  init(of stream: FFmpegStream) {
    self.stream = stream
    position = stream.delay
  }

  /// Decodes a file to find the places of complaints.
  ///
  /// - Parameter goesOn: returns false to end the search early.
  static func places(_ file: FileBytes, _ stream: FFmpegStream, goesOn: () -> Bool) -> [FrameRange] {
    guard let child = try? FFmpeg.trace(file, stream) else { return [] }
    var trace = FFmpegTrace(of: stream)
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { block.deallocate() }
    var rest: [UInt8] = []
    while goesOn(), let count = child.readSome(into: block, seconds: 60, goesOn: goesOn), count > 0 {
      rest += block[..<count]
      let end = rest.lastIndex(of: UInt8(ascii: "\n")) ?? 0
      for line in rest[..<end].split(separator: UInt8(ascii: "\n")) {
        trace.add(String(decoding: line.prefix(1024), as: UTF8.self))
      }
      rest.removeFirst(rest.count - end > longestLine ? rest.count : end)
    }
    trace.end()
    return trace.places
  }

  /// Adds the next line of ffmpeg.
  mutating func add(_ line: String) {
    guard let level = ["info", "error", "fatal", "panic"].first(where: { line.contains("[\($0)] ") }) else {
      return
    }
    if level == "info" {
      guard line.hasPrefix("[Parsed_ashowinfo"), let count = Self.number("nb_samples:", in: line),
        1...Self.longestBlock ~= count
      else {
        return
      }
      if isPending, places.count < Self.limit { places.append(position..<position + count) }
      isPending = false
      position += count
    } else {
      let words = line.replacing("[\(level)] ", with: "", maxReplacements: 1)
      if FFmpegComplaints.isSerious(words, demuxer: stream.demuxer, codec: stream.codec) { isPending = true }
    }
  }

  /// Call this after the last line.
  mutating func end() {
    // ffmpeg 5.1 decodes what fills up the last chunk of a W64 file, too. So damage of the very last block is not told there;
    // a chunk that is cut off is told by its length.
    if stream.demuxer == "w64" {
      isPending = false
      if places.last?.upperBound == position { places.removeLast() }
    }
    if isPending { places.append(position..<position + 1) }
    isPending = false
  }

  private static func number(_ key: String, in line: String) -> Int? {
    line.split(separator: " ").first { $0.hasPrefix(key) }.flatMap { Int($0.dropFirst(key.utf8.count)) }
  }
}
