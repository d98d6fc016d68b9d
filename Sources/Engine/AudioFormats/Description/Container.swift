// Container.swift
// The container of samples: a value for decisions and for the cache. Only here it becomes a text for people.

/// The container of a recording. The list is open, because ffmpeg knows more containers than this file names.
public struct Container: Hashable, Sendable {
  /// ffmpeg's name of its demuxer, or a similar word where ffmpeg has none or a less exact one: "wav", "webm". Never
  /// shown.
  package let code: String

  package init(_ code: String) { self.code = code }

  /// Samples without a header.
  public static let raw = Container("raw")
  /// No file: samples that are computed from a formula.
  public static let function = Container("function")
  public static let wav = Container("wav"), rf64 = Container("rf64"), w64 = Container("w64")
  public static let aiff = Container("aiff"), au = Container("au"), caf = Container("caf")
  public static let flac = Container("flac"), ogg = Container("ogg"), webM = Container("webm")
  /// MP3, MP2 or MP1: frames one after the other.
  public static let mpeg = Container("mp3")
  /// A container that libsndfile reads and this file does not name.
  public static let unknown = Container("unknown")

  /// Its name for people: "WAV", "Ogg".
  public var text: String { Self.texts[code] ?? code.uppercased() }

  /// Names that are not the code in capitals.
  static let texts = [
    "aac": "ADTS", "ac3": "AC-3", "ape": "Monkey’s Audio", "asf": "Windows Media", "dtshd": "DTS",
    "eac3": "E-AC-3", "flv": "Flash Video", "function": "function", "matroska": "Matroska",
    "mov": "QuickTime", "mp3": "MPEG",
    "mpc": "Musepack", "mpc8": "Musepack", "mpeg": "MPEG program stream", "mpegts": "MPEG transport stream",
    "ogg": "Ogg", "oma": "OpenMG", "raw": "raw", "rm": "RealMedia", "shn": "Shorten", "truehd": "TrueHD",
    "tta": "True Audio", "unknown": "sound", "webm": "WebM", "wv": "WavPack", "xwma": "xWMA",
  ]
}
