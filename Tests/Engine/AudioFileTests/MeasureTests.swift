// MeasureTests.swift
// Measures of real files: on several threads, together with peaks, and of any stretch.

import Decoding
import AudioDecoding
import AudioFormats
import CSndfile
import Foundation
import HostIO
import Measures
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import Recording

@Suite("Measures of recordings") struct RecordingMeasureTests {
  private let folder = TestFolder()

  /// Noise and tones with clipping and silence in them.
  private func file(frames: Int, channels: Int, format: Int = SF_FORMAT_WAV | SF_FORMAT_PCM_16) -> FilePath {
    var samples = TestSound.tones(frames: frames, channels: channels)
    var random = RandomNumbers(seed: 7)
    for _ in 0..<frames / 2000 {
      let first = Int.random(in: 0..<frames, using: &random)
      let value = [1, -1, 0].randomElement(using: &random)! as Float
      for frame in first..<min(frames, first + Int.random(in: 1...300, using: &random)) {
        samples[frame * channels + Int.random(in: 0..<channels, using: &random)] = value
      }
    }
    let path = folder.file("measured.wav")
    TestSound.write(samples, to: path, format: format, channels: channels, sampleRate: 8000)
    return path
  }

  private func measured<Sample: DecodedSample & PeakSample>(
    _ path: FilePath, _: Sample.Type, workers: Int, segment: Int?, withPeaks: Bool = false
  ) throws -> MeasuredBlocks {
    let box = ReaderBox(try AudioFileReader(path: path))
    let description = box.reader.description
    let taker = MeasureTaker(MeasureBuilder<Sample>(MeasureShape(description)))
    var members: [any RecordingTaker<Sample>] = [taker]
    if withPeaks {
      members.append(
        PeakTaker(
          PeakBuilder(
            PeakPyramid<Sample>(channels: description.channels, expectedFrames: description.expectedFrames))))
    }
    _ = try RecordingPass(
      box, into: TakerGroup(members), blocks: .constant(20_000),
      parallelism: Parallelism(workers: workers, segmentFrames: segment)
    ).run()
    return taker.blocks
  }

  private func compare(_ one: Measures, _ other: Measures, _ note: Comment) {
    #expect(one.frames == other.frames, note)
    for (a, b) in zip([one.whole] + one.channels, [other.whole] + other.channels) {
      for item in MeasureItem.allCases {
        let (x, y) = (item.value(of: a), item.value(of: b))
        #expect((x == nil) == (y == nil), note)
        #expect(((x ?? 0) - (y ?? 0)).magnitude < 1e-4, "\(note): \(item.title)")
      }
    }
  }

  @Test(arguments: [1, 2, 3]) func `however a recording is divided, it measures the same`(channels: Int)
    throws
  {
    let path = file(frames: 90_077, channels: channels)
    let alone = try measured(path, Int16.self, workers: 1, segment: nil).measures
    for (workers, segment) in [(2, 2560), (3, 7680), (2, 25_600)] {
      let found = try measured(path, Int16.self, workers: workers, segment: segment, withPeaks: workers == 3)
      compare(found.measures, alone, "\(workers) threads, \(segment)")
    }
    compare(try measured(path, Float.self, workers: 2, segment: 7680).measures, alone, "as numbers")
  }

  @Test(arguments: [1, 2, 3]) func `sums and rims of any stretch are its direct measures`(channels: Int)
    throws
  {
    let path = file(frames: 40_000, channels: channels)
    let blocks = try measured(path, Float.self, workers: 1, segment: nil)
    let description = try AudioFileReader(path: path).description
    let source = FileSampleSource(path: path, options: OpenOptions(), description: description)
    // The second one reads everything.
    let sums = RangeMeasurer(blocks, source, mostSamples: 0), direct = RangeMeasurer(blocks, source)
    var random = RandomNumbers(seed: UInt64(channels))
    let ends = [0, 1, 63, 799, 800, 801, 4000, 39_199, 39_200, 39_999, 40_000]
    var ranges: [FrameRange] = ends.flatMap { start in ends.filter { $0 > start }.map { start..<$0 } }
    while ranges.count < 1000 / 3 {
      let (a, b) = (Int.random(in: 0...40_000, using: &random), Int.random(in: 0...40_000, using: &random))
      if a != b { ranges.append(min(a, b)..<max(a, b)) }
    }
    for range in ranges {
      var (one, other) = (try sums.measures(of: range), try direct.measures(of: range))
      // Windows of these lie on other grids.
      one = one.withoutLoudness
      other = other.withoutLoudness
      compare(one, other, "\(range)")
      #expect(
        one.correlation.map { ($0 - (other.correlation ?? 9)).magnitude < 1e-5 } ?? (other.correlation == nil)
      )
    }
  }

  @Test func `loudness of a stretch is that of the whole blocks in it`() throws {
    let path = file(frames: 80_000, channels: 2)
    let blocks = try measured(path, Float.self, workers: 1, segment: nil)
    let description = try AudioFileReader(path: path).description
    let source = FileSampleSource(path: path, options: OpenOptions(), description: description)
    let sums = RangeMeasurer(blocks, source, mostSamples: 0), direct = RangeMeasurer(blocks, source)
    // On the grid both have the same windows.
    for range in [800..<72_000, 8000..<40_000, 1600..<80_000] {
      compare(try sums.measures(of: range), try direct.measures(of: range), "\(range)")
    }
    let inside = try sums.measures(of: 801..<71_999).whole.loudness
    #expect(inside == (try sums.measures(of: 1600..<71_200).whole.loudness))
  }
}
