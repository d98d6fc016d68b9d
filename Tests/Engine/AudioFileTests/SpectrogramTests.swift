// SpectrogramTests.swift
// Spectra of real files: on several threads, together with peaks, from the cache, and the exact ones of a picture.

import Decoding
import AudioDecoding
import AudioFormats
import CSndfile
import Foundation
import HostIO
import Spectral
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import Recording

@Suite("Spectra of recordings") struct RecordingSpectraTests {
  private let folder = TestFolder()
  private let settings = SpectrogramSettings(windowLength: 0.016)

  /// 8 kHz; windows of 128 frames.
  private func file(frames: Int, channels: Int, format: Int = SF_FORMAT_WAV | SF_FORMAT_PCM_16) -> FilePath {
    let path = folder.file("spectra.wav")
    TestSound.write(
      TestSound.tones(frames: frames, channels: channels), to: path, format: format, channels: channels,
      sampleRate: 8000)
    return path
  }

  private func pyramid<Sample: DecodedSample & PeakSample>(
    _ path: FilePath, _: Sample.Type, workers: Int, segment: Int?, withPeaks: Bool = false,
    settings: SpectrogramSettings? = nil
  ) throws -> SpectrogramPyramid {
    let box = ReaderBox(try AudioFileReader(path: path))
    let description = box.reader.description
    let pyramid = SpectrogramPyramid(
      SpectrumFormat(settings ?? self.settings, sampleRate: description.sampleRate),
      channels: description.channels, expectedFrames: description.expectedFrames)
    var members: [any RecordingTaker<Sample>] = [SpectrogramTaker<Sample>(pyramid)]
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
    return pyramid
  }

  private func source(_ path: FilePath) throws -> FileSampleSource {
    FileSampleSource(
      path: path, options: OpenOptions(), description: try AudioFileReader(path: path).description)
  }

  private func steps(_ pyramid: SpectrogramPyramid, _ range: Range<Int>, _ channel: Int) -> [Int]? {
    var steps = [UInt8](repeating: 0, count: pyramid.format.columnSteps)
    return pyramid.read([range], channels: [channel], part: .all, into: &steps) == [true]
      ? steps.map(Int.init) : nil
  }

  private func agree(_ one: [Int]?, _ other: [Int]?) -> Bool {
    guard let one, let other else { return false }
    return zip(one, other).allSatisfy { abs($0 - $1) <= 1 }
  }

  @Test(arguments: [1, 2, 3]) func `however a recording is divided, its spectra are the same`(channels: Int)
    throws
  {
    let path = file(frames: 90_077, channels: channels)
    let alone = try pyramid(path, Int16.self, workers: 1, segment: nil)
    #expect(alone.isComplete && alone.transforms == (90_077 + 63) / 64)
    func compare(_ found: SpectrogramPyramid, _ note: Comment) {
      #expect(found.transforms == alone.transforms, note)
      for first in stride(from: 0, to: alone.transforms, by: 16) {
        for channel in 0..<channels {
          #expect(
            agree(steps(found, first..<first + 16, channel), steps(alone, first..<first + 16, channel)),
            "\(note), \(first)")
        }
      }
    }
    for (workers, segment) in [(2, 1024), (3, 7680), (2, 25_600)] {
      compare(
        try pyramid(path, Int16.self, workers: workers, segment: segment, withPeaks: workers == 3),
        "\(workers) threads, \(segment)")
    }
    compare(try pyramid(path, Float.self, workers: 2, segment: 7680), "as numbers")
  }

  @Test(arguments: [1, 2, 8]) func `a recording that ends before it should has the spectra of what is there`(
    overlap: Int
  ) throws {
    var settings = settings
    settings.overlap = overlap
    for kind in [SF_FORMAT_WAV, SF_FORMAT_FLAC] {
      let whole = contents(file(frames: 90_000, channels: 2, format: kind | SF_FORMAT_PCM_16))
      // Within the first run, at the end of a segment, in the first run of another one, and in a later one.
      for frames in [300, 20_480, 36_864 + 300, 70_000] where frames > 300 || kind == SF_FORMAT_WAV {
        let count = kind == SF_FORMAT_WAV ? 44 + 4 * frames : whole.count * frames / 90_000
        let cut = folder.write(Array(whole.prefix(count)), as: "cut")
        let alone = try pyramid(cut, Int16.self, workers: 1, segment: nil, settings: settings)
        let together = try pyramid(cut, Int16.self, workers: 2, segment: 4096, settings: settings)
        #expect(alone.isComplete && alone.length == together.length, "\(kind), \(frames)")
        for first in stride(from: 0, to: alone.transforms, by: 16) {
          #expect(agree(steps(together, first..<first + 16, 1), steps(alone, first..<first + 16, 1)))
        }
      }
    }
  }

  @Test func `a picture's columns are computed from samples, and inside wide ones taken from the pass`()
    throws
  {
    let path = file(frames: 90_077, channels: 2)
    let pyramid = try pyramid(path, Int16.self, workers: 1, segment: nil), source = try source(path)
    for (framesPerPixel, origin) in [(0.5, 0), (20, 7.25), (64, 0), (700, -100), (5000, 333), (90_000, 0)] {
      let grid = PixelGrid(framesPerPixel: framesPerPixel, origin: origin)
      let columns = framesPerPixel < 1 ? 30_000..<30_100 : -3..<grid.pixel(ofFrame: 90_076) + 3
      let request = SpectrumRequest(format: pyramid.format, grid: grid, columns: columns, length: 90_077)
      var direct: [SpectrumTile] = [], joined: [SpectrumTile] = []
      try SpectrumPass(request, tiles: Array(request.tiles), source: source, pyramid: nil)
        .run { direct.append($0) }
      try SpectrumPass(request, tiles: Array(request.tiles), source: source, pyramid: pyramid)
        .run { joined.append($0) }
      #expect(direct.map(\.number) == joined.map(\.number) && direct.count == request.tiles.count)
      for (one, other) in zip(direct, joined) {
        #expect(one.rows == other.rows && one.isExact)
        #expect(agree(one.steps.map(Int.init), other.steps.map(Int.init)), "\(framesPerPixel)")
        for (index, range) in request.transforms(ofTile: one.number).enumerated() {
          #expect((one.rows[index] == nil) == range.isEmpty)
          // Where a column has just whole columns of the pass.
          if range.lowerBound % 16 == 0, range.count == 16, let row = one.rows[index] {
            let width = pyramid.format.columnSteps
            let found = one.steps[(row * 2 + 1) * width..<(row * 2 + 2) * width].map(Int.init)
            #expect(agree(found, steps(pyramid, range, 1)))
          }
        }
      }
    }
  }

  @Test func `tiles come from the middle outwards, and none after a cancellation`() throws {
    let path = file(frames: 90_077, channels: 1), source = try source(path)
    let request = SpectrumRequest(
      format: SpectrumFormat(settings, sampleRate: 8000), grid: PixelGrid(framesPerPixel: 50),
      columns: 0..<1800, length: 90_077)
    let pass = SpectrumPass(request, tiles: Array(request.tiles), source: source, pyramid: nil)
    var order: [Int] = []
    try pass.run { order.append($0.number) }
    #expect(Set(order) == Set(request.tiles) && order.first == 14)
    for (one, next) in zip(order, order.dropFirst()) { #expect(abs(one - 14) <= abs(next - 14)) }
    let cancelled = SpectrumPass(request, tiles: Array(request.tiles), source: source, pyramid: nil)
    var count = 0
    try cancelled.run { _ in
      count += 1
      if count == 5 { cancelled.cancel() }
    }
    #expect(count == 5)
  }

  @Test func `a rough tile shows the transform in the middle of each column`() throws {
    let path = file(frames: 90_077, channels: 1), source = try source(path)
    let format = SpectrumFormat(settings, sampleRate: 8000)
    let request = SpectrumRequest(
      format: format, grid: PixelGrid(framesPerPixel: 3200), columns: 0..<29, length: 90_077)
    var tile: SpectrumTile?
    try SpectrumPass(request, tiles: [0], source: source, pyramid: nil, isRough: true).run { tile = $0 }
    var exact: SpectrumTile?
    let fine = SpectrumRequest(
      format: format, grid: PixelGrid(framesPerPixel: 64), columns: 0..<64, length: 90_077)
    try SpectrumPass(fine, tiles: [0], source: source, pyramid: nil).run { exact = $0 }
    let rough = try #require(tile), all = try #require(exact)
    #expect(!rough.isExact)
    // Column 0 has the transforms 0 to 49.
    #expect(
      agree(
        rough.steps[..<68].map(Int.init),
        all.steps[all.rows[24]! * 68..<all.rows[24]! * 68 + 68].map(Int.init)))
  }

  @Test(arguments: [1, 2, 4]) func `a tile that still counts is right when the recording has grown`(
    overlap: Int
  ) throws {
    let path = file(frames: 12_000, channels: 1), source = try source(path)
    let format = SpectrumFormat(size: 128, overlap: overlap, window: .hann)
    var counted = 0
    for framesPerPixel in [3.0, 32, 50, 64, 128, 150] {
      func tiles(_ length: Int) throws -> [SpectrumTile] {
        let request = SpectrumRequest(
          format: format, grid: PixelGrid(framesPerPixel: framesPerPixel), columns: 0..<192, length: length)
        var tiles: [SpectrumTile] = []
        try SpectrumPass(request, tiles: Array(request.tiles), source: source, pyramid: nil)
          .run { tiles.append($0) }
        return tiles.sorted { $0.number < $1.number }
      }
      for length in [190, 4096, 4097, 8191, 9600] {
        let before = try tiles(length)
        for longer in [length, length + 1, length + 64, 12_000] {
          for (one, other) in zip(before, try tiles(longer)) where one.isValid(length: longer) {
            counted += longer > length ? 1 : 0
            #expect(
              one.rows == other.rows && one.steps == other.steps, "\(framesPerPixel), \(length), \(longer)")
          }
        }
      }
    }
    #expect(counted > 20)
  }

  /// Counts how often a decoder that only goes forwards has to begin again, with those that were made of it.
  private final class ForwardSource: SampleSource {
    private let base: any SampleSource
    private let position = Mutex(0)
    let restarts: Counter

    final class Counter: Sendable {
      let count = Mutex(0)
    }

    init(_ base: any SampleSource, _ restarts: Counter = Counter()) {
      self.base = base
      self.restarts = restarts
    }

    var channels: Int { base.channels }
    var sampleRate: Int { base.sampleRate }
    var path: FilePath { base.path }
    var access: SampleAccess { .forward }

    func another() -> any SampleSource { ForwardSource(base, restarts) }

    func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
      let slice = try base.read(range)
      position.withLock {
        if range.lowerBound < $0 { restarts.count.withLock { $0 += 1 } }
        $0 = slice.range.upperBound
      }
      return slice
    }

    func cancel() {}
  }

  @Test(arguments: [true, false], [700.0, 20_000])
  func `a picture to keep sends a decoder that only goes forwards through the file once`(
    showsWaveform: Bool, framesPerPixel: Double
  ) throws {
    let length = 1_200_000, path = file(frames: length, channels: 1)
    let log = EventLog.reading(path)
    let peaks = try #require(log.peaks), description = try #require(log.description)
    let direct = try source(path), forward = ForwardSource(direct)
    let pictures = [direct as any SampleSource, forward].map {
      RecordingPicture(peaks, description: description, length: length, source: $0)
    }
    let grid = PixelGrid(framesPerPixel: framesPerPixel), end = grid.pixel(ofFrame: length - 1) + 1
    for first in stride(from: 0, to: end, by: 256) {
      let range = first..<min(first + 256, end)
      let stretch = PictureStretch(
        pixels: grid, grid: grid, range: range, curveMargin: nil,
        rows: BarGeometry(height: 100, amplitude: AmplitudeScale()), showsWaveform: showsWaveform)
      let spectra = pictures.map { picture in
        picture.prepare(stretch)
        return picture.spectrogram(
          of: .channel(0), grid: grid, first: range.lowerBound, count: range.count, settings)
      }
      #expect(spectra[0] == spectra[1] && spectra[0]?.steps.contains { $0 > 0 } == true)
    }
    #expect(forward.restarts.count.withLock { $0 } == 0)
    #expect(pictures.allSatisfy { $0.warnings.isEmpty })
  }

  @Test func `they are kept in the cache, each way of making them for itself`() throws {
    let path = file(frames: 90_077, channels: 2)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: path.string)
    let cache = PeakCache(folder: folder.file("cache"), minimumMilliseconds: 0)
    let description = try AudioFileReader(path: path).description
    func made(_ settings: SpectrogramSettings) throws -> (SpectrogramPyramid, wasRead: Bool) {
      var wasRead = false
      let pyramid = try RecordingSpectra.pyramid(
        of: path, options: OpenOptions(), description: description, settings: settings, cache: cache,
        opened: { wasRead = !$0.isComplete })
      return (try #require(pyramid), wasRead)
    }
    func equal(_ one: SpectrogramPyramid, _ other: SpectrogramPyramid) -> Bool {
      one.transforms == other.transforms
        && stride(from: 0, to: one.transforms, by: 8).allSatisfy { first in
          (0..<2).allSatisfy { steps(one, first..<first + 40, $0) == steps(other, first..<first + 40, $0) }
        }
    }
    let first = try made(settings)
    #expect(first.wasRead && cache.contents.bytes > 0 && cache.contents.entries == 0)
    let second = try made(settings)
    #expect(!second.wasRead && equal(first.0, second.0))
    var others = settings
    others.overlap = 4
    #expect(try made(others).wasRead)
    others.window = .kaiser
    #expect(try made(others).wasRead)
    others.window = .hann
    #expect(try !made(others).wasRead && !made(settings).wasRead, "they do not replace each other")

    let key = PeakCacheKey(try FileBytes(path: path).state, path: path, options: OpenOptions())
    let entry = cache.spectraPath(of: key, first.0.format)
    let bytes = try #require(FileManager.default.contents(atPath: entry.string))
    var random = RandomNumbers(seed: 5)
    for trial in 0..<60 {
      var damaged = bytes
      switch trial % 3 {
      case 0:
        damaged[Int.random(in: 0..<(trial < 30 ? 120 : damaged.count), using: &random)] ^=
          1 << UInt8(trial % 8)
      case 1: damaged = damaged.prefix(Int.random(in: 0..<damaged.count, using: &random))
      default: damaged += [1, 2, 3]
      }
      try damaged.write(to: URL(fileURLWithPath: entry.string))
      #expect(cache.spectra(for: key, first.0.format, channels: 2) == nil)
      #expect(!FileManager.default.fileExists(atPath: entry.string), "a damaged entry is deleted")
    }
    try bytes.write(to: URL(fileURLWithPath: entry.string))
    #expect(cache.spectra(for: key, first.0.format, channels: 2) != nil)
    #expect(cache.spectra(for: key, first.0.format, channels: 1) == nil, "of another recording")
  }

  @Test func `a reading that is ended gives nothing`() throws {
    let path = file(frames: 900_077, channels: 2)
    let found = try RecordingSpectra.pyramid(
      of: path, options: OpenOptions(), description: try AudioFileReader(path: path).description,
      settings: settings, cache: nil, goesOn: { false })
    #expect(found == nil)
  }

  @Test func `samples that are in no file give the same`() throws {
    let path = file(frames: 60_000, channels: 2)
    let one = try #require(
      try RecordingSpectra.pyramid(of: try source(path), length: 60_000, settings: settings, goesOn: { true })
    )
    let other = try pyramid(path, Float.self, workers: 1, segment: nil)
    for first in stride(from: 0, to: one.transforms, by: 16) {
      #expect(agree(steps(one, first..<first + 16, 1), steps(other, first..<first + 16, 1)))
    }
  }
}
