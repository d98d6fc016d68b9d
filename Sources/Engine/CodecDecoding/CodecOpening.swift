// CodecOpening.swift
// Finds out with the codec libraries how a file has to be decoded and what its header is worth. Runs in the process of
// the decoder, which knows no names: errors tell of the path that it is given.

import AudioFormats
import CSndfile
import Decoding
import HostIO
import SystemPackage

/// What was found out about a file, and a decoder that stands at its beginning.
package struct CodecOpening {
  package let decoder: any Decoder
  package let finding: CodecFinding

  init(_ decoder: any Decoder, _ access: CodecAccess, _ description: AudioDescription) {
    self.decoder = decoder
    finding = CodecFinding(.codec(access), description)
  }

  /// Samples that are plain are read without a library.
  private init(_ finding: CodecFinding) {
    self.finding = finding
    decoder = NoDecoder()
  }

  /// Opens a file, or says why the libraries cannot.
  ///
  /// - Parameters:
  ///   - suffix: of its name, in small letters.
  ///   - isGrowing: true when the file is being written, and may hold more than its header says.
  package static func of(
    _ file: FileBytes, path: FilePath, suffix: String, isGrowing: Bool
  ) throws(AudioFileError) -> CodecOpening {
    if let found = try ogg(file, path: path) { return found }
    let found = SampleChunk(in: file)
    let chunk = isGrowing ? found?.opened(in: file) : found
    return try sndfileOrPlain(file, path: path, suffix: suffix, chunk: chunk)
  }

  /// By libsndfile, or without it where it does not know a header in which all is said: BW64, say.
  private static func sndfileOrPlain(
    _ file: FileBytes, path: FilePath, suffix: String, chunk: SampleChunk?
  ) throws(AudioFileError) -> CodecOpening {
    do throws(AudioFileError) {
      return try sndfile(file, path: path, suffix: suffix, chunk: chunk)
    } catch {
      guard [.damaged, .unknownFormat].contains(error.code), let chunk, let raw = chunk.raw,
        file.count - chunk.offset >= raw.bytesPerFrame
      else { throw error }
      return CodecOpening(
        try .plain(
          raw, container: chunk.container, file: file, path: path, declaredBytes: chunk.declaredBytes,
          channels: chunk.format?.layout))
    }
  }

  private static func sndfile(
    _ file: FileBytes, path: FilePath, suffix: String, chunk: SampleChunk?
  ) throws(AudioFileError) -> CodecOpening {
    // ffmpeg reads these.
    guard !VOCBlocks.followSound(in: file) else { throw AudioFileError(.unknownFormat, path: path) }
    var access = CodecAccess.sndfile
    let decoder = try decoder(path: path, suffix: suffix, file: file, &access)
    let info = decoder.info
    try HeaderFault.check(channels: Int(info.channels), sampleRate: Int(info.samplerate), path: path)
    let container = FormatNames.container(info.format)
    if container == .mpeg, !isHeaderless(access),
      let start = MPEGFrame.start(in: file), let decoding = MPEGDecoder(file, from: start),
      decoding.channels == Int(info.channels), decoding.sampleRate == Int(info.samplerate)
    {
      let description = describe(
        decoder,
        framesPromised: decoding.framesPromised.flatMap {
          AudioDescription.plausible($0, inBytes: file.count)
        },
        seeking: .exact, byteCount: file.count, layout: .usual(decoding.channels))
      return CodecOpening(decoding, .mpeg(from: start), description)
    }
    let oggEnd = container == .ogg ? OggEnd(of: file) : nil
    let description = describe(
      decoder, framesPromised: promise(info, chunk, byteCount: file.count), seeking: seeking(info),
      byteCount: file.count, layout: layout(decoder, chunk, file),
      isCutOff: oggEnd.map { $0.isMissing && !$0.isOfLaterStream } ?? false,
      isFirstOfSeveral: oggEnd?.isOfLaterStream ?? chunk?.hasSecond ?? false)
    // Where libsndfile and we agree about plain samples, they are read without it: a copy less, and by position.
    if let chunk, let raw = chunk.raw {
      let layout = RawLayout(
        raw, byteCount: min(chunk.declaredBytes ?? .max, file.count - chunk.offset))
      if layout.frames == Int(info.frames), raw.channels == Int(info.channels),
        raw.sampleRate == Int(info.samplerate), Encoding(plain: raw.encoding) == description.encoding
      {
        return CodecOpening(CodecFinding(.plain(layout), description))
      }
    }
    if container == .flac, access == .sndfile {
      return CodecOpening(FLACDecoder(file, decoder), .flac, description)
    }
    return CodecOpening(decoder, access, description)
  }

  /// How far libsndfile can be trusted to jump (1.2.0, 300 ranges of every format compared).
  private static func seeking(_ info: SF_INFO) -> Seeking {
    let encoding = FormatNames.encoding(info.format)
    let isWrong =
      // Vorbis in 10 of 200 places; 20-bit ALAC and sample dumps near their end.
      encoding.codec == .vorbis || encoding == Encoding(.alac, bits: 20)
      || info.format & Int32(SF_FORMAT_TYPEMASK) == Int32(SF_FORMAT_SDS)
    return info.seekable == 0 || isWrong ? .forwardOnly : .exact
  }

  private static let mpeg: Set<Encoding.Codec> = [.mp1, .mp2, .mp3]
  private static let lossy = mpeg.union([.vorbis, .opus])

  /// From the beginning; from the first frame of an MP3 with something before it; or by the name, for the two
  /// formats that have no header at all.
  private static func decoder(
    path: FilePath, suffix: String, file: FileBytes, _ access: inout CodecAccess
  ) throws(AudioFileError) -> SndfileDecoder {
    // libmpg123 compares each comment of a tag with all others: it gets what stands behind the tag.
    let tag = ID3Tag.length(in: file)
    if tag > 0, MPEGFrame(file.bytes(at: tag, length: 4), at: 0) != nil {
      let behind = CodecAccess.mpeg(from: tag)
      if let decoder = try? behind.openSndfile(file, path: path) {
        access = behind
        return decoder
      }
    }
    do {
      return try access.openSndfile(file, path: path)
    } catch {
      if ["mp3", "mp2", "mpga"].contains(suffix) || file.bytes(at: 0, length: 3).has("ID3"),
        let start = MPEGFrame.start(in: file), start > 0
      {
        access = .mpeg(from: start)
        return try access.openSndfile(file, path: path)
      }
      guard error.code == .unknownFormat, let codec = HeaderlessCodec(suffix: suffix) else { throw error }
      access = .headerless(codec)
      return try access.openSndfile(file, path: path)
    }
  }

  /// The frames that the header really promises; libsndfile tells only of those that can be there.
  private static func promise(_ info: SF_INFO, _ chunk: SampleChunk?, byteCount: Int) -> Int? {
    let frames = Int(info.frames)
    guard frames >= 0, AudioDescription.plausible(frames, inBytes: byteCount) != nil else { return nil }
    guard let chunk, let declared = chunk.declaredBytes, frames > 0 else { return frames }
    let present = byteCount - chunk.offset
    // Of what is coded in blocks, the count of an AIFF file may be one of packets.
    let isCounted = chunk.raw != nil
    guard present > 0, declared > present else {
      return isCounted ? chunk.promise(frames, inFileOf: byteCount) : frames
    }
    if let raw = chunk.raw { return chunk.promise(declared / raw.bytesPerFrame, inFileOf: byteCount) }
    // Every other encoding in such a file has a constant rate, near enough.
    let scaled = Double(frames) * (Double(declared) / Double(present))
    return scaled < 0x1p62 ? AudioDescription.plausible(Int(scaled.rounded()), inBytes: byteCount) : nil
  }

  /// What the channels stand for: as the file says it, or its format has fixed it.
  private static func layout(_ decoder: SndfileDecoder, _ chunk: SampleChunk?, _ file: FileBytes)
    -> ChannelLayout
  {
    let channels = Int(decoder.info.channels)
    if FormatNames.container(decoder.info.format) == .flac { return .of(flac: file, channels: channels) }
    // Its order is that of the encoding, whatever the file around it says: libsndfile gives the channels as they come.
    if FormatNames.encoding(decoder.info.format).codec == .alac { return SpeakerLayouts.alac(channels) }
    // libsndfile knows Apple's tags, but neither its lists nor its masks.
    let told = chunk?.format.map { $0.channels == channels ? $0.layout : .usual(channels) }
    if let told, told != .usual(channels) { return told }
    return FormatNames.layout(channels, map: decoder.channelMap)
  }

  private static func describe(
    _ decoder: SndfileDecoder, framesPromised: Int?, seeking: Seeking, byteCount: Int, layout: ChannelLayout,
    isCutOff: Bool = false, isFirstOfSeveral: Bool = false
  ) -> AudioDescription {
    let info = decoder.info
    let encoding = FormatNames.encoding(info.format)
    let isLossy = lossy.contains(encoding.codec)
    return AudioDescription(
      container: FormatNames.container(info.format), encoding: encoding, layout: layout,
      sampleRate: Int(info.samplerate), framesPromised: framesPromised,
      isFloat: isLossy || encoding.codec == .float, isLossy: isLossy, seeking: seeking, byteCount: byteCount,
      isCutOff: isCutOff, isFirstOfSeveral: isFirstOfSeveral,
      // libmpg123 divides the bytes by the length of the first frame.
      promiseTolerance: mpeg.contains(encoding.codec) && FormatNames.container(info.format) != .mpeg
        ? .max : 0)
  }

  private static func isHeaderless(_ access: CodecAccess) -> Bool {
    if case .headerless = access { true } else { false }
  }
}
