// RecordingTitleTests.swift
// What a recording is called by its tags and by its file.

import Testing

@testable import WaveformModel

@MainActor @Suite struct RecordingTitleTests {
  @Test func `a title of its own stands over artist and file`() async throws {
    let plot = PlotViewModel(path: Recordings.music)
    plot.start()
    try await wait { plot.information != nil }
    let tagged = plot.taggedTitle
    #expect(tagged.tagged == "Still Another Wanderer (excerpt)" && tagged.artists == ["Timothy Pinkham"])
    let lines = tagged.lines(file: "music.opus", summary: "Ogg, Opus")
    #expect(lines.title == "Still Another Wanderer (excerpt)")
    #expect(lines.subtitle == "Timothy Pinkham · music.opus · Ogg, Opus")
    let plain = RecordingTitle(nil).lines(file: "a.wav", summary: "WAV")
    #expect(plain.title == "a.wav" && plain.subtitle == "WAV")
    #expect(RecordingTitle(nil).lines(file: "a.wav", summary: "").subtitle.isEmpty)
  }
}
