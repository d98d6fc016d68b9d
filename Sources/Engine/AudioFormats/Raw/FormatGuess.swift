// FormatGuess.swift
// Guesses the format of a file that libsndfile refuses from its first bytes, so that the error can name it.

import HostIO
import Localization

/// The probable format of a file that could not be opened.
package enum FormatGuess: Hashable, Sendable {
  /// A format that libsndfile knows: this file is damaged, or has an encoding that it does not know.
  case readable(Container)
  /// A known format that ffmpeg reads, with its article: "an MP4 file (M4A, AAC or ALAC)"; and its container where
  /// ffmpeg's name of it is less exact.
  case foreign(Sentence, Container? = nil)
  /// A known format that neither libsndfile nor ffmpeg can read, with its article.
  case unsupported(Sentence)
  case unknown

  /// The name of a format that only ffmpeg reads; nil for other formats.
  package var foreignName: Sentence? {
    if case .foreign(let name, _) = self { name } else { nil }
  }
  package var isForeign: Bool { foreignName != nil }

  package init(_ file: FileBytes) { self.init(head: file.bytes(at: 0, length: 256)) }

  /// - Parameter head: the first 64 bytes or more.
  package init(head: [UInt8]) {
    if head.has("OggS") {
      self = Self.ogg(head)
    } else if head.has("ftypqt", at: 4) || ["moov", "mdat", "wide"].contains(where: { head.has($0, at: 4) }) {
      self = .foreign(Sentence("a QuickTime file"))
    } else if head.has("ftyp", at: 4) {
      self = .foreign(Sentence("an MP4 file (M4A, AAC or ALAC)"))
    } else if head.has("RIFF"), !head.has("WAVE", at: 8) {
      self =
        head.has("AVI ", at: 8)
        ? .foreign(Sentence("an AVI video"))
        : head.has("XWMA", at: 8)
          ? .foreign(Sentence("an xWMA file")) : .unsupported(Sentence("a RIFF file without sound"))
    } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      let isWebM = (4..<64).contains { head.has("webm", at: $0) }
      self = isWebM ? .foreign(Sentence("a WebM file"), .webM) : .foreign(Sentence("a Matroska file"))
    } else if head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) {
      self = .foreign(Sentence("a Windows Media file (WMA)"))
    } else if head.starts(with: [0, 0, 1, 0xBA]) {
      self = .foreign(Sentence("an MPEG video"))
    } else if head.count > 188, head[0] == 0x47, head[188] == 0x47 {
      self = .foreign(Sentence("an MPEG transport stream"))
    } else if let (_, name) = Self.foreignMagic.first(where: { head.has($0.0) }) {
      self = .foreign(name)
    } else if let (_, name) = Self.unsupportedMagic.first(where: { head.has($0.0) }) {
      self = .unsupported(name)
    } else if head.count > 1, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 {
      self = .foreign(Sentence("a raw AAC stream"))
    } else if head.starts(with: [0x0B, 0x77]) {
      self = .foreign(Sentence("an AC-3 stream"))
    } else if head.starts(with: [0x7F, 0xFE, 0x80, 0x01]) {
      self = .foreign(Sentence("a DTS stream"))
    } else if let (_, code) = Self.readableMagic.first(where: { head.has($0.0) }) {
      self = .readable(Container(code))
    } else if head.count > 1, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 {
      self = .readable(.mpeg)
    } else {
      self = .unknown
    }
  }

  private static func ogg(_ head: [UInt8]) -> FormatGuess {
    // The first packet begins after the table of segments, whose length stands in byte 26.
    let packet = 27 + (head.count > 26 ? Int(head[26]) : 0)
    if head.has("Speex", at: packet) { return .foreign(Sentence("an Ogg Speex file")) }
    if head.has("FLAC", at: packet + 1) { return .foreign(Sentence("an Ogg FLAC file")) }
    if head.has("theora", at: packet + 1) { return .foreign(Sentence("an Ogg Theora video")) }
    if head.has("fishead", at: packet) { return .foreign(Sentence("an Ogg file with several streams")) }
    return .readable(.ogg)
  }

  private static let foreignMagic: [(StaticString, Sentence)] = [
    ("wvpk", Sentence("a WavPack file")), ("MAC ", Sentence("a Monkey's Audio file")),
    ("TTA1", Sentence("a True Audio file")),
    ("TTA2", Sentence("a True Audio file")), ("MPCK", Sentence("a Musepack file")),
    ("MP+", Sentence("a Musepack file")),
    ("#!AMR", Sentence("an AMR recording")), (".RMF", Sentence("a RealMedia file")),
    (".ra", Sentence("a RealAudio file")),
    ("ajkg", Sentence("a Shorten file")), ("FLV", Sentence("a Flash video")),
    ("DSD ", Sentence("a DSD file (DSF)")),
    ("FRM8", Sentence("a DSD file (DSDIFF)")), ("tBaK", Sentence("a TAK file")),
    ("tBak", Sentence("a TAK file")),
    ("ADIF", Sentence("a raw AAC stream")),
  ]

  private static let unsupportedMagic: [(StaticString, Sentence)] = [
    ("OFR ", Sentence("an OptimFROG file")), ("LA0", Sentence("a Lossless Audio file")),
    ("MThd", Sentence("a MIDI file, which holds notes rather than sound,")),
    ("IMPM", Sentence("a tracker module")),
    ("Extended Module:", Sentence("a tracker module")),
  ]

  /// First bytes, and the code of the container.
  private static let readableMagic: [(StaticString, String)] = [
    ("RIFF", "wav"), ("RIFX", "wav"), ("RF64", "rf64"), ("BW64", "rf64"), ("riff", "w64"), ("FORM", "aiff"),
    ("fLaC", "flac"), ("caff", "caf"), (".snd", "au"), ("dns.", "au"), ("ID3", "mp3"), ("NIST_1A", "nist"),
    ("Creative Voice File", "voc"), ("PVF1", "pvf"), (" paf", "paf"), ("fap ", "paf"), ("2BIT", "avr"),
    ("Extended Instrument:", "xi"), ("MATLAB", "mat5"),
  ]
}
