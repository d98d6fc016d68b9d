// Movie.swift
// A file with pictures beside its sound, as far as it must be known to give it another sound.

import AudioDecoding
import AudioFormats
import HostIO
import SystemPackage

/// A video whose sound can be replaced.
public struct Movie: Sendable {
  /// What a video can be written as. Only containers in which a sound can begin at the very sample.
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
  /// Which of the audio tracks is replaced, from 0; and all of them as ffmpeg counts.
  package let track: Int, trackCount: Int
  package let layout: String?
  /// True when its sound was encoded without loss.
  package let isLossless: Bool
  /// True when its samples have more than 16 bits.
  let isDeep: Bool
  /// True when the track is the one that the file prefers.
  package let isDefault: Bool
  /// Where the first sample stands after the beginning of the file, in frames; negative before it.
  package let start: Int
  /// True when texts of the file are written in QuickTime's way, which Matroska does not know.
  let hasTimedText: Bool

  /// Looks into a file.
  ///
  /// - Parameter options: as its sound was opened.
  /// - Returns: nil when there are no moving pictures in it.
  /// - Throws: whatever opening it may throw, `needsFFmpeg` too.
  public init?(_ path: FilePath, options: OpenOptions) throws(AudioFileError) {
    let file = try FileBytes(path: path)
    let found: (pictures: Int, answer: FFprobeAnswer?, first: Double?)
    do throws(ChildProcess.Failure) {
      let pictures = try FFmpeg.pictures(in: file)
      guard pictures > 0, let answer = try FFmpeg.probe(file).answer else { return nil }
      let usable = answer.tracks.indices.filter { answer.tracks[$0].isUsable }
      let preferred = usable.firstIndex { answer.tracks[$0].isDefault } ?? 0
      let choice = options.audioTrack ?? preferred
      guard usable.indices.contains(choice) else { return nil }
      track = usable[choice]
      found = (pictures, answer, try FFmpeg.firstSample(in: file, track: usable[choice]))
    } catch {
      throw FFmpegOpening.failure(error, path: path, guess: .unknown)
    }
    guard let answer = found.answer else { return nil }
    let sound = answer.tracks[track]
    self.path = path
    trackCount = answer.tracks.count
    layout = FFmpegOpening.plainLayout(of: sound)
    isLossless = FFmpegNames.isLossless(sound.codec)
    isDeep = isLossless && !["u8", "u8p", "s16", "s16p"].contains(sound.sampleFormat)
    isDefault = sound.isDefault
    let seconds = (found.first ?? sound.start ?? 0) - (answer.start ?? 0)
    let limited = seconds.isNaN ? 0 : min(max(seconds, -1e6), 1e6)
    start = Int((limited * Double(sound.sampleRate)).rounded())
    hasTimedText = answer.formatName.hasPrefix("mov,")
  }

  /// What it is written as when nothing else is wanted: as what it is, else Matroska, which takes everything.
  public var container: Container { Container(path) ?? .matroska }
}
