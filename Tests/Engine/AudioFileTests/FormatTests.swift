// FormatTests.swift
// Every format that libsndfile writes is read back whole, and its peaks are those of an independent decoding.

import CSndfile
import HostIO
import Recording
import SystemPackage
import Testing
import WaveformCore

@Suite struct FormatTests {
  /// All containers and encodings that fit together, RAW excepted (it has no header).
  static let formats: [Int] = {
    func list(_ count: Int, _ get: Int) -> [Int] {
      var number: Int32 = 0
      sf_command(nil, Int32(count), &number, Int32(MemoryLayout<Int32>.size))
      return (0..<number).map { index in
        var info = SF_FORMAT_INFO()
        info.format = index
        sf_command(nil, Int32(get), &info, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
        return Int(info.format)
      }
    }
    let subtypes = list(SFC_GET_FORMAT_SUBTYPE_COUNT, SFC_GET_FORMAT_SUBTYPE)
    return list(SFC_GET_FORMAT_MAJOR_COUNT, SFC_GET_FORMAT_MAJOR).flatMap { major in
      subtypes.map { major | $0 }
    }.filter { $0 & SF_FORMAT_TYPEMASK != SF_FORMAT_RAW && $0 & SF_FORMAT_TYPEMASK != SF_FORMAT_SD2 }
  }()

  @Test func `every format that libsndfile writes is read exactly`() {
    let folder = TestFolder()
    let frames = 1601
    var count = 0
    for (channels, rate) in [(1, 8000), (2, 48_000), (6, 48_000)] {
      let tones = TestSound.tones(frames: frames, channels: channels)
      for format in Self.formats {
        let path = folder.file("\(String(format, radix: 16))-\(channels)")
        // libsndfile's own reading of this one depends on the sizes of the blocks.
        if format == SF_FORMAT_PAF | SF_FORMAT_PCM_24, channels > 2 { continue }
        // libsndfile decodes Opus at the rate of what was recorded; here it is 48 kHz, see OggTests.
        if format == SF_FORMAT_OGG | SF_FORMAT_OPUS, rate != 48_000 { continue }
        guard TestSound.write(tones, to: path, format: format, channels: channels, sampleRate: rate) else {
          continue
        }
        check(path, channels: channels, frames: frames)
        count += 1
      }
    }
    #expect(count > 150, "libsndfile writes more formats than that")
  }

  private func check(_ path: FilePath, channels: Int, frames: Int) {
    let name = Comment(rawValue: path.displayName)
    let log = EventLog.reading(path)
    guard let description = log.description, let peaks = log.peaks, let report = log.report else {
      Issue.record("\(path.displayName): \(log.error?.message ?? "no report")")
      return
    }
    #expect(description.channels == channels, name)
    // XI files have no sample rate, and 8-bit VOC files only some.
    #expect(description.sampleRate == TestSound.sampleRate(path), name)
    #expect(description.channelLabels.count == (channels == 1 ? 0 : channels), name)
    #expect(description.container != .unknown && description.encoding.codec != .unknown, name)
    #expect(report.isComplete && report.warnings.isEmpty, "\(path.displayName): \(report.warnings)")
    // Some encodings pad the last block, and lossy ones their ends.
    #expect(report.frames >= frames && report.frames < frames + 4000, name)
    switch peaks {
    case .int16(let pyramid):
      let all = TestSound.decodeInt16(path)
      #expect(report.frames == all.count / channels && pyramid.framesRead == report.frames, name)
      for channel in 0..<channels {
        let found = columns(peaks, channel: channel)
        let expected = extremes(all, channels: channels, channel: channel)
        #expect(found.low == expected.map(\.lowerBound) && found.high == expected.map(\.upperBound), name)
      }
    case .float(let pyramid):
      let all = TestSound.decodeFloat(path)
      #expect(report.frames == all.count / channels && pyramid.framesRead == report.frames, name)
      for channel in 0..<channels {
        let found = columns(peaks, channel: channel)
        let expected = extremes(all, channels: channels, channel: channel)
        #expect(found.low == expected.map(\.lowerBound) && found.high == expected.map(\.upperBound), name)
      }
    }
  }

  @Test func `only float and lossy files keep their peaks in Float`() {
    let folder = TestFolder()
    for (format, isFloat) in [
      (SF_FORMAT_WAV | SF_FORMAT_PCM_24, false), (SF_FORMAT_WAV | SF_FORMAT_PCM_32, false),
      (SF_FORMAT_WAV | SF_FORMAT_FLOAT, true), (SF_FORMAT_OGG | SF_FORMAT_VORBIS, true),
      (SF_FORMAT_OGG | SF_FORMAT_OPUS, true), (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, false),
    ] {
      let path = folder.file("sound-\(format)")
      let tones = TestSound.tones(frames: 500, channels: 1)
      #expect(TestSound.write(tones, to: path, format: format, channels: 1, sampleRate: 48_000))
      #expect(EventLog.reading(path).description?.isFloat == isFloat)
    }
  }

  @Test func `block sizes do not matter`() {
    let folder = TestFolder()
    let path = folder.file("blocks.wav")
    let samples = TestSound.tones(frames: 2600, channels: 2)
    TestSound.write(samples, to: path, format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, channels: 2)
    let expected = (0..<2).map { columns(EventLog.reading(path).peaks!, channel: $0) }
    func check(_ blocks: BlockSizes, _ name: String) {
      let log = EventLog.reading(path, blocks: blocks)
      #expect(log.report?.frames == 2600, "\(name)")
      #expect((0..<2).map { columns(log.peaks!, channel: $0) } == expected, "\(name)")
    }
    for size in 1...1025 { check(.constant(size), "blocks of \(size)") }
    for seed in 1...20 {
      check(BlockSizes { index, _ in (index &* 7919 &+ seed &* 104_729) % 700 + 1 }, "random blocks \(seed)")
    }
  }
}
