// WaveCopyPlan.swift
// What a copy of a WAV file with other marks consists of: stretches of the old file, and a few new bytes.

import Localization
import AudioFormats
import HostIO

struct WaveCopyPlan {
  enum Part: Equatable {
    case bytes([UInt8])
    /// Bytes of the old file.
    case copy(Range<Int>)
  }

  private(set) var parts: [Part] = []

  /// - Returns: the parts of the new file, and what it cannot hold.
  static func plan(
    _ file: some ByteSource, with document: MarkDocument
  ) throws(MarkFileError) -> (WaveCopyPlan, losses: [String]) {
    guard WaveMarks.isLikely(file) else {
      throw MarkFileError(
        Sentence("marks can be put into a copy of a WAV recording only; export the recording as WAV first"))
    }
    let chunks = try WaveChunks(file)
    guard !chunks.isBig else {
      throw MarkFileError(Sentence("big-endian WAV files are not written; export it as WAV first"))
    }
    guard !chunks.isCut,
      chunks.all.contains(where: { $0.name == "data" && ($0.size > 0 || chunks.frames != nil) })
    else {
      throw MarkFileError(Sentence("the recording is cut off, or was not finished; export it as WAV first"))
    }
    var loops: [Range<Int>] = []
    var kept: [Range<Int>] = [], filling = false
    for chunk in chunks.all {
      let isList = chunk.name == "LIST" && file.bytes(at: chunk.offset + 8, length: 4).has("adtl")
      if chunk.name == "smpl", chunk.size <= 1 << 20 {
        loops = try WaveMarks.loops(file.bytes(at: chunk.offset + 8, length: chunk.size), isBig: false).map(
          \.range)
      }
      guard chunk.name != "cue ", !isList else { continue }
      let end = chunk.offset + 8 + chunk.size + chunk.size & 1
      // The last chunk may lack the byte that makes its length even.
      filling = end > file.count
      let range = chunk.offset..<min(end, file.count)
      if let last = kept.last, last.upperBound == range.lowerBound {
        kept[kept.count - 1] = last.lowerBound..<range.upperBound
      } else {
        kept.append(range)
      }
    }
    let marks = WaveMarks.write(document, loops: loops)
    let tail = (filling ? [0] : []) + marks.bytes
    let size = 4 + kept.reduce(0) { $0 + $1.count } + tail.count
    var head = file.bytes(at: 0, length: 12)
    if !chunks.is64 {
      guard size <= 0xFFFF_FFFE else {
        throw MarkFileError(Sentence("with marks it would be longer than 4 GB, which WAV cannot be"))
      }
      head.replaceSubrange(4..<8, with: TextBytes.little(size))
    }
    var plan = WaveCopyPlan()
    plan.parts = [.bytes(head)]
    for range in kept {
      guard chunks.is64, let sizes = chunks.all.first(where: { $0.name == "ds64" }),
        range.contains(sizes.offset),
        sizes.size >= 8
      else {
        plan.parts.append(.copy(range))
        continue
      }
      // The size of the whole file stands in `ds64`.
      let place = sizes.offset + 8
      plan.parts += [
        .copy(range.lowerBound..<place), .bytes(TextBytes.little(size, 8)),
        .copy(place + 8..<range.upperBound),
      ]
    }
    plan.parts.append(.bytes(tail))
    return (plan, marks.losses)
  }
}
