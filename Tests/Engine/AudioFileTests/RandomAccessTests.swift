// RandomAccessTests.swift
// Ranges of every format there is, read in any order, are bit for bit those of reading from the beginning; two
// sources on one file do not disturb each other.

import Decoding
import CSndfile
import Dispatch
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO
@testable import Recording

@Suite struct RandomAccessTests {
  @Test func `ranges of every format are those of the full decode`() throws {
    let folder = TestFolder()
    var count = 0
    for channels in [1, 2] {
      let tones = TestSound.tones(frames: 9000, channels: channels)
      for format in FormatTests.formats {
        let path = folder.file(String(format, radix: 16))
        guard TestSound.write(tones, to: path, format: format, channels: channels, sampleRate: 48_000) else {
          continue
        }
        let file = try FileBytes(path: path)
        let opening = try Opening.of(file, path: path, options: OpenOptions())
        let all = OggTests.rest(of: opening.decoder, channels: channels)
        let length = all.count / channels
        let sources = (0..<2).map { _ in FileSampleSource(path: path, description: opening.description) }
        var random = Randomness(seed: format)
        var wrong = 0
        // Where everything before has to be decoded, fewer.
        for index
          in 0..<(opening.description.seeking == .exact
          ? Campaign.isWanted ? 300 : 60 : Campaign.isWanted ? 40 : 10)
        {
          let first = random.next(below: length)
          let range = first..<min(length, first + 1 + random.next(below: 40))
          let slice = try sources[index % 2].read(range)
          let isEqual =
            slice.range == range
            && range.allSatisfy { frame in
              (0..<channels).allSatisfy {
                slice.sample(channel: $0, frame: frame).bitPattern == all[frame * channels + $0].bitPattern
              }
            }
          if !isEqual { wrong += 1 }
        }
        #expect(wrong == 0, "\(String(format, radix: 16)), \(opening.description.seeking)")
        count += 1
      }
    }
    #expect(count > 150)
  }

  @Test(arguments: [
    SF_FORMAT_FLAC | SF_FORMAT_PCM_24, SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_CAF | SF_FORMAT_PCM_24,
    SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM,
  ])
  func `two threads with a reader each of one open file do not disturb each other`(format: Int) throws {
    let folder = TestFolder()
    let path = folder.file("two")
    let tones = TestSound.tones(frames: 150_000, channels: 2)
    #expect(TestSound.write(tones, to: path, format: format, channels: 2, sampleRate: 48_000))
    let file = try FileBytes(path: path)
    let opening = try Opening.of(file, path: path, options: OpenOptions())
    let source = opening.source
    let all = OggTests.rest(of: opening.decoder, channels: 2)
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      guard let decoder = try? source.open() else { return }
      var random = Randomness(seed: thread)
      for _ in 0..<50 {
        let first = random.next(below: 140_000)
        if !decoder.seek(toFrame: first)
          || OggTests.read(2000, of: decoder, channels: 2) != Array(all[first * 2..<(first + 2000) * 2])
        {
          wrong.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }
}
