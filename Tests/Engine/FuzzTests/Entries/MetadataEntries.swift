// MetadataEntries.swift
// What files say about themselves, and what becomes of it in files that are written.

import HostIO
import Localization
import WaveformCore

@testable import AudioExport
@testable import AudioFormats

extension FuzzEntry {
  static let metadata = [
    metadata("wave") { WaveMetadata.read($0, sampleRate: 48_000, into: &$1) },
    metadata("aiff") { AIFFMetadata.read($0, sampleRate: 48_000, into: &$1) },
    metadata("flac-blocks") { FLACMetadata.read($0, sampleRate: 48_000, into: &$1) },
    metadata("ogg-comments") { OggMetadata.read($0, sampleRate: 48_000, into: &$1) },
    metadata("id3") { ID3Metadata.read($0, sampleRate: 48_000, into: &$1) },
    metadata("ilst") { _ = MP4Metadata.read($0, into: &$1) },
    metadata("ape") { _ = APEMetadata.read($0, into: &$1) },
    FuzzEntry(name: "pieces") { bytes in
      // Parts that stand in the others, whole.
      _ = BroadcastDescription(bytes)
      _ = PictureSize.of(bytes)
      _ = RecordingMetadata.Picture(flac: bytes[...])
      let filter = OggCommentFilter([Array("A=b".utf8)], isOpus: bytes.first == 0)
      bytes.withUnsafeBytes { _ = filter.take($0) }
      guard let comments = VorbisComments(bytes[...]) else { return }
      let written = VorbisComments.bytes(vendor: comments.vendor, comments.entries.map { Array($0) })
      let again = VorbisComments(written[...])
      try hold(
        again.map { !$0.isDamaged && $0.entries == comments.entries } == true, "written comments differ")
    },
  ]

  private static func metadata(
    _ name: String, _ read: @escaping @Sendable (WatchedBytes, inout RecordingMetadata) -> Void
  ) -> FuzzEntry {
    FuzzEntry(name: name) { bytes in
      var found = RecordingMetadata()
      _ = try WatchedBytes.read(bytes, times: 32) { read($0, &found) }
      try hold(
        found.tags.reduce(0) { $0 + $1.value.utf8.count } <= RecordingMetadata.textLimit, "too much text")
      try hold(found.cues.count <= RecordingMetadata.cueLimit, "\(found.cues.count) cue points")
      try holdShown(found)
      for range in [nil, 1000..<(1 << 33)] as [FrameRange?] {
        let part = found.moved(to: range)
        try hold(
          part.cues.allSatisfy { $0.frame >= 0 && $0.frame <= range?.count ?? .max },
          "\(part.cues) in \(range as Any)")
        for format in [ExportFormat.wav16, .flac16, .opus, .mp3] {
          _ = MetadataPlan(part, format, ChannelPlacement(.usual(1), in: format)!, sampleRate: 48_000)
        }
      }
      var again = RecordingMetadata()
      ID3Metadata.read(
        ID3Metadata.tag(found, sampleRate: 48_000, withChapters: true), sampleRate: 48_000, into: &again)
      try hold(
        again.cues.count == found.cues.count, "\(again.cues.count) of \(found.cues.count) chapters came back")
    }
  }

  /// What people see of it.
  private static func holdShown(_ metadata: RecordingMetadata) throws {
    var shown = RecordingInformation()
    shown.take(metadata)
    for tag in shown.tags {
      try hold(
        tag.value.unicodeScalars.count <= ShownText.limit && tag.name.count <= 201, "\(tag.name) is too long")
    }
    try hold(shown.places.allSatisfy { $0.frame >= 0 && $0.length >= 0 }, "a place before the beginning")
    if let broadcast = shown.broadcast { _ = broadcast.timeReference(sampleRate: 48_000) }
  }
}
