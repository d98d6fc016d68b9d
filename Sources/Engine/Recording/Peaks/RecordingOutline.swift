// RecordingOutline.swift
// How loud a recording is from its beginning to its end, for pictures as small as an icon: from the peak cache, from
// places all over a long recording, or from all of a short one. Blocks the calling thread, and writes nothing anywhere.

import AudioDecoding
import AudioFormats
import Decoding
import HostIO
import SystemPackage
import WaveformCore

/// The levels of the parts of a recording, which are equally long and in order.
public struct RecordingOutline: Equatable, Sendable {
  /// What the levels were taken from.
  public enum Origin: Equatable, Sendable {
    case cache, places, everything
  }

  /// The root mean square of each part, of all channels together, in full scale; 0 where nothing is known.
  ///
  /// Not the largest sample: a few places give the mean of the rest of their part as well, but rarely its peak. So the
  /// outline is the same, wherever it comes from.
  public let levels: [Float]
  public let origin: Origin

  /// Reads an outline as fast as it can be had.
  ///
  /// - Parameters:
  ///   - parts: how many levels are wanted; at least one.
  ///   - cache: may hold the peaks already; it is looked into and not changed in any way.
  /// - Throws: why the file cannot be opened, or has not a single frame.
  public static func read(
    _ path: FilePath, parts: Int, cache: PeakCache?
  ) throws(AudioFileError) -> RecordingOutline {
    let file = try FileBytes(path: path)
    let options = OpenOptions()
    let key = PeakCacheKey(file.state, path: path, options: options)
    if let entry = cache?.entry(for: key, isForLookingOnly: true) {
      return RecordingOutline(entry.peaks, length: entry.report.frames, parts: parts, origin: .cache)
    }
    let box = ReaderBox(try AudioFileReader(file, path: path, options: options))
    if let preview = box.reader.sketch() {
      return RecordingOutline(parts: parts, length: preview.length, origin: .places) { grid in
        (preview.probes.first?.sums ?? []).indices.map {
          preview.columns(channel: $0, grid: grid, first: 0, count: parts, limit: .infinity)
        }
      }
    }
    return if box.reader.description.isFloat {
      try read(box, PeakPyramid<Float>.self, parts: parts) { .float($0) }
    } else {
      try read(box, PeakPyramid<Int16>.self, parts: parts) { .int16($0) }
    }
  }

  /// Reads everything.
  private static func read<Sample: DecodedSample & PeakSample>(
    _ box: ReaderBox, _: PeakPyramid<Sample>.Type, parts: Int,
    as peaks: (PeakPyramid<Sample>) -> WaveformPeaks
  ) throws(AudioFileError) -> RecordingOutline {
    let description = box.reader.description
    let pyramid = PeakPyramid<Sample>(
      channels: description.channels, expectedFrames: description.expectedFrames)
    // Nothing ends the pass before its end.
    let report = try RecordingPass(box, into: PeakTaker(PeakBuilder(pyramid))).run()
    return RecordingOutline(
      peaks(pyramid), length: report?.frames ?? 0, parts: parts, origin: .everything)
  }

  init(_ peaks: WaveformPeaks, length: Int, parts: Int, origin: Origin) {
    self.init(parts: parts, length: length, origin: origin) { grid in
      (0..<peaks.channels).map { peaks.columns(channel: $0, grid: grid, first: 0, count: parts) }
    }
  }

  /// - Parameter columns: one channel after the other.
  private init(parts: Int, length: Int, origin: Origin, columns: (PixelGrid) -> [WaveformColumns]) {
    let channels = columns(PixelGrid(framesPerPixel: Double(max(length, 1)) / Double(parts)))
    levels = channels.isEmpty ? Array(repeating: 0, count: parts) : WaveformColumns.mixed(channels).rms
    self.origin = origin
  }
}
