// ExportViewModel.swift
// What is to be exported, and how, as somebody is choosing it: which choices there are, what is wrong with them, and
// what the file would be called. Nothing is written here.

import AudioFile
import Observation
import SystemPackage
import WaveformCore

/// The choices of an export.
@Observable @MainActor public final class ExportViewModel {
  /// What the file becomes.
  public enum Kind: Hashable, Sendable {
    case sound(ExportFormat)
    /// The video with another sound.
    case video

    /// What it is called in a list.
    public var label: String {
      switch self {
      case .sound(.wav16): "WAV, 16-bit"
      case .sound(.wav24): "WAV, 24-bit"
      case .sound(.wavFloat): "WAV, 32-bit Float"
      case .sound(.flac16): "FLAC, 16-bit"
      case .sound(.flac24): "FLAC, 24-bit"
      case .sound(.opus): "Opus"
      case .sound(.vorbis): "Ogg Vorbis"
      case .sound(.mp3): "MP3"
      case .video: "Video, Pictures Untouched"
      }
    }
  }

  /// What can be exported; never empty.
  public let sources: [ExportSource]
  /// The selection; nil when there is none.
  public let selection: FrameRange?
  /// The file that the recording was read from.
  public let path: FilePath

  /// The place of the chosen one of `sources`.
  public var source = 0
  public var isSelectionOnly = false
  public var kind: Kind

  /// The formats that there are; a video joins them once its file is known to be one.
  public private(set) var kinds: [Kind] = ExportFormat.allCases.map(Kind.sound)
  private var movie: Movie?

  /// - Parameters:
  ///   - sources: at least one.
  ///   - selection: chosen at first when there is one.
  public init(_ sources: [ExportSource], selection: FrameRange?, path: FilePath) {
    precondition(!sources.isEmpty)
    self.sources = sources
    self.selection = selection.flatMap { $0.isEmpty ? nil : $0 }
    self.path = path
    isSelectionOnly = self.selection != nil
    kind = .sound(sources[0].isFloat ? .flac24 : .flac16)
  }

  /// Looks whether the file is a video, in the background; it is exported as one then.
  public func lookForPictures(_ options: OpenOptions) async {
    let path = path
    guard let movie = await Task.detached(operation: { try? Movie(path, options: options) }).value else {
      return
    }
    self.movie = movie
    kinds.append(.video)
    if !isSelectionOnly { kind = .video }
  }

  /// Why it cannot be done so: a sentence; nil when it can.
  public var problem: String? {
    switch kind {
    case .sound(let format):
      let source = sources[source]
      return format.problem(channels: source.channels, sampleRate: source.sampleRate).map { $0 + "." }
    case .video:
      return isSelectionOnly ? "A video is exported whole; choose the whole recording." : nil
    }
  }

  /// What will be written, in one line.
  public var summary: String {
    let source = sources[source]
    let frames = isSelectionOnly ? selection?.count : source.length
    let time = frames.map { Timecode(frames: $0, sampleRate: source.sampleRate).text }
    let channels =
      switch source.channels {
      case 1: "Mono"
      case 2: "Stereo"
      default: "\(source.channels) channels"
      }
    let kilohertz = Double(source.sampleRate) / 1000
    let rate = kilohertz == kilohertz.rounded() ? "\(Int(kilohertz)) kHz" : "\(kilohertz) kHz"
    return [time, rate, channels].compactMap { $0 }.joined(separator: " · ")
  }

  /// A name for the file: that of the recording, what was done to it, and the suffix of the format.
  public var suggestedName: String {
    let stem = path.stem ?? "recording"
    let suffix =
      switch kind {
      case .sound(let format): format.suffixes[0]
      case .video: movie?.container.suffix ?? "mkv"
      }
    let name = sources[source].name.lowercased()
    let isOriginal = source == 0
    let parts = [stem, isOriginal ? nil : name, isSelectionOnly ? "selection" : nil].compactMap { $0 }
    // The same name would be the file itself.
    let isSame = parts.count == 1 && path.extension?.lowercased() == suffix
    return parts.joined(separator: " ") + (isSame ? " copy" : "") + "." + suffix
  }

  /// The work, ready to start.
  ///
  /// - Throws: `writeFailed` when it cannot be written there: over the recording itself, for one.
  public func export(
    to target: FilePath, event: @escaping @Sendable (AudioExport.Event) -> Void
  ) throws(AudioFileError) -> AudioExport {
    let source = sources[source]
    let file = try OutputFile(target, notOver: path)
    let (kind, movie) = (kind, movie)
    return AudioExport(
      source, range: isSelectionOnly ? selection : source.length.map { 0..<$0 }, path: target,
      writer: { () throws(AudioFileError) in
        switch kind {
        case .sound(let format):
          try AudioFileWriter(
            file, format: format, channels: source.channels, sampleRate: source.sampleRate)
        case .video:
          try MovieWriter(
            file, of: movie!, as: Movie.Container(target) ?? movie!.container, channels: source.channels,
            sampleRate: source.sampleRate)
        }
      }, event: event)
  }
}
