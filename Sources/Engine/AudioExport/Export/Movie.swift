// Movie.swift
// The properties of a video that are needed to replace its sound.

import AudioDecoding
import AudioFormats
import HostIO
import SystemPackage

/// A video whose sound can be replaced.
public struct Movie: Sendable {
  /// The containers for videos: only those in which a sound can begin at an exact sample.
  public enum Container: String, Hashable, Sendable, CaseIterable {
    case mp4, quickTime, matroska, webM

    /// By the suffix of a file name; nil when it is none of these.
    public init?(_ path: FilePath) {
      switch path.extension.map({ $0.lowercased() }) {
      case "mp4", "m4v": self = .mp4
      case "mov", "qt": self = .quickTime
      case "mkv": self = .matroska
      case "webm": self = .webM
      default: return nil
      }
    }

    /// The suffix of file names.
    public var suffix: String {
      switch self {
      case .mp4: "mp4"
      case .quickTime: "mov"
      case .matroska: "mkv"
      case .webM: "webm"
      }
    }

    /// ffmpeg's name of it.
    var muxer: String {
      switch self {
      case .mp4: "mp4"
      case .quickTime: "mov"
      case .matroska: "matroska"
      case .webM: "webm"
      }
    }
  }

  public let path: FilePath
  /// The audio track to replace, from 0, and the number of audio tracks, as ffmpeg counts them.
  package let track: Int, trackCount: Int
  package let layout: String?
  /// True when its sound is losslessly encoded.
  package let isLossless: Bool
  /// True when its samples have more than 16 bits.
  let isDeep: Bool
  /// True when the track is the default one.
  package let isDefault: Bool
  /// The time of the first frame from the beginning of the file, in frames: an encoder's delay, so less than a second. The
  /// frames of a sound that begins later than the pictures begin with silence (`AudioDescription.delay`).
  package let start: Int
  /// True when subtitles of the file are QuickTime timed text, which Matroska cannot hold.
  let hasTimedText: Bool

  /// Examines a file.
  ///
  /// - Parameter options: the options with which its sound was opened.
  /// - Returns: nil when it has no video.
  /// - Throws: the errors of opening a file, including `needsFFmpeg`.
  public init?(_ path: FilePath, options: OpenOptions) throws(AudioFileError) {
    let file = try FileBytes(path: path)
    let found: (answer: FFprobeAnswer, first: Double?)
    do throws(ChildProcess.Failure) {
      let pictures = try FFmpeg.pictures(in: file)
      guard pictures > 0, let answer = try FFmpeg.probe(file).answer else { return nil }
      let usable = answer.tracks.indices.filter { answer.tracks[$0].isUsable }
      let preferred = usable.firstIndex { answer.tracks[$0].isDefault } ?? 0
      let choice = options.audioTrack ?? preferred
      guard usable.indices.contains(choice) else { return nil }
      track = usable[choice]
      let isLate = try FFmpegOpening.delay(of: track, in: answer, file) > 0
      found = (answer, isLate ? answer.origin : try FFmpeg.firstSample(in: file, track: track))
    } catch {
      throw FFmpegOpening.failure(error, path: path, guess: .unknown)
    }
    let answer = found.answer
    let sound = answer.tracks[track]
    self.path = path
    trackCount = answer.tracks.count
    layout = FFmpegOpening.plainLayout(of: sound)
    isLossless = FFmpegNames.isLossless(sound.codec)
    isDeep = isLossless && !["u8", "u8p", "s16", "s16p"].contains(sound.sampleFormat)
    isDefault = sound.isDefault
    let seconds = (found.first ?? sound.start ?? 0) - (answer.start ?? 0)
    let limited = seconds.isNaN ? 0 : min(max(seconds, 0), 1)
    start = Int((limited * Double(sound.sampleRate)).rounded())
    hasTimedText = answer.formatName.hasPrefix("mov,")
  }

  /// The default container for the new video: its own one, else Matroska, which can hold everything.
  public var container: Container { Container(path) ?? .matroska }
}
