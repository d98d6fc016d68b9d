// MediaState.swift
// What MPRIS tells about playback (https://specifications.freedesktop.org/mpris-spec/2.2). A pure value:
// which properties there are, and when the position has changed by more than playback explains.

import GtkBridge
import WaveformModel

/// The state of a player, as the desktop's media controls show it.
struct MediaState: Equatable, Sendable {
  var title = ""
  /// Empty when the file does not say.
  var artists: [String] = []
  var album: String?
  var uri = ""
  /// The number of the recording, which tells recordings apart; 0 for none.
  var track = 0
  /// Microseconds; nil while the length is not known.
  var length: Int64?
  var isPlaying = false
  var isLooping = false
  /// Microseconds.
  var position: Int64 = 0
  var speed = 1.0
  var volume = 1.0
  /// False while nothing is open.
  var canPlay = false

  var status: String {
    if isPlaying { return "Playing" }
    return position <= 0 || length.map({ position >= $0 }) ?? false ? "Stopped" : "Paused"
  }

  static func path(ofTrack track: Int) -> String {
    track == 0 ? "/org/mpris/MediaPlayer2/TrackList/NoTrack" : "/org/barline/Barline/track/\(track)"
  }

  var metadata: [String: BusValue] {
    var metadata: [String: BusValue] = ["mpris:trackid": .path(Self.path(ofTrack: track))]
    guard track != 0 else { return metadata }
    metadata["xesam:title"] = .string(title)
    if !artists.isEmpty { metadata["xesam:artist"] = .strings(artists) }
    metadata["xesam:album"] = album.map { .string($0) }
    metadata["xesam:url"] = .string(uri)
    metadata["mpris:length"] = length.map { .int64($0) }
    return metadata
  }

  /// Properties of org.mpris.MediaPlayer2.Player that are announced when they change; `Position` is only
  /// read.
  var properties: [String: BusValue] {
    [
      "PlaybackStatus": .string(status), "LoopStatus": .string(isLooping ? "Track" : "None"),
      "Rate": .double(speed), "Metadata": .dictionary(metadata),
      "Volume": .double(volume), "CanPlay": .boolean(canPlay), "CanPause": .boolean(canPlay),
      "CanSeek": .boolean(canPlay),
    ]
  }

  /// The properties that do not change.
  static let constants: [String: BusValue] = [
    "MinimumRate": .double(PlaybackSpeed.limits.lowerBound),
    "MaximumRate": .double(PlaybackSpeed.limits.upperBound), "CanGoNext": .boolean(false),
    "CanGoPrevious": .boolean(false), "CanControl": .boolean(true),
  ]

  /// The properties that differ from those of `before`.
  func changes(since before: MediaState) -> [String: BusValue] {
    let old = before.properties
    return properties.filter { old[$0.key] != $0.value }
  }

  /// True when the position is not the one that follows from `before`, `seconds` ago.
  func isSeek(from before: MediaState, after seconds: Double) -> Bool {
    guard track == before.track else { return false }
    let played = before.isPlaying ? seconds * before.speed * 1e6 : 0
    return abs(Double(position - before.position) - played) > 100_000
  }
}
