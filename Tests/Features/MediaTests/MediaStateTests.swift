// MediaStateTests.swift
// What media controls are told, and when.

import GtkBridge
import Testing

@testable import Media

@Suite struct `The state that media controls show` {
  private static let paused = MediaState(
    title: "a.wav", uri: "file:///a.wav", track: 1, length: 60_000_000, position: 10_000_000, canPlay: true)
  private static var playing: MediaState {
    var state = paused
    state.isPlaying = true
    return state
  }

  @Test func `it is stopped at the start and at the end, paused between`() {
    func status(_ position: Int64, length: Int64? = 60_000_000) -> String {
      MediaState(track: 1, length: length, position: position).status
    }
    #expect(status(0) == "Stopped")
    #expect(status(1) == "Paused")
    #expect(status(59_999_999) == "Paused")
    #expect(status(60_000_000) == "Stopped")
    #expect(status(1, length: nil) == "Paused")
    #expect(Self.playing.status == "Playing")
  }

  @Test func `only what changed is told`() {
    #expect(Self.paused.changes(since: Self.paused).isEmpty)
    #expect(Self.playing.changes(since: Self.paused) == ["PlaybackStatus": .string("Playing")])
    var other = Self.paused
    other.position = 20_000_000
    #expect(other.changes(since: Self.paused).isEmpty, "a position is asked for")
    other.speed = 2
    other.volume = 0.5
    other.isLooping = true
    #expect(
      other.changes(since: Self.paused)
        == ["Rate": .double(2), "Volume": .double(0.5), "LoopStatus": .string("Track")])
  }

  @Test func `a recording whose length is not known yet has none`() {
    var state = Self.paused
    state.length = nil
    #expect(state.metadata["mpris:length"] == nil)
    #expect(state.metadata["xesam:title"] == .string("a.wav"))
    #expect(MediaState().metadata == ["mpris:trackid": .path("/org/mpris/MediaPlayer2/TrackList/NoTrack")])
  }

  @Test func `artists and album are told when the file says them`() {
    var state = Self.paused
    #expect(state.metadata["xesam:artist"] == nil && state.metadata["xesam:album"] == nil)
    state.artists = ["Ann", "Bob"]
    state.album = "Days"
    #expect(state.metadata["xesam:artist"] == .strings(["Ann", "Bob"]))
    #expect(state.metadata["xesam:album"] == .string("Days"))
    #expect(state.changes(since: Self.paused) == ["Metadata": .dictionary(state.metadata)])
  }

  @Test func `playing on is no seek, at any speed`() {
    for speed in [0.25, 1, 3.0] {
      var before = Self.playing
      before.speed = speed
      for seconds in [0.0, 0.5, 10] {
        var after = before
        after.position += Int64(seconds * speed * 1e6)
        #expect(!after.isSeek(from: before, after: seconds))
        after.position += 200_000
        #expect(after.isSeek(from: before, after: seconds))
        after.position -= 400_000
        #expect(after.isSeek(from: before, after: seconds))
      }
    }
  }

  @Test func `standing still is no seek, however long`() {
    #expect(!Self.paused.isSeek(from: Self.paused, after: 1000))
    #expect(!Self.playing.isSeek(from: Self.paused, after: 1000))
    var other = Self.paused
    other.position = 0
    #expect(other.isSeek(from: Self.paused, after: 0))
    other.track = 2
    #expect(!other.isSeek(from: Self.paused, after: 0), "another recording")
  }
}
