// Container.swift
// What samples lie in: a value for decisions and for keeping, and the only place where it becomes a text for people.

/// The container of a recording: one of an open list, for ffmpeg knows more of them than have a name here.
public struct Container: Hashable, Sendable {
  /// ffmpeg's name of its demuxer, or a word like it where it has none or tells less: "wav", "webm". Never shown.
  package let code: String

  package init(_ code: String) { self.code = code }

  /// No container: samples without a header.
  public static let raw = Container("raw")
  public static let wav = Container("wav"), rf64 = Container("rf64"), w64 = Container("w64")
  public static let aiff = Container("aiff"), au = Container("au"), caf = Container("caf")
  public static let flac = Container("flac"), ogg = Container("ogg"), webM = Container("webm")
  /// MP3 and its like, one frame after the other.
  public static let mpeg = Container("mp3")
  /// One that libsndfile reads and has no name here.
  public static let unknown = Container("unknown")

  /// What people call it: "WAV", "Ogg".
  public var text: String { Self.texts[code] ?? code.uppercased() }

  /// Where capitals do not do.
  static let texts = [
    "aac": "ADTS", "ac3": "AC-3", "ape": "Monkey’s Audio", "asf": "Windows Media", "dtshd": "DTS",
    "eac3": "E-AC-3", "flv": "Flash Video", "matroska": "Matroska", "mov": "QuickTime", "mp3": "MPEG",
    "mpc": "Musepack", "mpc8": "Musepack", "mpeg": "MPEG program stream", "mpegts": "MPEG transport stream",
    "ogg": "Ogg", "oma": "OpenMG", "raw": "raw", "rm": "RealMedia", "shn": "Shorten", "truehd": "TrueHD",
    "tta": "True Audio", "unknown": "sound", "webm": "WebM", "wv": "WavPack", "xwma": "xWMA",
  ]
}
