// Opening.swift
// Finds out how a file has to be decoded and what its header is worth. Runs wherever a reader is opened, in the
// background.

import AudioFormats
import CSndfile
import Functions
import HostIO
import Localization
import SystemPackage

/// What was found out about a file before its first sample is decoded.
struct Opening {
  let decoder: any Decoder
  let access: DecoderAccess
  let description: AudioDescription

  /// Opens a file, or says why it cannot be.
  static func of(
    _ file: FileBytes, path: FilePath, options: OpenOptions, isGrowing: Bool = false
  ) throws(AudioFileError) -> Opening {
    if let signal = options.function { return try computed(signal, path: path) }
    if let raw = options.raw { return try plain(raw, container: .raw, file: file, path: path) }
    let found = SampleChunk(in: file)
    let chunk = isGrowing ? found?.opened(in: file) : found
    if let format = chunk?.format {
      try check(channels: format.channels, sampleRate: format.sampleRate, path: path)
    }
    if let chunk, chunk.declaredBytes == nil, let raw = chunk.raw,
      file.count - chunk.offset >= raw.bytesPerFrame
    {
      return try plain(raw, container: chunk.container, file: file, path: path)
    }
    do throws(AudioFileError) {
      let opening: Opening
      if OggContents.vorbisBeginsTooEarly(in: file),
        let found = try? ffmpeg(
          file, path: path, options: options, insteadOf: AudioFileError(.unsupportedFormat, path: path))
      {
        opening = found
      } else if let found = try ogg(file, path: path) {
        opening = found
      } else {
        opening = try sndfileOrPlain(file, path: path, chunk: chunk)
      }
      if let track = options.audioTrack, track != 0 { throw AudioFileError(.noSuchTrack, path: path) }
      return opening
    } catch {
      if error.cause is SearchEnded || !file.goesOn() { throw error }
      if let opening = try ffmpeg(file, path: path, options: options, insteadOf: error) { return opening }
      throw error
    }
  }

  /// There is nothing to find out about a formula.
  private static func computed(
    _ signal: FunctionSignal, path: FilePath
  ) throws(AudioFileError) -> Opening {
    let description = AudioDescription(
      container: .function, encoding: Encoding(.float, bits: 32), channels: signal.channels,
      sampleRate: signal.sampleRate, framesPromised: signal.frames, isFloat: true, isLossy: false,
      seeking: .exact,
      // As many as its samples would take.
      byteCount: signal.frames * signal.channels * MemoryLayout<Float>.size,
      channelLabels: FormatNames.channels(signal.channels, map: nil))
    return Opening(decoder: FunctionDecoder(signal), access: .function(signal), description: description)
  }

  /// By libsndfile, or without it where it does not know a header in which all is said: BW64, say.
  private static func sndfileOrPlain(
    _ file: FileBytes, path: FilePath, chunk: SampleChunk?
  ) throws(AudioFileError) -> Opening {
    do throws(AudioFileError) {
      return try sndfile(file, path: path, chunk: chunk)
    } catch {
      guard [.damaged, .unknownFormat].contains(error.code), let chunk, let raw = chunk.raw,
        file.count - chunk.offset >= raw.bytesPerFrame
      else { throw error }
      return try plain(
        raw, container: chunk.container, file: file, path: path, declaredBytes: chunk.declaredBytes)
    }
  }

  /// What libsndfile refuses: by ffmpeg, unless the file itself cannot be read or its format is unknown.
  private static func ffmpeg(
    _ file: FileBytes, path: FilePath, options: OpenOptions, insteadOf error: AudioFileError
  ) throws(AudioFileError) -> Opening? {
    guard [.unknownFormat, .unsupportedFormat, .damaged].contains(error.code) else { return nil }
    let guess = FormatGuess(file)
    if case .unsupported = guess { return nil }
    // To ask costs a tenth of a second: not for text, nor for what is too short for any header and a packet.
    let head = file.bytes(at: 0, length: 256)
    let isText = head.allSatisfy { (9...13).contains($0) || (32...126).contains($0) }
    guard file.count >= 128, !isText || guess.isForeign else { return nil }
    do throws(AudioFileError) {
      guard let found = try FFmpegOpening(file, path: path, options: options, guess: guess) else {
        return nil
      }
      let access = DecoderAccess.ffmpeg(found.stream)
      return Opening(
        decoder: try access.open(file, path: path), access: access, description: found.description)
    } catch {
      if error.code == .needsFFmpeg && !guess.isForeign { return nil }
      throw error
    }
  }

  /// Refuses what no recording has: a header of that kind is damaged, and lanes for it would take all memory.
  private static func check(channels: Int, sampleRate: Int, path: FilePath) throws(AudioFileError) {
    if channels <= 0 { throw AudioFileError(.noAudio, path: path, detail: Sentence("it has no channels")) }
    if sampleRate <= 0 {
      throw AudioFileError(.noAudio, path: path, detail: Sentence("it has no sample rate"))
    }
    let most = RawFormat.channelLimits.upperBound
    guard RawFormat.channelLimits ~= channels else {
      throw AudioFileError(
        .damaged, path: path,
        detail: Sentence(
          "its header tells of \(channels) channel, and more than \(most) are not shown",
          plural: "its header tells of \(channels) channels, and more than \(most) are not shown",
          count: channels))
    }
    guard 1...16_777_216 ~= sampleRate else {
      throw AudioFileError(
        .damaged, path: path,
        detail: Sentence("its header tells of a sample rate of \(sampleRate) Hz, which none has"))
    }
  }

  /// Samples without a header, or with one that does not know their length.
  private static func plain(
    _ raw: RawFormat, container: Container, file: FileBytes, path: FilePath, declaredBytes: Int? = nil
  ) throws(AudioFileError) -> Opening {
    if container == .raw, let problem = raw.fault(inFileOf: file.count) {
      throw AudioFileError(.noAudio, path: path, detail: problem.asClause)
    }
    try check(channels: raw.channels, sampleRate: raw.sampleRate, path: path)
    let layout = RawLayout(
      raw, byteCount: raw.dataOffset < 0 ? 0 : min(declaredBytes ?? .max, file.count - raw.dataOffset))
    guard layout.frames > 0 else {
      throw AudioFileError(
        .noAudio, path: path, detail: Sentence("there is not one frame after byte \(raw.dataOffset)"))
    }
    let access = DecoderAccess.raw(layout)
    let isCounted = container != .raw && declaredBytes == nil
    let description = AudioDescription(
      container: container, encoding: Encoding(plain: raw.encoding), channels: raw.channels,
      sampleRate: raw.sampleRate,
      framesPromised: isCounted ? nil : declaredBytes.map { $0 / raw.bytesPerFrame } ?? layout.frames,
      isFloat: raw.encoding.isFloat, isLossy: false, seeking: .exact, byteCount: file.count,
      channelLabels: FormatNames.channels(raw.channels, map: nil),
      framesCounted: isCounted ? layout.frames : nil)
    return Opening(decoder: try access.open(file, path: path), access: access, description: description)
  }

  private static func sndfile(
    _ file: FileBytes, path: FilePath, chunk: SampleChunk?
  ) throws(AudioFileError) -> Opening {
    var access = DecoderAccess.sndfile
    let decoder = try decoder(path: path, file: file, &access)
    let info = decoder.info
    try check(channels: Int(info.channels), sampleRate: Int(info.samplerate), path: path)
    let container = FormatNames.container(info.format)
    if container == .mpeg, access != .name,
      let start = MPEGFrame.start(in: file), let decoding = MPEGDecoder(file, from: start),
      decoding.channels == Int(info.channels), decoding.sampleRate == Int(info.samplerate)
    {
      let description = describe(
        decoder,
        framesPromised: decoding.framesPromised.flatMap {
          AudioDescription.plausible($0, inBytes: file.count)
        },
        seeking: .exact, byteCount: file.count)
      return Opening(decoder: decoding, access: .mpeg(from: start), description: description)
    }
    let oggEnd = container == .ogg ? OggEnd(of: file) : nil
    let description = describe(
      decoder, framesPromised: promise(info, chunk, byteCount: file.count), seeking: seeking(info),
      byteCount: file.count,
      isCutOff: oggEnd.map { $0.isMissing && !$0.isOfLaterStream } ?? false,
      isFirstOfSeveral: oggEnd?.isOfLaterStream ?? false)
    // Where libsndfile and we agree about plain samples, they are read without it: a copy less, and by position.
    if let chunk, let raw = chunk.raw {
      let layout = RawLayout(
        raw, byteCount: min(chunk.declaredBytes ?? .max, file.count - chunk.offset))
      if layout.frames == Int(info.frames), raw.channels == Int(info.channels),
        raw.sampleRate == Int(info.samplerate), Encoding(plain: raw.encoding) == description.encoding
      {
        let access = DecoderAccess.raw(layout)
        return Opening(decoder: try access.open(file, path: path), access: access, description: description)
      }
    }
    if container == .flac, access == .sndfile {
      return Opening(decoder: FLACDecoder(file, decoder), access: .flac, description: description)
    }
    return Opening(decoder: decoder, access: access, description: description)
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
    path: FilePath, file: FileBytes, _ access: inout DecoderAccess
  ) throws(AudioFileError) -> SndfileDecoder {
    do {
      return try access.openSndfile(file, path: path)
    } catch {
      let suffix = path.extension?.lowercased() ?? ""
      if ["mp3", "mp2", "mpga"].contains(suffix) || file.bytes(at: 0, length: 3).has("ID3"),
        let start = MPEGFrame.start(in: file), start > 0
      {
        access = .mpeg(from: start)
        return try access.openSndfile(file, path: path)
      }
      guard error.code == .unknownFormat, ["gsm", "vox"].contains(suffix) else { throw error }
      access = .name
      return try access.openSndfile(file, path: path)
    }
  }

  /// The frames that the header really promises; libsndfile tells only of those that can be there.
  private static func promise(_ info: SF_INFO, _ chunk: SampleChunk?, byteCount: Int) -> Int? {
    let frames = Int(info.frames)
    guard frames >= 0, AudioDescription.plausible(frames, inBytes: byteCount) != nil else { return nil }
    guard let chunk, let declared = chunk.declaredBytes, frames > 0 else { return frames }
    let present = byteCount - chunk.offset
    guard present > 0, declared > present else { return frames }
    if let raw = chunk.raw {
      return AudioDescription.plausible(declared / raw.bytesPerFrame, inBytes: byteCount)
    }
    // Every other encoding in such a file has a constant rate, near enough.
    let scaled = Double(frames) * (Double(declared) / Double(present))
    return scaled < 0x1p62 ? AudioDescription.plausible(Int(scaled.rounded()), inBytes: byteCount) : nil
  }

  private static func describe(
    _ decoder: SndfileDecoder, framesPromised: Int?, seeking: Seeking, byteCount: Int, isCutOff: Bool = false,
    isFirstOfSeveral: Bool = false
  ) -> AudioDescription {
    let info = decoder.info
    let encoding = FormatNames.encoding(info.format)
    let isLossy = lossy.contains(encoding.codec)
    return AudioDescription(
      container: FormatNames.container(info.format), encoding: encoding, channels: Int(info.channels),
      sampleRate: Int(info.samplerate), framesPromised: framesPromised,
      isFloat: isLossy || encoding.codec == .float, isLossy: isLossy, seeking: seeking, byteCount: byteCount,
      channelLabels: FormatNames.channels(Int(info.channels), map: decoder.channelMap), isCutOff: isCutOff,
      isFirstOfSeveral: isFirstOfSeveral)
  }

  /// Why libsndfile refused a file, by what is in it: its own messages are about itself.
  static func failure(_ cause: any Error, path: FilePath, file: FileBytes) -> AudioFileError {
    if let error = file.readError() { return AudioFileError(reading: path, errno: error) }
    return switch FormatGuess(file) {
    case .unsupported(let name): AudioFileError(.unsupportedFormat, path: path, detail: name, cause: cause)
    case .foreign(let name, _):
      AudioFileError(
        // Translators: %1$s is a kind of file, as “a WavPack file”.
        .damaged, path: path, detail: Sentence("it looks like \(name), but cannot be decoded"), cause: cause)
    // libsndfile's own reason is that of whatever failed last in the process.
    case .readable(let container) where isUnknownEncoding(file):
      AudioFileError(
        .unsupportedFormat, path: path,
        detail: [.aiff, .au, .rf64].contains(container)
          // Translators: %1$s is a format whose name begins with a vowel, as “AIFF”. “that this version cannot read” follows.
          ? Sentence("an \(container.text) file with an encoding")
          // Translators: %1$s is the name of a format, as “WAV”. “that this version cannot read” follows.
          : Sentence("a \(container.text) file with an encoding"),
        cause: cause)
    case .readable(let container):
      AudioFileError(
        .damaged, path: path,
        // Translators: %1$s is the name of a format, as “WAV”.
        detail: Sentence(
          "the beginning of this \(container == .mpeg ? "MP3" : container.text) file cannot be decoded"),
        cause: cause)
    case .unknown: AudioFileError(.unknownFormat, path: path, cause: cause)
    }
  }

  /// True when a header describes samples whose encoding is none that is read here.
  private static func isUnknownEncoding(_ file: FileBytes) -> Bool {
    guard let format = SampleChunk(in: file)?.format else { return false }
    return format.channels > 0 && format.sampleRate > 0 && format.encoding == nil
  }
}
