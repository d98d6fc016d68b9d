// RecordingOutlineTests.swift
// The outline of a recording is the same from everywhere, and long recordings are not read whole for it.

import CSndfile
import Foundation
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import HostIO
@testable import Recording

@Suite struct RecordingOutlineTests {
  let folder = TestFolder()

  /// Noise that grows from silence to half of full scale.
  private func swelling(_ samples: Int) -> [Float] {
    let noise = TestMedia.noise(frames: 65_536, channels: 1).map { Float($0) / 32_768 }
    return (0..<samples).map { noise[$0 & 65_535] * (Float($0) / Float(samples)) }
  }

  /// The root mean square of a part of such a recording: uniform noise of ± 1/2 has 1/√12.
  private func expected(_ part: Int, of parts: Int) -> Float {
    (Float(part) + 0.5) / Float(parts) / Float(12).squareRoot()
  }

  @Test(arguments: Campaign.part(2, of: ["wav", "flac", "ogg", "mp3"]))
  func `a few places of a long recording give its outline`(suffix: String) throws {
    let samples = swelling(4 * ProbePlan.rounds[1] * 4096 + 300_000).map { Int16($0 * 32_767) }
    let path = TestMedia.encode(samples, channels: 1, [], as: "long." + suffix, in: folder)
    let outline = try RecordingOutline.read(path, parts: 24, cache: nil)
    #expect(outline.origin == .places && outline.levels.count == 24)
    for (part, level) in outline.levels.enumerated() {
      // Lossy encoders take some of the noise away, everywhere alike.
      let share = level / outline.levels[23] - expected(part, of: 24) / expected(23, of: 24)
      #expect(abs(share) < 0.08, "\(part)")
    }
    #expect(abs(outline.levels[23] / outline.levels[11] - 2) < 0.2)
  }

  @Test(arguments: [("m4a", ["-c:a", "aac", "-b:a", "96k"]), ("mka", ["-c:a", "ac3"]), ("wv", [])])
  func `of what only ffmpeg reads, one process decodes some places`(suffix: String, options: [String]) throws
  {
    let samples = swelling(70 * 32_000).map { Int16($0 * 32_767) }
    let path = TestMedia.encode(
      samples, channels: 1, sampleRate: 32_000, options, as: "long." + suffix, in: folder)
    let outline = try RecordingOutline.read(path, parts: 24, cache: nil)
    #expect(outline.origin == .places)
    for (part, level) in outline.levels.enumerated() {
      #expect(abs(level - expected(part, of: 24)) < 0.02, "\(part)")
    }
  }

  @Test func `a short recording is read whole, to its last frame`() throws {
    let path = folder.file("short.wav")
    TestSound.write(swelling(200_000), to: path, format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, channels: 2)
    let outline = try RecordingOutline.read(path, parts: 24, cache: nil)
    #expect(outline.origin == .everything)
    for (part, level) in outline.levels.enumerated() {
      #expect(abs(level - expected(part, of: 24)) < 0.01, "\(part)")
    }
    // Shorter than the parts: nothing breaks, and there is something to see.
    for count in [1, 2, 7, 23] {
      let path = folder.write(
        WaveFile([Int16](repeating: 8192, count: count)).bytes, as: "few.wav")
      let levels = try RecordingOutline.read(path, parts: 24, cache: nil).levels
      #expect(levels.count == 24 && abs((levels.max() ?? 0) - 0.25) < 0.001, "\(count)")
    }
  }

  @Test func `the peak cache gives the same, and is only looked into`() throws {
    let path = folder.file("kept.wav")
    TestSound.write(swelling(200_000), to: path, format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, channels: 2)
    let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 7), timespec(tv_sec: 1_000_000_000, tv_nsec: 7)]
    #expect(utimensat(AT_FDCWD, path.string, times, 0) == 0)
    let cache = PeakCache(folder: folder.file("peaks"), minimumMilliseconds: 0)
    let read = try RecordingOutline.read(path, parts: 24, cache: cache)
    #expect(read.origin == .everything && !FolderListing.isFolder(cache.folder), "nothing is added")
    PeakReader(path: path, cache: cache) { _ in }.readNow()
    let kept = try RecordingOutline.read(path, parts: 24, cache: cache)
    #expect(kept.origin == .cache && kept.levels == read.levels)
    let entry = try #require(try FolderListing.files(in: cache.folder).first)
    #expect(utimensat(AT_FDCWD, entry.string, times, 0) == 0)
    folder.write(Array(contents(entry).dropLast()), to: entry)
    #expect(try RecordingOutline.read(path, parts: 24, cache: cache) == read)
    #expect(try FolderListing.files(in: cache.folder) == [entry], "it is others that clean up")
  }

  @Test func `what is no recording has no outline`() {
    let path = folder.write(Array("text".utf8), as: "a.wav")
    #expect(throws: AudioFileError.self) { try RecordingOutline.read(path, parts: 24, cache: nil) }
  }
}
