// ChapterContainer.swift
// Recordings that carry chapters, by what they are called.

import SystemPackage

/// The format of a recording with chapters.
public enum ChapterContainer: String, CaseIterable, Sendable {
  case mp3, m4a, mp4, quickTime, matroska, webM, flac, ogg

  /// By the suffix of a file name; nil when it is none of these.
  public init?(_ path: FilePath) {
    switch path.extension?.lowercased() {
    case "mp3": self = .mp3
    case "m4a", "m4b": self = .m4a
    case "mp4", "m4v": self = .mp4
    case "mov", "qt": self = .quickTime
    case "mkv", "mka": self = .matroska
    case "webm": self = .webM
    case "flac": self = .flac
    case "ogg", "oga", "opus": self = .ogg
    default: return nil
    }
  }

  /// Its name for people, as the beginning of a sentence.
  public var name: String {
    switch self {
    case .mp3: "MP3"
    case .m4a: "M4A"
    case .mp4: "MP4"
    case .quickTime: "QuickTime"
    case .matroska: "Matroska"
    case .webM: "WebM"
    case .flac: "FLAC"
    case .ogg: "Ogg"
    }
  }

  public var isWritable: Bool { self != .flac && self != .ogg }

  /// True where the chapters are a track of texts, each of which lasts until the next.
  var isTrack: Bool { self == .m4a || self == .mp4 || self == .quickTime }

  /// True for a format that counts in milliseconds.
  var isRounded: Bool { self != .matroska && self != .webM }
}
