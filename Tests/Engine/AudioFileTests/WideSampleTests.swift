// WideSampleTests.swift
// Files of 24 and 32 bits, with any number of channels, as they are read by position: what libsndfile reads of them.

import CSndfile
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@Suite struct WideSampleTests {
  private let folder = TestFolder()

  @Test(
    arguments: [SF_FORMAT_PCM_24, SF_FORMAT_PCM_32, SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE],
    Campaign.part(3, of: [1, 2, 3, 6, 8]))
  func `peaks are those of what libsndfile decodes`(encoding: Int, channels: Int) throws {
    for container in [SF_FORMAT_WAV, SF_FORMAT_AIFF] {
      // Beyond several pieces, and no whole run at the end.
      let path = folder.file("wide")
      let tones = TestSound.tones(frames: 70_111, channels: channels)
      #expect(TestSound.write(tones, to: path, format: container | encoding, channels: channels))
      let peaks = try #require(EventLog.reading(path).peaks)
      switch peaks {
      case .int16(let found):
        let built = PeakPyramid<Int16>(channels: channels, expectedFrames: 70_111)
        build(built, of: TestSound.decodeInt16(path))
        #expect(levels(found) == levels(built))
      case .float(let found):
        let built = PeakPyramid<Float>(channels: channels, expectedFrames: 70_111)
        build(built, of: TestSound.decodeFloat(path))
        #expect(levels(found) == levels(built))
      }
    }
  }

  private func build<Sample: PeakSample>(_ pyramid: PeakPyramid<Sample>, of samples: [Sample]) {
    let builder = PeakBuilder(pyramid)
    samples.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
  }

  /// Every column of 256 frames, with its loudness.
  private func levels<Sample: PeakSample>(_ pyramid: PeakPyramid<Sample>) -> [WaveformColumns] {
    let grid = PixelGrid(framesPerPixel: 256)
    return (0..<pyramid.channels).map { pyramid.columns(channel: $0, grid: grid, first: 0, count: 274) }
  }
}
