// SegmentReader.swift
// Reads what is computed of a recording: its stretches as if they followed each other. A value; it runs wherever its
// caller does.

import AudioFormats
import HostIO
import WaveformCore

/// Reads stretches of a recording one after the other.
struct SegmentReader {
  private let segments: [FrameRange]
  private let channels: Int
  private var index = 0
  /// Frames of the segment that have been read.
  private var done = 0

  init(_ segments: [FrameRange], channels: Int) {
    self.segments = segments
    self.channels = channels
  }

  /// Fills `buffer` as far as there is something.
  ///
  /// - Returns: frames, 0 at the end.
  mutating func read(
    from source: any SampleSource, into buffer: UnsafeMutableBufferPointer<Float>
  ) throws(AudioFileError) -> Int {
    let room = buffer.count / channels
    var filled = 0
    while filled < room, index < segments.count {
      let segment = segments[index]
      let first = segment.lowerBound + done
      let slice = try source.read(first..<min(segment.upperBound, first + room - filled))
      slice.withSamples { samples in
        if let target = buffer.baseAddress, let origin = samples.baseAddress {
          (target + filled * channels).update(from: origin, count: samples.count)
        }
      }
      filled += slice.range.count
      done += slice.range.count
      if slice.range.isEmpty || done >= segment.count {
        index += 1
        done = 0
      }
    }
    return filled
  }
}
