// FFmpegOpening.swift
// Opens files that libsndfile refuses with ffmpeg, and decides how far its answers are exact. Runs on the thread that
// opens the reader.

import AudioFormats
import HostIO
import Localization
import SystemPackage

/// The description of a file by ffprobe, and the stream to decode.
package struct FFmpegOpening {
  package let stream: FFmpegStream
  package let description: AudioDescription

  /// - Returns: nil when ffmpeg does not know the file either.
  package init?(
    _ file: FileBytes, path: FilePath, options: OpenOptions, guess: FormatGuess
  ) throws(AudioFileError) {
    let probing: FFmpeg.Probing
    do { probing = try FFmpeg.probe(file) } catch { throw Self.failure(error, path: path, guess: guess) }
    let answer: FFprobeAnswer
    switch probing {
    case .answer(let found): answer = found
    case .unknown: return nil
    case .failed(let errno): throw AudioFileError(reading: path, errno: errno)
    case .ended(let reason): throw reason.error(path)
    case .takesForever:
      throw AudioFileError(
        .readFailed, path: path,
        detail: Sentence(
          "ffprobe, which looks into it, did not come to an end in \(FFmpeg.patience) second",
          plural: "ffprobe, which looks into it, did not come to an end in \(FFmpeg.patience) seconds",
          count: FFmpeg.patience))
    }
    if !guess.isForeign, answer.probeScore <= 25 { return nil }
    let usable = answer.tracks.indices.filter { answer.tracks[$0].isUsable }
    guard !usable.isEmpty else {
      // For libsndfile's own formats, its error tells more.
      guard guess.isForeign || guess == .unknown else { return nil }
      throw AudioFileError(
        .noAudio, path: path, detail: Sentence("it has no audio track that can be decoded"))
    }
    if let wish = options.audioTrack, !usable.indices.contains(wish) {
      throw AudioFileError(
        .noSuchTrack, path: path,
        // Translators: Follows “no such audio track:”.
        detail: usable.count == 1 ? Sentence("it has only one") : Sentence("it has \(usable.count)"))
    }
    let preferred = usable.firstIndex { answer.tracks[$0].isDefault } ?? 0
    let choice = options.audioTrack ?? preferred
    let delay: Int
    do { delay = try Self.delay(of: usable[choice], in: answer, file) } catch {
      throw Self.failure(error, path: path, guess: guess)
    }
    let lengths = answer.demuxer == "mov" ? MP4Length(file) : nil
    let isCutOff =
      switch answer.demuxer {
      case "mov": lengths?.isCutOff ?? false
      case "ogg": OggEnd(of: file).isMissing
      case "matroska": MatroskaEnd(of: file).isMissing
      case "asf": ASFEnd(of: file).isMissing
      case "mpegts": TransportEnd(of: file).isMissing
      default: ChunkEnd(of: file).isMissing
      }
    self.init(
      answer, usable: usable, choice: choice, delay: delay, byteCount: file.count, guess: guess,
      lengths: lengths, isCutOff: isCutOff)
  }

  private init(
    _ answer: FFprobeAnswer, usable: [Int], choice: Int, delay: Int, byteCount: Int, guess: FormatGuess,
    lengths: MP4Length?, isCutOff: Bool
  ) {
    let track = answer.tracks[usable[choice]]
    let end = lengths.flatMap { Self.end(of: usable[choice], in: answer, $0) }.map { $0 + delay }
    let length = Self.length(of: track, in: answer, end: end, delay: delay)
    // Silence is put in for what is missing, up to the promise: so it must be one that such a file can keep.
    let promised = length.frames.flatMap { AudioDescription.plausible($0, inBytes: byteCount) }
    stream = Self.stream(answer, usable[choice], end: end, promised: promised, delay: delay)
    description = AudioDescription(
      container: FFmpegNames.container(answer, guess: guess), encoding: FFmpegNames.encoding(track),
      layout: SpeakerLayouts.layout(ffmpeg: track.layout, channels: track.channels),
      sampleRate: track.sampleRate,
      framesPromised: promised,
      isFloat: stream.encoding.isFloat, isLossy: !FFmpegNames.isLossless(track.codec),
      seeking: .forwardOnly,
      byteCount: byteCount, isCutOff: isCutOff, promiseTolerance: length.tolerance, delay: delay,
      audioTracks: AudioTrack.list(usable.map { answer.tracks[$0] }), audioTrack: choice)
  }

  private static func stream(
    _ answer: FFprobeAnswer, _ index: Int, end: Int?, promised: Int?, delay: Int
  ) -> FFmpegStream {
    let track = answer.tracks[index]
    let precision = precision(of: track, in: answer)
    let encoding: SampleEncoding =
      switch track.sampleFormat {
      case "u8", "u8p", "s16", "s16p": .s16le
      case "s32", "s32p": .s32le
      default: .f32le
      }
    return FFmpegStream(
      track: index, demuxer: answer.formatName, codec: track.codec, channels: track.channels,
      sampleRate: track.sampleRate, layout: plainLayout(of: track), encoding: encoding, end: end,
      precision: precision, delay: delay,
      // A lossy encoder's delay may hide the first frames. ffmpeg counts from the start of the earliest track.
      zero: precision == .exact
        ? track.start.flatMap { frames($0 - (answer.start ?? 0), of: track) }.map { $0 - delay } : nil,
      hasChecksums: FFmpegNames.hasChecksums(track.codec), promised: promised)
  }

  /// - Parameter seconds: any number.
  /// - Returns: nil when so many frames cannot be counted.
  private static func frames(_ seconds: Double, of track: FFprobeAnswer.Track) -> Int? {
    let frames = (seconds * Double(track.sampleRate)).rounded()
    return frames.magnitude < 0x1p53 ? Int(frames) : nil
  }

  /// Seconds within which a sound begins with the recording: containers round times to milliseconds.
  package static let leastDelay = 0.001

  /// By how many frames the sound begins later than the recording; 0 where that is impossible or within a millisecond.
  package static func delay(
    of index: Int, in answer: FFprobeAnswer, _ file: FileBytes
  ) throws(ChildProcess.Failure) -> Int {
    let track = answer.tracks[index]
    guard answer.delay(of: track) > leastDelay else { return 0 }
    // The first packet may hold what no sample is decoded from.
    let seconds =
      try FFmpeg.firstSample(in: file, track: index).map { $0 - answer.origin } ?? answer.delay(of: track)
    guard seconds > leastDelay, answer.duration.map({ $0 <= 0 || seconds <= $0 }) ?? true,
      let frames = frames(seconds, of: track),
      AudioDescription.plausible(frames, inBytes: file.count) != nil
    else { return 0 }
    return frames
  }

  /// How exact a container's times are: those of the first group count samples, if the unit of this track allows that.
  private static func precision(
    of track: FFprobeAnswer.Track, in answer: FFprobeAnswer
  ) -> SampleClock.Precision? {
    let isLossless = FFmpegNames.isLossless(track.codec)
    switch answer.demuxer {
    case "wv", "tta", "ape", "tak", "caf", "mov", "ogg", "flac", "w64", "wav", "aiff":
      // Times of lossy packets in containers for plain samples are invented, and those of Vorbis in Ogg estimated.
      guard isLossless || ["mov", "caf"].contains(answer.demuxer) || track.codec == "speex" else {
        return nil
      }
      guard track.timeBaseNumerator == 1, track.timeBaseDenominator > 0,
        track.timeBaseDenominator.isMultiple(of: track.sampleRate)
      else { fallthrough }
      return isLossless ? .exact : .blocks
    case "matroska": return isLossless ? .milliseconds : .millisecondsAndBlocks
    default: return nil
    }
  }

  /// ffmpeg's name of the loudspeakers; nil when it has none.
  package static func plainLayout(of track: FFprobeAnswer.Track) -> String? {
    // ffmpeg might read other characters as part of a filter or an option.
    let isPlain = track.layout.utf8.allSatisfy {
      (48...57).contains($0) || (97...122).contains($0) || [40, 41, 45, 46].contains($0)
    }
    return isPlain && !["", "unknown"].contains(track.layout) ? track.layout : nil
  }

  /// The exact end in frames, if the movie's header or iTunes's tag excludes the encoder's padding.
  private static func end(of index: Int, in answer: FFprobeAnswer, _ lengths: MP4Length) -> Int? {
    // " 00000000 00000840 000001CA 00000000003F31F6 …": unused, priming, padding, frames.
    let words = answer.gapless.split(separator: " ")
    if words.count > 3, answer.tracks.count == 1, let frames = Int(words[3], radix: 16),
      1..<mostFrames ~= frames
    {
      return frames
    }
    guard lengths.tracks.count == answer.tracks.count, let length = lengths.tracks[index],
      length.timescale == answer.tracks[index].sampleRate, length.duration < mostFrames
    else { return nil }
    return length.duration
  }

  /// The length with the silence at the beginning, and its tolerance. Only a count of frames or packets in the file is a
  /// promise: exact where it counts frames; half a second where packets. A time at which something ends, and a bit rate with
  /// a number of bytes, are estimates, whose tolerance is unlimited.
  private static func length(
    of track: FFprobeAnswer.Track, in answer: FFprobeAnswer, end: Int?, delay: Int
  ) -> (frames: Int?, tolerance: Int) {
    // The first packet of a lossy encoding may hold no more than what the decoder needs to begin.
    if let end { return (end, FFmpegNames.isLossless(track.codec) ? 0 : longestPacket) }
    if let frames = track.frames.map({ $0 + delay }) {
      if ["wv", "tta", "ape", "tak"].contains(answer.demuxer) { return (frames, 0) }
      if ["mov", "mpc8"].contains(answer.demuxer) { return (frames, track.sampleRate / 2) }
      // Pages of Ogg count samples, and damage removes at least one page, which holds several packets.
      if answer.formatName == "ogg" { return (frames, longestPacket) }
    }
    // Matroska's tag is the time at which the track ends.
    let last = answer.demuxer == "matroska" ? track.end : nil
    let seconds =
      last.map { $0 - answer.origin } ?? answer.duration
      ?? track.duration.map { $0 + answer.delay(of: track) }
    let frames = seconds.flatMap { Self.frames($0, of: track) }
    return (frames.flatMap { $0 > 0 ? $0 : nil }, .max)
  }

  /// More frames than any recording has: sums with others do not overflow.
  private static let mostFrames = 1 << 53

  /// Frames of the longest usual packet (AAC with doubled rate), fewer than any page of Ogg holds, except the last of a
  /// stream.
  private static let longestPacket = 2048

  /// What is said when the lock ended ffmpeg.
  static let forbidden = Sentence("ffmpeg, which decodes it, did what it is not allowed to do, and was ended")

  /// Why a program that was started failed, when that was no fault of the file.
  ///
  /// - Parameter lacksMemory: whether it said so.
  package static func reason(_ end: ChildProcess.End, lacksMemory: Bool) -> Sentence? {
    switch DecoderProgram.failure(end) {
    case .forbidden?: forbidden
    case .cannotLoad?: ProcessFault.cannotLoad
    case .noLock?: notLocked
    case .cannotStart?: cannotStart
    case _ where end != .exit(0) && lacksMemory: ProcessFault.tooLittle
    default: nil
    }
  }

  /// Whether a program complained that the system gave it no memory, or no thread.
  package static func lacksMemory(_ words: String) -> Bool {
    ["Cannot allocate memory", "Resource temporarily unavailable"].contains { words.contains($0) }
  }

  private static let notLocked = Sentence("ffmpeg, which decodes it, could not be locked")
  private static let cannotStart = Sentence(
    "ffmpeg cannot be started in its lock, which takes programs, but no scripts")

  package static func failure(
    _ failure: ChildProcess.Failure, path: FilePath, guess: FormatGuess
  ) -> AudioFileError {
    switch failure {
    case .notInstalled: AudioFileError(.needsFFmpeg, path: path, detail: guess.foreignName, cause: failure)
    case .cannotStart:
      AudioFileError(
        .readFailed, path: path,
        detail: cannotStart, cause: failure)
    case .forbidden: AudioFileError(.readFailed, path: path, detail: Self.forbidden, cause: failure)
    case .notLocked:
      AudioFileError(
        .readFailed, path: path, detail: notLocked, cause: failure)
    case .cannotLoad, .incomplete, .noLock, .noProc, .otherBuild, .system:
      ProcessFault.error(failure, path: path)
    }
  }
}
