// AudioTrack.swift
// One of the audio tracks of a container, in words.

import SystemPackage

/// One of several audio tracks in a file.
public struct AudioTrack: Hashable, Sendable {
  /// What it is called in a list: "English · AAC 5.1", "Commentary · AAC stereo", "Track 2 · Opus mono".
  public let label: String
  /// Its title; nil when it has none.
  public let title: String?
  /// The English name of its language, or its code; nil when that is not known.
  public let language: String?
  /// The encoding of the samples: "AAC".
  public let encoding: String
  /// At least 1.
  public let channels: Int
  /// Frames per second.
  public let sampleRate: Int
}

extension AudioTrack {
  /// The tracks of a file; those that would be called the same have their number in front.
  static func list(_ tracks: [FFprobeAnswer.Track]) -> [AudioTrack] {
    let plain = tracks.enumerated().map { AudioTrack($1, number: $0 + 1, isNumbered: false) }
    return plain.indices.map { index in
      let isAlone = plain.count { $0.label == plain[index].label } == 1
      return isAlone ? plain[index] : AudioTrack(tracks[index], number: index + 1, isNumbered: true)
    }
  }

  private init(_ track: FFprobeAnswer.Track, number: Int, isNumbered: Bool) {
    let title = FilePath.oneLine(track.title.trimmed)
    self.title = track.title.trimmed.isEmpty ? nil : title
    language = LanguageNames.name(track.language).map { FilePath.oneLine($0) }
    encoding = FFmpegNames.encoding(track, in: "")
    channels = track.channels
    sampleRate = track.sampleRate
    let isNameless = self.title == nil && language == nil
    let name = [isNumbered || isNameless ? "Track \(number)" : nil, self.title, language]
    label =
      name.compactMap { $0 }.joined(separator: " · ") + " · \(encoding) \(FFmpegNames.layout(track))"
  }
}

extension String {
  /// Without white space at its ends.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
