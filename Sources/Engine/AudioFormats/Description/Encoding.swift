// Encoding.swift
// How samples are coded: a value for decisions and for the cache. Only here it becomes a text for people.

/// The encoding of the samples in a recording; `SampleEncoding` says how plain ones lie in the bytes.
public struct Encoding: Hashable, Sendable {
  public let codec: Codec
  /// Bits of a sample; nil where the codec has no such number, or it is unknown.
  public let bits: Int?

  /// Bits that a sample can have.
  package static let bitLimits = 1...64

  package init(_ codec: Codec, bits: Int? = nil) {
    self.codec = codec
    self.bits = bits
  }

  /// Its name for people: "16-bit PCM", "Vorbis".
  public var text: String { bits.map { "\($0)-bit \(codec.text)" } ?? codec.text }

  /// The same beside the name of its container: "16-bit" rather than "16-bit WavPack" in WavPack.
  func text(in container: Container) -> String {
    guard let bits, codec.text == container.text else { return text }
    return "\(bits)-bit"
  }

  /// A codec. The list is open, because ffmpeg knows more codecs than this file names.
  public struct Codec: Hashable, Sendable {
    /// ffmpeg's name of it, or a similar word: "vorbis", "he_aac". Never shown.
    package let code: String

    package init(_ code: String) { self.code = code }

    /// Plain integers, plain floating-point numbers, and the two that telephones use.
    public static let pcm = Codec("pcm"), float = Codec("float"), alaw = Codec("alaw"), ulaw = Codec("ulaw")
    public static let vorbis = Codec("vorbis"), opus = Codec("opus"), alac = Codec("alac")
    public static let mp1 = Codec("mp1"), mp2 = Codec("mp2"), mp3 = Codec("mp3")
    /// A codec that libsndfile decodes and this file does not name.
    public static let unknown = Codec("unknown")

    var text: String { Self.texts[code] ?? code.replacing("_", with: " ").uppercased() }

    /// Names that are not the code in capitals.
    static let texts = [
      "aac_latm": "AAC", "ac3": "AC-3", "adpcm_ima_qt": "IMA ADPCM", "adpcm_ima_wav": "IMA ADPCM",
      "adpcm_ms": "MS ADPCM", "adpcm_nms": "NMS ADPCM", "adpcm_vox": "VOX ADPCM", "alaw": "A-law",
      "amr_nb": "AMR-NB", "amr_wb": "AMR-WB", "ape": "Monkey’s Audio", "atrac3p": "ATRAC3plus",
      "cook": "RealAudio Cook", "eac3": "E-AC-3", "float": "float", "g721": "G.721", "g723": "G.723",
      "gsm": "GSM 6.10", "gsm_ms": "GSM 6.10", "he_aac": "HE-AAC", "musepack7": "Musepack",
      "musepack8": "Musepack", "opus": "Opus", "qdm2": "QDesign Music", "shorten": "Shorten",
      "speex": "Speex", "truehd": "TrueHD", "tta": "True Audio", "ulaw": "µ-law",
      "unknown": "unknown encoding", "vorbis": "Vorbis", "wavpack": "WavPack", "wmalossless": "WMA Lossless",
      "wmapro": "WMA Pro", "wmav1": "WMA", "wmav2": "WMA", "wmavoice": "WMA Voice",
    ]
  }
}
