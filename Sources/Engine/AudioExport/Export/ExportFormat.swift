// ExportFormat.swift
// The formats of exported recordings, and what each of them can hold.

import AudioFormats
import CSndfile
import Localization
import SystemPackage

/// The format of an exported file.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  case wav16 = "wav-16"
  case wav24 = "wav-24"
  case wav32 = "wav-32"
  case wavFloat = "wav-float"
  case flac16 = "flac-16"
  case flac24 = "flac-24"
  case opus, vorbis, mp3

  /// The usual format for a file name; nil when its suffix means no format.
  ///
  /// - Parameter precision: the precision of the samples, which the format keeps.
  public init?(_ path: FilePath, _ precision: AudioDescription.Precision) {
    switch path.extension.map({ $0.lowercased() }) {
    case "wav", "wave":
      self = [.bits16: .wav16, .bits24: .wav24, .bits32: .wav32, .float: .wavFloat][precision]!
    case "flac": self = precision == .bits16 ? .flac16 : .flac24
    case "opus": self = .opus
    case "ogg", "oga": self = .vorbis
    case "mp3": self = .mp3
    default: return nil
    }
  }

  /// Suffixes of file names, the usual one first.
  public var suffixes: [String] {
    switch self {
    case .wav16, .wav24, .wav32, .wavFloat: ["wav", "wave"]
    case .flac16, .flac24: ["flac"]
    case .opus: ["opus"]
    case .vorbis: ["ogg", "oga"]
    case .mp3: ["mp3"]
    }
  }

  /// The reason why a recording cannot be written in this format; nil when it can.
  public func problem(_ layout: ChannelLayout, sampleRate: Int) -> String? {
    fault(layout, sampleRate: sampleRate)?.localized
  }

  /// The same with its English.
  func fault(_ layout: ChannelLayout, sampleRate: Int) -> Sentence? {
    if let limit = limit(channels: layout.channels, sampleRate: sampleRate) { return limit }
    guard ChannelPlacement(layout, in: self) == nil else { return nil }
    // Translators: %1$s is the name of a format, %2$s a layout of loudspeakers, as “7.1(wide)”, or a list of them.
    return Sentence("\(name) has no places for the loudspeakers \(layout.name); choose FLAC or WAV")
  }

  private func limit(channels: Int, sampleRate: Int) -> Sentence? {
    switch self {
    case .wav16, .wav24, .wav32, .wavFloat: return nil
    case .flac16, .flac24:
      if channels > 8 {
        return Sentence("FLAC holds at most 8 channels, and there are \(channels); choose WAV")
      }
      if sampleRate > 655_350 { return Sentence("FLAC ends at 655,350 Hz; choose WAV") }
    case .opus:
      if channels > 255 { return Sentence("Opus holds at most 255 channels; choose WAV") }
      if ![8000, 12_000, 16_000, 24_000, 48_000].contains(sampleRate) {
        return Sentence(
          "Opus knows only 8, 12, 16, 24 and 48 kHz, and the recording has \(sampleRate) Hz; choose Vorbis or FLAC"
        )
      }
    case .vorbis:
      if channels > 255 { return Sentence("Vorbis holds at most 255 channels; choose WAV") }
      if !(8000...192_000).contains(sampleRate) { return Sentence("Vorbis is for 8 to 192 kHz; choose WAV") }
    case .mp3:
      if channels > 2 {
        return Sentence("MP3 holds at most 2 channels, and there are \(channels); choose FLAC")
      }
      if ![8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].contains(sampleRate) {
        return Sentence("MP3 does not know \(sampleRate) Hz; choose FLAC")
      }
    }
    return nil
  }

  /// True for WAV, with samples of any kind.
  var isWave: Bool { [.wav16, .wav24, .wav32, .wavFloat].contains(self) }

  /// Its name for people.
  var name: String {
    switch self {
    case .wav16, .wav24, .wav32, .wavFloat: "WAV"
    case .flac16, .flac24: "FLAC"
    case .opus: "Opus"
    case .vorbis: "Ogg Vorbis"
    case .mp3: "MP3"
    }
  }

  /// libsndfile's name for it. RF64 becomes plain WAV where 4 GiB are enough.
  package var native: Int32 {
    let format: (container: Int, encoding: Int) =
      switch self {
      case .wav16: (SF_FORMAT_RF64, SF_FORMAT_PCM_16)
      case .wav24: (SF_FORMAT_RF64, SF_FORMAT_PCM_24)
      case .wav32: (SF_FORMAT_RF64, SF_FORMAT_PCM_32)
      case .wavFloat: (SF_FORMAT_RF64, SF_FORMAT_FLOAT)
      case .flac16: (SF_FORMAT_FLAC, SF_FORMAT_PCM_16)
      case .flac24: (SF_FORMAT_FLAC, SF_FORMAT_PCM_24)
      case .opus: (SF_FORMAT_OGG, SF_FORMAT_OPUS)
      case .vorbis: (SF_FORMAT_OGG, SF_FORMAT_VORBIS)
      case .mp3: (SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_III)
      }
    return Int32(format.container | format.encoding)
  }

  /// Bits of an integer sample; nil for floats and lossy formats.
  var integerBits: Int? {
    switch self {
    case .wav16, .flac16: 16
    case .wav24, .flac24: 24
    case .wav32: 32
    case .wavFloat, .opus, .vorbis, .mp3: nil
    }
  }

  /// Quality of lossy formats, 0…1: Vorbis −q 6, MP3 -V 2; nil for the others.
  var quality: Double? {
    switch self {
    case .opus, .vorbis: 0.6
    case .mp3: 0.8
    default: nil
    }
  }
}
