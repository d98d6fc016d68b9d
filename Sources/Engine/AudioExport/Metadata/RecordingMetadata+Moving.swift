// RecordingMetadata+Moving.swift
// The metadata of a part of a recording that becomes a file of its own.

import WaveformCore

extension RecordingMetadata {
  /// The metadata of a part of the recording: cue points move, and those outside are left out.
  ///
  /// - Parameter range: frames; nil: the whole recording.
  public func moved(to range: FrameRange?) -> RecordingMetadata {
    guard let range else { return self }
    var part = self
    part.cues = cues.compactMap { $0.moved(to: range) }
    if part.cues.count < cues.count { part.lose(.cuesOutside(cues.count - part.cues.count, of: cues.count)) }
    part.blocks = blocks.filter { $0.name != FLACMetadata.cueSheet }
    if part.blocks.count < blocks.count { part.lose(.cueSheet) }
    part.chunks = []
    for chunk in chunks {
      if let moved = WaveMetadata.moved(chunk, by: range.lowerBound) {
        part.chunks.append(moved)
      } else {
        part.lose(.chunkOfWhole(chunk.name))
      }
    }
    return part
  }
}

extension RecordingMetadata.Cue {
  /// The cue in a part of the recording; nil when it lies outside. Of a region that begins earlier, the rest
  /// stays.
  fileprivate func moved(to range: FrameRange) -> Self? {
    let end = min(frame + length, range.upperBound)
    guard frame < range.upperBound, frame >= range.lowerBound || end > range.lowerBound else { return nil }
    var cue = self
    cue.frame = max(frame - range.lowerBound, 0)
    if !region.isEmpty {
      let frames = UInt32(max(0, end - range.lowerBound - cue.frame))
      cue.region.replaceSubrange(0..<4, with: (0..<4).map { UInt8(truncatingIfNeeded: frames >> (8 * $0)) })
    }
    return cue
  }
}
