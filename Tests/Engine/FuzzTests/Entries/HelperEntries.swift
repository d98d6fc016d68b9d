// HelperEntries.swift
// What ffprobe and ffmpeg say: they read files of strangers, and pass on what stands there.

import HostIO
import WaveformCore

@testable import AudioDecoding
@testable import AudioExport
@testable import AudioFormats

extension FuzzEntry {
  static let helpers = [
    FuzzEntry(name: "ffprobe") { bytes in
      let answer = FFprobeAnswer(bytes)
      try hold(answer.tracks.count <= FFprobeAnswer.trackLimit, "\(answer.tracks.count) tracks")
      _ = FFmpegNames.container(answer, guess: .unknown)
      for track in answer.tracks {
        try hold(track.frames.map { $0 > 0 } ?? true, "\(track.frames ?? 0) frames")
        try hold(track.duration.map { $0.isFinite } ?? true, "\(track.duration ?? 0) s")
        try hold(track.title.unicodeScalars.count <= FFprobeAnswer.textLimit, "\(track.title)")
        try hold(!track.isUsable || 1...1024 ~= track.channels && track.sampleRate > 0, "\(track)")
        guard track.isUsable else { continue }
        let layout = SpeakerLayouts.layout(ffmpeg: track.layout, channels: track.channels)
        try hold(layout.channels == track.channels, "\(layout) for \(track.channels)")
      }
      _ = AudioTrack.list(answer.tracks)
    },
    FuzzEntry(name: "complaints") { bytes in
      _ = FFmpegComplaints(bytes, demuxer: "wv", codec: "wavpack").areSerious
      var trace = FFmpegTrace(
        of: FFmpegStream(
          track: 0, demuxer: "wv", codec: "wavpack", channels: 2, sampleRate: 44_100, layout: nil,
          encoding: .s16le, end: nil, precision: nil, delay: 0, zero: nil, hasChecksums: false, promised: nil)
      )
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        trace.add(String(decoding: line, as: UTF8.self))
      }
      trace.end()
      let places = trace.places
      try hold(
        zip(places, places.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, "\(places)")
    },
    FuzzEntry(name: "ffmetadata") { bytes in
      let found = FFmpegMetadata(bytes)
      var metadata = RecordingMetadata()
      found.add(to: &metadata, sampleRate: 48_000, withTags: true)
      try hold(metadata.cues.allSatisfy { $0.frame >= 0 }, "a chapter before the beginning")
    },
  ]
}
