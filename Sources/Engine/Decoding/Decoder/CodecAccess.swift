// CodecAccess.swift
// The ways in which a codec library decodes a file. Which one suits is found out once, in the process of the decoder;
// the file can be opened so again, for every thread that reads.

import AudioFormats
import HostIO
import Localization
import SystemPackage

/// How a library is to open a file.
package enum CodecAccess: Hashable, Sendable {
  /// By libsndfile: the usual way.
  case sndfile
  /// By libsndfile, and told what it is: files without any header, which only their names tell.
  case headerless(HeaderlessCodec)
  /// By libmpg123, from the first frame on, which begins at that byte.
  case mpeg(from: Int)
  /// By libsndfile, and what is damaged is stepped over.
  case flac
  /// By libvorbisfile.
  case vorbis
  /// By libopusfile.
  case opus
}

/// Encodings that stand in files without a header: always mono, at 8 kHz.
package enum HeaderlessCodec: UInt8, Sendable {
  case gsm
  case vox

  /// - Parameter suffix: of the file's name, in small letters.
  package init?(suffix: String) {
    switch suffix {
    case "gsm": self = .gsm
    case "vox": self = .vox
    default: return nil
    }
  }
}

/// What was found out about a file: how its samples are to be read, and what its header tells.
package struct CodecFinding {
  package enum Way: Hashable, Sendable {
    case codec(CodecAccess)
    /// They are plain, and need no library.
    case plain(RawLayout)
  }

  package let way: Way
  package let description: AudioDescription

  package init(_ way: Way, _ description: AudioDescription) {
    self.way = way
    self.description = description
  }
}

extension CodecFinding {
  /// Plain samples about which our own reading of the header leaves nothing open: the libraries need not be asked.
  ///
  /// - Returns: nil for all others.
  package static func usual(_ chunk: SampleChunk?, file: FileBytes) -> CodecFinding? {
    guard let chunk, let declared = chunk.declaredBytes, let raw = chunk.raw, let format = chunk.format,
      format.isUsual,
      [.wav, .rf64, .w64, .aiff, .au, .caf].contains(chunk.container)
    else { return nil }
    let present = file.count - chunk.offset
    guard present >= raw.bytesPerFrame, declared >= raw.bytesPerFrame,
      HeaderFault.of(channels: raw.channels, sampleRate: raw.sampleRate) == nil
    else { return nil }
    let layout = RawLayout(raw, byteCount: min(declared, present))
    let description = AudioDescription(
      container: chunk.container, encoding: Encoding(plain: raw.encoding), layout: format.layout,
      sampleRate: raw.sampleRate,
      framesPromised: chunk.promise(declared / raw.bytesPerFrame, inFileOf: file.count),
      isFloat: raw.encoding.isFloat, isLossy: false, seeking: .exact, byteCount: file.count,
      isFirstOfSeveral: chunk.hasSecond)
    return CodecFinding(.plain(layout), description)
  }

  /// Samples without a header, or with one that does not know their length.
  package static func plain(
    _ raw: RawFormat, container: Container, file: FileBytes, path: FilePath, declaredBytes: Int? = nil,
    channels: ChannelLayout? = nil
  ) throws(AudioFileError) -> CodecFinding {
    if container == .raw, let problem = raw.fault(inFileOf: file.count) {
      throw AudioFileError(.noAudio, path: path, detail: problem.asClause)
    }
    try HeaderFault.check(channels: raw.channels, sampleRate: raw.sampleRate, path: path)
    let layout = RawLayout(
      raw, byteCount: raw.dataOffset < 0 ? 0 : min(declaredBytes ?? .max, file.count - raw.dataOffset))
    guard layout.frames > 0 else {
      throw AudioFileError(
        .noAudio, path: path, detail: Sentence("there is not one frame after byte \(raw.dataOffset)"))
    }
    let isCounted = container != .raw && declaredBytes == nil
    let description = AudioDescription(
      container: container, encoding: Encoding(plain: raw.encoding),
      layout: channels ?? .usual(raw.channels), sampleRate: raw.sampleRate,
      framesPromised: isCounted ? nil : declaredBytes.map { $0 / raw.bytesPerFrame } ?? layout.frames,
      isFloat: raw.encoding.isFloat, isLossy: false, seeking: .exact, byteCount: file.count,
      framesCounted: isCounted ? layout.frames : nil)
    return CodecFinding(.plain(layout), description)
  }
}
