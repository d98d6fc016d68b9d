// MovieWriter.swift
// Writes a video again with another sound: ffmpeg copies video and all other tracks unchanged, encodes the samples that
// it gets, and writes into a temporary file, which takes its name when it is complete. One thread.
//
// The sound stays in sync to the sample: a sound that starts late begins with silence, so that no container has to
// round its start; and only encodings are used without a delay, or whose delay the container stores (AAC by MP4's edit
// list). Opus in WebM is not among them: ffmpeg 5.1 moves it by some 7 ms against the picture (docs/performance.md).

import AudioDecoding
import AudioFormats
import Glibc
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// Writes one video.
public final class MovieWriter: SampleWriter {
  private let target: OutputFile
  private let process: WritingProcess
  /// Nil once it has its final name.
  private var file: TemporaryFile?
  private let channels: Int
  /// The places of ffmpeg's channels in a frame.
  private let order: [Int]
  /// Frames of silence still to be written before the first sample: an encoder's delay, at most a second.
  private var late: Int
  private let container: Movie.Container
  /// The metadata of the original video; nil when they could not be read.
  private let metadata: MovieMetadata?
  public private(set) var loss: Sentence?

  /// - Parameters:
  ///   - layout: of the channels that are written; the track has the same ones in ffmpeg's order.
  ///   - sampleRate: its frames per second.
  /// - Throws: `writeFailed` when the container cannot hold such a sound or no file can be created in the
  ///   folder; `needsFFmpeg`.
  public init(
    _ target: OutputFile, of movie: Movie, as container: Movie.Container, layout: ChannelLayout,
    sampleRate: Int
  ) throws(AudioFileError) {
    let channels = layout.channels
    guard WritingProcess.isConfined else {
      throw AudioFileError(
        .writeFailed, path: target.path,
        detail: Sentence(
          """
          ffmpeg, which writes videos, could write over other files here: keeping it from that needs Linux 5.13 or \
          later with Landlock; choose a sound file
          """))
    }
    let source = try FileBytes(path: movie.path)
    guard let encoding = container.encoding(of: movie, channels: channels, sampleRate: sampleRate) else {
      throw AudioFileError(
        .writeFailed, path: target.path,
        // Translators: %1$s is the name of a format, as “MP4”.
        detail: Sentence("a \(container.suffix.uppercased()) file cannot hold such a sound; choose .mkv"))
    }
    let file: TemporaryFile
    do throws(Errno) {
      file = try target.temporary()
    } catch {
      throw AudioFileError(.writeFailed, path: target.path, errno: error)
    }
    do throws(ChildProcess.Failure) {
      let metadata = try MovieMetadata(source.descriptor)
      let words = try FFmpeg.metadata(of: source, track: movie.track, withFile: false) ?? []
      let texts = FFmpegMetadata(words).tags.filter {
        !RecordingMetadata.isAboutCoding($0.key) && !RecordingMetadata.isAboutLevel($0.key)
      }
      self.metadata = metadata
      process = try FFmpeg.remux(
        source, movie, encoding: encoding, texts: texts,
        hasQuickTimeNames: metadata?.hasQuickTimeNames ?? false, container, channels: channels,
        sampleRate: sampleRate,
        into: file.number)
    } catch {
      throw FFmpegOpening.failure(error, path: movie.path, guess: .unknown)
    }
    self.file = consume file
    self.target = target
    self.container = container
    self.channels = channels
    order = layout.ffmpegOrder
    late = movie.start
  }

  public func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    while late > 0 {
      let frames = min(late, 4096)
      try [Float](repeating: 0, count: frames * channels).withUnsafeBufferPointer {
        (silence) throws(AudioFileError) in try send(silence)
      }
      late -= frames
    }
    guard order != Array(0..<channels) else { return try send(samples) }
    try samples.ordered(order, of: channels).withUnsafeBufferPointer {
      (ordered) throws(AudioFileError) in try send(ordered)
    }
  }

  private func send(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    guard process.send(UnsafeRawBufferPointer(samples)) else { throw failure() }
  }

  public var interruption: (@Sendable () -> Void)? {
    { [weak child = process.child] in child?.terminate() }
  }

  public func finish() throws(AudioFileError) {
    let end = process.end()
    // The exit status is not enough: ffmpeg 5.1 may report success although its last bytes were not written.
    let words = String(decoding: process.child.complaints(), as: UTF8.self)
    guard end == .exit(0), !words.contains("rror writing"), !words.contains("rror closing") else {
      throw failure(end, words)
    }
    loss = lostTexts()
    let path = target.path
    do throws(Errno) {
      try file.take()?.take(name: path)
    } catch {
      throw AudioFileError(.writeFailed, path: path, errno: error)
    }
  }

  /// The metadata that ffmpeg left out, in one line. Finding out takes a tenth of a second.
  private func lostTexts() -> Sentence? {
    guard let number = file?.number, let metadata, let written = try? MovieMetadata(number) else {
      return Sentence("What the video says about itself could not be compared.")
    }
    return metadata.loss(comparedWith: written, container.suffix.uppercased())
  }

  /// The error for an ffmpeg that takes no more.
  private func failure() -> AudioFileError {
    let end = process.end()
    return failure(end, String(decoding: process.child.complaints(), as: UTF8.self))
  }

  /// The error for a failed ffmpeg.
  private func failure(_ end: ChildProcess.End, _ words: String) -> AudioFileError {
    let detail =
      if let trouble = process.trouble(end, words) {
        trouble
      } else if words.contains("ould not find tag for codec") || words.contains("not currently supported")
        || words.contains("nly VP8 or VP9 or AV1")
      {
        Sentence("its pictures or texts do not fit into such a file; choose .mkv")
      } else {
        Sentence("ffmpeg could not put the video together")
      }
    return AudioFileError(.writeFailed, path: target.path, detail: detail, cause: MovieFailure(end: end))
  }
}

/// The end of the child process, for bug reports.
struct MovieFailure: Error {
  let end: ChildProcess.End
}

extension Movie.Container {
  /// ffmpeg's options for an encoding that keeps the first and last sample in place; nil when there is none.
  fileprivate func encoding(of movie: Movie, channels: Int, sampleRate: Int) -> [String]? {
    let bits = movie.isDeep ? 24 : 16
    switch self {
    case .mp4, .quickTime:
      let isPlain = (1...8).contains(channels) && channels != 7
      if movie.isLossless || sampleRate > 96_000 || sampleRate < 8000 {
        return isPlain ? ["alac", "-sample_fmt", bits == 24 ? "s32p" : "s16p"] : nil
      }
      // 96 kbit/s for each channel: 192 kbit/s for stereo.
      return isPlain ? ["aac", "-b", "\(channels * 96_000)"] : nil
    case .matroska:
      guard channels <= 8, sampleRate <= 655_350 else { return ["pcm_f32le"] }
      return ["flac", "-sample_fmt", bits == 24 ? "s32" : "s16"]
    case .webM:
      return channels <= 8 && (8000...192_000).contains(sampleRate) ? ["libvorbis", "-q", "7"] : nil
    }
  }
}

extension FFmpeg {
  /// Options that let nothing be moved. In Matroska ffmpeg moves all packets, but no chapter, where one comes first whose
  /// time is below zero, as that of a cover among pictures that wait for later ones is (5.1). MP4 has lists of edits.
  static func keepingTimes(_ muxer: String) -> [String] {
    ["matroska", "webm"].contains(muxer) ? ["-avoid_negative_ts", "disabled"] : []
  }

  /// Starts ffmpeg, which writes a video with the sound that it gets as `f32le`.
  ///
  /// - Parameters:
  ///   - encoding: the encoder of the sound, and its options.
  ///   - texts: the tags of the sound's track.
  ///   - hasQuickTimeNames: true when the file has tags with QuickTime's long names.
  ///   - target: open for writing. ffmpeg opens it again through its descriptor, because MP4 needs to seek to the
  ///     beginning.
  fileprivate static func remux(
    _ file: FileBytes, _ movie: Movie, encoding: [String], texts: [RecordingMetadata.Tag],
    hasQuickTimeNames: Bool,
    _ container: Movie.Container, channels: Int, sampleRate: Int, into target: Int32
  ) throws(ChildProcess.Failure) -> WritingProcess {
    let sound = "a:\(movie.track)"
    // Without -xerror ffmpeg would report success on a full disk.
    var arguments = ["-nostdin", "-y", "-xerror"] + limits + ["-i", input]
    // The samples are the second input. Its whitelist of formats differs from that of the first one.
    arguments += ["-f", "f32le", "-ar", "\(sampleRate)", "-ac", "\(channels)"]
    if let layout = movie.layout { arguments += ["-channel_layout", layout] }
    arguments += ["-format_whitelist", "f32le", "-protocol_whitelist", "file,pipe", "-i", "pipe:0"]
    arguments += ["-map", "0:v?"]
    for track in 0..<movie.trackCount {
      arguments += ["-map", track == movie.track ? "1:a:0" : "0:a:\(track)"]
    }
    arguments += ["-map", "0:s?", "-map", "0:t?", "-c", "copy", "-c:\(sound)"] + Array(encoding.prefix(1))
    for (index, word) in encoding.dropFirst().enumerated() {
      arguments.append(index.isMultiple(of: 2) ? "\(word):\(sound)" : word)
    }
    if container == .matroska, movie.hasTimedText { arguments += ["-c:s", "srt"] }
    // Not with -map_metadata: ffmpeg would then stop copying the texts of all other tracks.
    for text in texts { arguments += ["-metadata:s:\(sound)", "\(text.key)=\(text.value)"] }
    if movie.isDefault { arguments += ["-disposition:\(sound)", "default"] }
    arguments += keepingTimes(container.muxer)
    // Stores start times in samples, not in milliseconds.
    if container == .mp4 || container == .quickTime { arguments += ["-movie_timescale", "\(sampleRate)"] }
    // Keeps the place and camera that telephones store. The titles of iTunes have no room beside them.
    if container == .quickTime, hasQuickTimeNames { arguments += ["-movflags", "use_metadata_tags"] }
    return try WritingProcess(
      file, arguments + ["-f", container.muxer, "file:/proc/self/fd/4"], into: target)
  }
}
