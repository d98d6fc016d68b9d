// ExportKind.swift
// What an export writes: in which format, and how much. Values, and what they are called.

import AudioExport
import Localization

extension ExportViewModel {
  /// What the file becomes.
  enum Kind: Hashable, Sendable {
    case sound(ExportFormat)
    /// The video with another sound.
    case video

    /// What it is called in a list.
    var label: String {
      switch self {
      case .sound(.wav16): localized("WAV, 16-bit")
      case .sound(.wav24): localized("WAV, 24-bit")
      case .sound(.wav32): localized("WAV, 32-bit")
      case .sound(.wavFloat): localized("WAV, 32-bit Float")
      case .sound(.flac16): localized("FLAC, 16-bit")
      case .sound(.flac24): localized("FLAC, 24-bit")
      case .sound(.opus): "Opus"
      case .sound(.vorbis): "Ogg Vorbis"
      case .sound(.mp3): "MP3"
      case .video: localized("Video, Pictures Untouched")
      }
    }
  }

  /// What of the chosen one is wanted.
  enum Part: Hashable, Sendable {
    case whole, selection
    /// Each range of marks, in a file of its own.
    case ranges

    /// What it is called in a list.
    var label: String {
      switch self {
      case .whole: localized("Whole Recording")
      case .selection: localized("Selection")
      case .ranges: localized("Marked Ranges")
      }
    }
  }
}
