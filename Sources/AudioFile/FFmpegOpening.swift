// FFmpegOpening.swift
// Opens what libsndfile refuses by ffmpeg, and finds out what its answer is worth. Runs wherever a reader is opened.

import SystemPackage

/// A file as ffmpeg's decoders see it.
struct FFmpegOpening {
  let stream: FFmpegStream
  let description: AudioDescription

  /// - Returns: nil when ffmpeg does not know the file either.
  init?(
    _ file: FileBytes, path: FilePath, options: OpenOptions, guess: FormatGuess
  ) throws(AudioFileError) {
    let answer: FFprobeAnswer?
    do { answer = try FFmpeg.probe(file) } catch { throw Self.failure(error, path: path, guess: guess) }
    guard let answer else { return nil }
    if !guess.isForeign, answer.probeScore <= 25 { return nil }
    let usable = answer.tracks.indices.filter { answer.tracks[$0].isUsable }
    guard !usable.isEmpty else {
      // libsndfile knew better what is wrong with its own formats.
      guard guess.isForeign || guess == .unknown else { return nil }
      throw AudioFileError(.noAudio, path: path, detail: "it has no audio track that can be decoded")
    }
    if let wish = options.audioTrack, !usable.indices.contains(wish) {
      let count = usable.count == 1 ? "it has only one" : "it has \(usable.count)"
      throw AudioFileError(.noSuchTrack, path: path, detail: count)
    }
    let isMP4 = answer.formatName.hasPrefix("mov,")
    self.init(
      answer, usable: usable, options: options, byteCount: file.count, guess: guess,
      lengths: isMP4 ? MP4Length(file) : nil)
  }

  private init(
    _ answer: FFprobeAnswer, usable: [Int], options: OpenOptions, byteCount: Int, guess: FormatGuess,
    lengths: MP4Length?
  ) {
    let preferred = usable.firstIndex { answer.tracks[$0].isDefault } ?? 0
    let choice = options.audioTrack ?? preferred
    stream = Self.stream(answer, usable[choice], lengths)
    let track = answer.tracks[usable[choice]]
    let length = Self.length(of: track, in: answer, end: stream.end)
    let container = FFmpegNames.container(answer, guess: guess)
    description = AudioDescription(
      container: container, encoding: FFmpegNames.encoding(track, in: container),
      channels: track.channels, sampleRate: track.sampleRate,
      framesPromised: length.frames.flatMap {
        $0 <= AudioDescription.plausibleFrames(inBytes: byteCount) ? $0 : nil
      }, isFloat: stream.encoding.isFloat, isLossy: !FFmpegNames.isLossless(track.codec),
      seeking: .forwardOnly,
      byteCount: byteCount, channelLabels: FFmpegNames.channels(track.channels, layout: track.layout),
      promiseTolerance: length.tolerance,
      audioTracks: AudioTrack.list(usable.map { answer.tracks[$0] }), audioTrack: choice)
  }

  private static func stream(
    _ answer: FFprobeAnswer, _ index: Int, _ lengths: MP4Length?
  ) -> FFmpegStream {
    let track = answer.tracks[index]
    let encoding: SampleEncoding =
      switch track.sampleFormat {
      case "u8", "u8p", "s16", "s16p": .s16le
      case "s32", "s32p": .s32le
      default: .f32le
      }
    return FFmpegStream(
      track: index, channels: track.channels, sampleRate: track.sampleRate,
      layout: plainLayout(of: track), encoding: encoding,
      end: lengths.flatMap { end(of: index, in: answer, $0) })
  }

  /// ffmpeg's name of the loudspeakers; nil when it has none.
  static func plainLayout(of track: FFprobeAnswer.Track) -> String? {
    // Anything else might be read as part of a filter or an option.
    let isPlain = track.layout.utf8.allSatisfy {
      (48...57).contains($0) || (97...122).contains($0) || [40, 41, 45, 46].contains($0)
    }
    return isPlain && !["", "unknown"].contains(track.layout) ? track.layout : nil
  }

  /// The end to the frame, where the movie's header or iTunes's words leave the encoder's padding out.
  private static func end(of index: Int, in answer: FFprobeAnswer, _ lengths: MP4Length) -> Int? {
    // " 00000000 00000840 000001CA 00000000003F31F6 …": nothing, priming, padding, frames.
    let words = answer.gapless.split(separator: " ")
    if words.count > 3, answer.tracks.count == 1, let frames = Int(words[3], radix: 16), frames > 0 {
      return frames
    }
    guard lengths.tracks.count == answer.tracks.count, let length = lengths.tracks[index],
      length.timescale == answer.tracks[index].sampleRate
    else { return nil }
    return length.duration
  }

  /// What the container promises. Half a second more or less means nothing: it counts in packets or milliseconds.
  /// Where nothing is said of this very track, it is an estimate that nobody has to keep.
  private static func length(
    of track: FFprobeAnswer.Track, in answer: FFprobeAnswer, end: Int?
  ) -> (frames: Int?, tolerance: Int) {
    let knows = ["mov", "matroska", "asf", "avi", "wv", "tta", "ape", "mpc8", "tak"]
    let isKnown = knows.contains { answer.formatName.split(separator: ",").first ?? "" == $0 }
    if let end { return (end, track.sampleRate / 2) }
    if isKnown, let frames = track.frames { return (frames, track.sampleRate / 2) }
    // Pages of Ogg count samples; damage takes at least one of them, with several packets.
    if answer.formatName == "ogg", let frames = track.frames { return (frames, pageTolerance) }
    let seconds = answer.duration.map { $0 - max(0, track.start ?? 0) } ?? track.duration ?? 0
    let frames = seconds * Double(track.sampleRate)
    return (frames > 0 && frames < 0x1p53 ? Int(frames) : nil, .max)
  }

  /// Less than the samples on any page but the last of a stream.
  private static let pageTolerance = 2048

  static func failure(
    _ failure: ChildProcess.Failure, path: FilePath, guess: FormatGuess
  ) -> AudioFileError {
    switch failure {
    case .notInstalled: AudioFileError(.needsFFmpeg, path: path, detail: guess.foreignName, cause: failure)
    case .system(let errno): AudioFileError(.outOfMemory, path: path, detail: errno.description, cause: errno)
    }
  }
}
