// AudioTrack+FFmpeg.swift
// What ffprobe says of the tracks of a file, in words.

import AudioFormats
import HostIO
import SystemPackage

extension AudioTrack {
  /// The tracks of a file; those that would be called the same have their number in front.
  package static func list(_ tracks: [FFprobeAnswer.Track]) -> [AudioTrack] {
    let plain = tracks.enumerated().map { AudioTrack($1, number: $0 + 1, isNumbered: false) }
    return plain.indices.map { index in
      let isAlone = plain.count { $0.label == plain[index].label } == 1
      return isAlone ? plain[index] : AudioTrack(tracks[index], number: index + 1, isNumbered: true)
    }
  }

  private init(_ track: FFprobeAnswer.Track, number: Int, isNumbered: Bool) {
    let title = track.title.trimmed.isEmpty ? nil : FilePath.oneLine(track.title.trimmed)
    let language = LanguageNames.name(track.language).map { FilePath.oneLine($0) }
    let encoding = FFmpegNames.encoding(track)
    let name = [isNumbered || title ?? language == nil ? "Track \(number)" : nil, title, language]
    self.init(
      label: name.compactMap { $0 }.joined(separator: " · ")
        + " · \(encoding.text) \(FFmpegNames.layout(track))",
      title: title, language: language, encoding: encoding, channels: track.channels,
      sampleRate: track.sampleRate)
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
