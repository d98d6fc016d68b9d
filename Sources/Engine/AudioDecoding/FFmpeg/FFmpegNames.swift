// FFmpegNames.swift
// What ffmpeg's names of codecs, demuxers and loudspeakers mean, and the tracks of a file in words.

import AudioFormats
import HostIO
import SystemPackage

package enum FFmpegNames {
  /// The container, from ffmpeg's name of the demuxer and from what else is known about the file.
  package static func container(_ answer: FFprobeAnswer, guess: FormatGuess) -> Container {
    switch (answer.demuxer, guess) {
    case ("mov", _) where answer.brand != "qt  ": Container(answer.brand.hasPrefix("M4") ? "m4a" : "mp4")
    case ("matroska", .foreign(_, let container?)): container
    case (let demuxer, _): Container(demuxer)
    }
  }

  /// True when every packet of the encoding has a checksum that ffmpeg's decoder can be told to check.
  static func hasChecksums(_ codec: String) -> Bool {
    ["ape", "flac", "tak", "tta", "wavpack"].contains(codec)
  }

  package static func encoding(_ track: FFprobeAnswer.Track) -> Encoding {
    switch track.codec {
    case "pcm_alaw": return Encoding(.alaw)
    case "pcm_mulaw": return Encoding(.ulaw)
    case "aac" where track.profile.hasPrefix("HE-AAC"): return Encoding(Encoding.Codec("he_aac"))
    case let codec where codec.hasPrefix("pcm_"):
      return Encoding(codec.hasPrefix("pcm_f") ? .float : .pcm, bits: track.bitsPerSample)
    case let codec:
      let hasBits = lossless.contains(codec) && track.bitsPerSample > 0
      return Encoding(Encoding.Codec(codec), bits: hasBits ? track.bitsPerSample : nil)
    }
  }

  /// True when the encoding keeps every sample.
  package static func isLossless(_ codec: String) -> Bool {
    lossless.contains(codec) || codec.hasPrefix("pcm_") && !codec.hasSuffix("law")
  }

  /// The loudspeakers in a word: "mono", "stereo", "5.1", "6 channels".
  fileprivate static func layout(_ track: FFprobeAnswer.Track) -> String {
    switch track.channels {
    case 1: return "mono"
    case 2: return "stereo"
    default:
      let speakers = SpeakerLayouts.layout(ffmpeg: track.layout, channels: track.channels).speakers
      guard let name = speakers.flatMap({ SpeakerLayouts.name(of: $0) }) else {
        return "\(track.channels) channels"
      }
      return name.split(separator: "(").first.map(String.init) ?? name
    }
  }

  private static let lossless: Set<String> = [
    "alac", "ape", "flac", "mlp", "mp4als", "ralf", "s302m", "shorten", "tak", "truehd", "tta", "wavpack",
    "wmalossless",
  ]
}

extension AudioTrack {
  /// The tracks of a file. Tracks that would have the same label get their number in front.
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
