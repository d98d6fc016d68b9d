// SampleSource+Onsets.swift
// Where sounds begin in a recording, read piece by piece.

import HostIO
import WaveformCore

extension SampleSource {
  /// Frames that are searched at a time.
  private var piece: Int { 1 << 16 }

  /// The onsets in a stretch, exact to the frame: see `OnsetDetector`. Blocks, as reading does.
  ///
  /// - Parameters:
  ///   - length: frames of the recording.
  ///   - goesOn: asked between pieces; false ends the search with what has been found.
  /// - Complexity: O(frames of `range`)
  public func onsets(
    in range: FrameRange, length: Int, goesOn: () -> Bool = { true }
  ) throws(AudioFileError) -> [Int] {
    var onsets: [Int] = []
    try search(range, length: length, isForward: true) {
      onsets += $0
      return goesOn()
    }
    return onsets
  }

  /// The next onset behind a frame, or the last one before it; nil when there is none.
  ///
  /// - Parameters:
  ///   - length: frames of the recording.
  ///   - goesOn: asked between pieces; false ends the search.
  /// - Complexity: O(frames up to the onset)
  public func onset(
    beside frame: Int, isForward: Bool, length: Int, goesOn: () -> Bool = { true }
  ) throws(AudioFileError) -> Int? {
    var found: Int?
    let range = isForward ? frame + 1..<max(length, frame + 1) : 0..<max(frame, 0)
    try search(range, length: length, isForward: isForward) {
      found = isForward ? $0.first : $0.last
      return found == nil && goesOn()
    }
    return found
  }

  /// Hands over the onsets of one piece after the other, until `body` answers false.
  private func search(
    _ range: FrameRange, length: Int, isForward: Bool, _ body: ([Int]) -> Bool
  ) throws(AudioFileError) {
    let detector = OnsetDetector(sampleRate: sampleRate)
    var rest = range.clamped(toLength: length)
    var kept: SampleSlice?
    while !rest.isEmpty {
      let part = isForward ? rest.prefix(piece) : rest.suffix(piece)
      let needed = detector.frames(for: part, length: length)
      // What pieces share is read once: going back is dear to some decoders.
      let slice = try read(needed, keeping: kept)
      guard slice.range.upperBound >= needed.upperBound else { throw earlyEnd(at: slice.range.upperBound) }
      guard body(detector.onsets(in: part, of: slice)) else { return }
      kept = slice
      rest = isForward ? part.upperBound..<rest.upperBound : rest.lowerBound..<part.lowerBound
    }
  }
}
