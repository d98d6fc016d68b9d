// FFmpegNames.swift
// Names of ffmpeg's codecs, containers and loudspeakers as people write them. What is not listed keeps ffmpeg's name.

import AudioFormats

package enum FFmpegNames {
  /// The container, by ffmpeg's name of the demuxer and what else is known of the file.
  package static func container(_ answer: FFprobeAnswer, guess: FormatGuess) -> String {
    switch answer.demuxer {
    case "mov": return answer.brand == "qt  " ? "QuickTime" : answer.brand.hasPrefix("M4") ? "M4A" : "MP4"
    case "matroska": return guess == .foreign("a WebM file") ? "WebM" : "Matroska"
    default: return containers[answer.demuxer] ?? answer.demuxer.uppercased()
    }
  }

  /// True when every packet of the encoding has a checksum that ffmpeg's decoder looks at when it is told to.
  static func hasChecksums(_ codec: String) -> Bool {
    ["ape", "flac", "tak", "tta", "wavpack"].contains(codec)
  }

  /// The encoding of a track: "AAC", "16-bit ALAC"; what the container's name says is not said again.
  package static func encoding(_ track: FFprobeAnswer.Track, in container: String) -> String {
    if track.codec.hasPrefix("pcm_") { return plain(track) }
    let name =
      track.codec == "aac" && track.profile.hasPrefix("HE-AAC")
      ? "HE-AAC" : codecs[track.codec] ?? track.codec.replacing("_", with: " ").uppercased()
    guard lossless.contains(track.codec), track.bitsPerSample > 0 else { return name }
    // "WavPack, 16-bit" rather than "WavPack, 16-bit WavPack".
    return name == container ? "\(track.bitsPerSample)-bit" : "\(track.bitsPerSample)-bit \(name)"
  }

  private static func plain(_ track: FFprobeAnswer.Track) -> String {
    switch track.codec {
    case "pcm_alaw": "A-law"
    case "pcm_mulaw": "µ-law"
    case let codec where codec.hasPrefix("pcm_f"): "\(track.bitsPerSample)-bit float"
    default: "\(track.bitsPerSample)-bit PCM"
    }
  }

  /// True when the encoding keeps every sample.
  package static func isLossless(_ codec: String) -> Bool {
    lossless.contains(codec) || codec.hasPrefix("pcm_") && !codec.hasSuffix("law")
  }

  /// One short label per channel; empty for mono.
  package static func channels(_ count: Int, layout: String) -> [String] {
    guard count > 1 else { return [] }
    if let labels = layouts[layout]?.split(separator: " ").map(String.init), labels.count == count {
      return labels
    }
    return count == 2 ? ["L", "R"] : (1...count).map { String($0) }
  }

  /// The loudspeakers in a word: "mono", "stereo", "5.1", "6 channels".
  package static func layout(_ track: FFprobeAnswer.Track) -> String {
    switch track.channels {
    case 1: return "mono"
    case 2: return "stereo"
    default:
      guard layouts[track.layout] != nil else { return "\(track.channels) channels" }
      return track.layout.split(separator: "(").first.map(String.init) ?? track.layout
    }
  }

  private static let lossless: Set<String> = [
    "alac", "ape", "flac", "mlp", "mp4als", "ralf", "s302m", "shorten", "tak", "truehd", "tta", "wavpack",
    "wmalossless",
  ]

  private static let containers = [
    "aac": "ADTS", "ac3": "AC-3", "amr": "AMR", "ape": "Monkey’s Audio", "asf": "Windows Media", "avi": "AVI",
    "dsf": "DSF", "dts": "DTS", "dtshd": "DTS", "eac3": "E-AC-3", "flac": "FLAC", "flv": "Flash Video",
    "iff": "IFF", "loas": "LOAS", "mlp": "MLP", "mp3": "MPEG", "mpc": "Musepack", "mpc8": "Musepack",
    "mpeg": "MPEG program stream", "mpegts": "MPEG transport stream", "mxf": "MXF", "nut": "NUT",
    "ogg": "Ogg",
    "oma": "OpenMG", "rm": "RealMedia", "shn": "Shorten", "tak": "TAK", "truehd": "TrueHD",
    "tta": "True Audio",
    "wav": "WAV", "aiff": "AIFF", "caf": "CAF", "wv": "WavPack", "xwma": "xWMA",
  ]

  private static let codecs = [
    "aac": "AAC", "aac_latm": "AAC", "ac3": "AC-3", "alac": "ALAC", "amr_nb": "AMR-NB", "amr_wb": "AMR-WB",
    "ape": "Monkey’s Audio", "atrac3": "ATRAC3", "atrac3p": "ATRAC3plus", "cook": "RealAudio Cook",
    "dts": "DTS",
    "eac3": "E-AC-3", "flac": "FLAC", "gsm": "GSM 6.10", "gsm_ms": "GSM 6.10", "mlp": "MLP", "mp1": "MP1",
    "mp2": "MP2", "mp3": "MP3", "musepack7": "Musepack", "musepack8": "Musepack", "opus": "Opus",
    "qdm2": "QDesign Music", "shorten": "Shorten", "speex": "Speex", "tak": "TAK", "truehd": "TrueHD",
    "tta": "True Audio", "vorbis": "Vorbis", "wavpack": "WavPack", "wmalossless": "WMA Lossless",
    "wmapro": "WMA Pro", "wmav1": "WMA", "wmav2": "WMA", "wmavoice": "WMA Voice",
    "adpcm_ima_qt": "IMA ADPCM", "adpcm_ima_wav": "IMA ADPCM", "adpcm_ms": "MS ADPCM",
  ]

  /// ffmpeg's channel layouts in its order of channels (`ffmpeg -layouts`). The surround pair is Ls and Rs wherever
  /// it stands; a second pair beside it is Lss and Rss.
  private static let layouts = [
    "stereo": "L R", "downmix": "L R", "2.1": "L R LFE", "3.0": "L R C", "3.0(back)": "L R Cs",
    "4.0": "L R C Cs", "quad": "L R Ls Rs", "quad(side)": "L R Ls Rs", "3.1": "L R C LFE",
    "5.0": "L R C Ls Rs", "5.0(side)": "L R C Ls Rs", "4.1": "L R C LFE Cs", "5.1": "L R C LFE Ls Rs",
    "5.1(side)": "L R C LFE Ls Rs", "6.0": "L R C Cs Ls Rs", "6.1": "L R C LFE Cs Ls Rs",
    "7.0": "L R C Ls Rs Lss Rss", "7.1": "L R C LFE Ls Rs Lss Rss", "7.1(wide)": "L R C LFE Ls Rs Lc Rc",
    "7.1(wide-side)": "L R C LFE Lc Rc Ls Rs",
  ]
}
