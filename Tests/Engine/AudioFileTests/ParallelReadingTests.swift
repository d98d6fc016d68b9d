// ParallelReadingTests.swift
// Several decoders at one recording: whatever the format, the number of threads and the places where it is
// divided, the peaks are those of one decoder that reads everything in one go, bit for bit.

import CSndfile
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import Recording

@Suite struct ParallelReadingTests {
  private static let formats: [(name: String, format: Int)] = [
    ("16.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16), ("8.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_U8),
    ("24.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24), ("32.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_32),
    ("float.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT), ("double.wav", SF_FORMAT_WAV | SF_FORMAT_DOUBLE),
    ("ulaw.wav", SF_FORMAT_WAV | SF_FORMAT_ULAW), ("alaw.wav", SF_FORMAT_WAV | SF_FORMAT_ALAW),
    ("big.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24 | Int(SF_ENDIAN_BIG)),
    ("ima.wav", SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM), ("a.aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16),
    ("a.caf", SF_FORMAT_CAF | SF_FORMAT_PCM_24), ("alac.caf", SF_FORMAT_CAF | SF_FORMAT_ALAC_16),
    ("a.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16), ("24.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24),
    ("a.mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III), ("a.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS),
    ("a.opus", SF_FORMAT_OGG | SF_FORMAT_OPUS),
  ]

  @Test func `however a recording is divided, its peaks are those of one decoder`() {
    let folder = TestFolder()
    for (name, format) in Self.formats {
      for channels in [1, 2] {
        let frames = 100_000 + 77
        let path = folder.file("\(channels)-\(name)")
        let tones = Self.clippedAndSilent(TestSound.tones(frames: frames, channels: channels), channels)
        guard TestSound.write(tones, to: path, format: format, channels: channels, sampleRate: 48_000) else {
          Issue.record("libsndfile cannot write \(name)")
          continue
        }
        let alone = read(path, Parallelism(workers: 1))
        #expect(alone.report.frames >= frames)
        if name == "16.wav" || name == "float.wav" { #expect(alone.marks.count == 3 * channels) }
        for workers in Campaign.part(2, of: [5, 2]) {
          for segment in [256, 1024, 9984, 65_536] where segment > 256 || !name.hasSuffix("opus") {
            let together = read(path, Parallelism(workers: workers, segmentFrames: segment))
            let what: Comment = "\(name), \(channels) channels, \(workers) threads, \(segment) frames"
            #expect(together.report.frames == alone.report.frames, what)
            #expect(together.bins == alone.bins, what)
            #expect(together.marks == alone.marks, what)
          }
        }
      }
    }
  }

  /// Tones that are cut off at full scale, and drop out around every place where a recording may be divided.
  private static func clippedAndSilent(_ tones: [Float], _ channels: Int) -> [Float] {
    tones.indices.map { index in
      let frame = index / channels
      if (frame + 40) % 4096 < 80 { return 0 }
      return frame % 10_000 < 5000 ? min(max(tones[index] * 2, -1), 1) : tones[index]
    }
  }

  @Test func `a recording that ends before it should is read to the same frame`() {
    let folder = TestFolder()
    for (name, format) in Self.formats {
      let path = folder.file(name)
      let tones = TestSound.tones(frames: 90_000, channels: 2)
      TestSound.write(tones, to: path, format: format, channels: 2, sampleRate: 48_000)
      let whole = contents(path)
      for share in [0.31, 0.5, 0.77] {
        let cut = folder.write(Array(whole.prefix(Int(Double(whole.count) * share))), as: "cut-" + name)
        let alone = EventLog(), together = EventLog()
        PeakReader(path: cut, parallelism: Parallelism(workers: 1)) { alone.take($0) }.readNow()
        PeakReader(path: cut, parallelism: Parallelism(workers: 2, segmentFrames: 4096)) { together.take($0) }
          .readNow()
        let what: Comment = "\(name), \(share)"
        #expect(together.report?.frames == alone.report?.frames, what)
        #expect(together.report?.warnings == alone.report?.warnings, what)
        #expect(together.error?.code == alone.error?.code, what)
        if let one = alone.peaks, let other = together.peaks { #expect(bins(other) == bins(one), what) }
      }
    }
  }

  @Test func `what can be drawn only ever grows, and begins at the beginning`() throws {
    let folder = TestFolder()
    let path = folder.file("a.flac")
    let tones = TestSound.tones(frames: 2_000_000, channels: 1)
    TestSound.write(tones, to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channels: 1)
    let log = EventLog()
    PeakReader(path: path, parallelism: Parallelism(workers: 4, segmentFrames: 25_600)) { log.take($0) }
      .readNow()
    let steps = log.all.compactMap { if case .progress(let frames) = $0 { frames } else { nil } }
    #expect(steps == steps.sorted())
    #expect(log.report?.frames == 2_000_000)
  }

  @Test func `where a jump leads elsewhere the decoder that did not jump goes on`() throws {
    let folder = TestFolder()
    // Speech at a low bit rate: the decoder's state depends on everything before.
    let speech = folder.file("speech.wav")
    let path = folder.file("speech.opus")
    try Tool.run(
      "sox", "-n", "-r", "24000", "-b", "16", "-c", "1", speech.string, "synth", "90", "brownnoise",
      "tremolo", "3")
    try Tool.run("opusenc", "--quiet", "--speech", "--bitrate", "10", speech.string, path.string)
    let alone = read(path, Parallelism(workers: 1))
    let together = read(path, Parallelism(workers: 2, segmentFrames: 96_000))
    #expect(together.bins == alone.bins)
    #expect(together.report.frames == alone.report.frames)
  }

  @Test func `plain samples are those of libsndfile`() {
    let folder = TestFolder()
    for (name, format) in Self.formats.prefix(9) {
      let path = folder.file(name)
      let tones = TestSound.tones(frames: 5000, channels: 2)
      TestSound.write(tones, to: path, format: format, channels: 2)
      guard let opened = try? AudioFileReader(path: path) else {
        Issue.record("cannot open \(name)")
        continue
      }
      let box = ReaderBox(opened)
      let isPlain = box.reader.isPlain, isFloat = box.reader.description.isFloat
      #expect(isPlain, "\(name)")
      let floats = UnsafeMutableBufferPointer<Float>.allocate(capacity: 10_000)
      let shorts = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 10_000)
      defer {
        floats.deallocate()
        shorts.deallocate()
      }
      let floatCount = try? box.reader.read(into: floats)
      #expect(floatCount == 5000)
      #expect(Array(floats) == TestSound.decodeFloat(path), "\(name)")
      guard !isFloat else { continue }
      let isThere = box.reader.jump(toFrame: 0)
      let shortCount = try? box.reader.read(into: shorts)
      #expect(isThere && shortCount == 5000)
      #expect(Array(shorts) == TestSound.decodeInt16(path), "\(name)")
    }
  }

  private func read(
    _ path: FilePath, _ parallelism: Parallelism
  ) -> (report: ReadReport, bins: [WaveformColumns], marks: [PeakMarks.StoredList]) {
    let log = EventLog()
    PeakReader(path: path, parallelism: parallelism) { log.take($0) }.readNow()
    guard let report = log.report, let peaks = log.peaks else { fatalError("\(path): \(log.all)") }
    return (report, bins(peaks), peaks.marks.stored)
  }

  /// Every level, every channel.
  private func bins(_ peaks: WaveformPeaks) -> [WaveformColumns] {
    (0..<peaks.channels).flatMap { channel in
      (0..<6).map { level in
        let size = 256 << (2 * level)
        return peaks.columns(
          channel: channel, grid: PixelGrid(framesPerPixel: Double(size)), first: 0,
          count: (peaks.framesRead + size - 1) / size)
      }
    }
  }
}
