// FLACCueSheetTests.swift
// The tracks of a disc in a FLAC file begin where they are heard.

import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioExport

@Suite struct FLACCueSheetTests {
  let folder = TestFolder()

  @Test(arguments: [44_100, 48_000]) func `a track begins behind its pause`(rate: Int) throws {
    let samples = TestMedia.noise(frames: 44_100 * 12, channels: 2)
    let sound = TestMedia.encode(samples, channels: 2, ["-c:a", "pcm_s16le"], as: "a.wav", in: folder)
    // A second has 75 frames of a disc.
    let sheet = folder.write(
      Array(
        """
        FILE "a.wav" WAVE
          TRACK 01 AUDIO
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            INDEX 00 00:04:37
            INDEX 01 00:05:00
          TRACK 03 AUDIO
            INDEX 01 00:08:74

        """.utf8), as: "a.cue")
    let path = folder.file("a.flac")
    try Tool.run("flac", "-s", "-f", "--cuesheet=\(sheet.string)", sound.string, "-o", path.string)
    let document = try MarkTransfer.read(path, rate: rate).reading.document
    let starts = document.tiers.flatMap(\.marks).map(\.range.lowerBound)
    #expect(starts == [0, 5 * rate, 8 * rate + 74 * rate / 75])
    let ends = document.tiers.flatMap(\.marks).map(\.range.upperBound)
    #expect(Array(ends.prefix(2)) == Array(starts.dropFirst()))
  }
}
