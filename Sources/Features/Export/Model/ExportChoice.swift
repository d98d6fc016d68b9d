// ExportChoice.swift
// One of the things that can be exported: samples, where they are from, and what belongs to them. A value.

import AudioExport
import AudioFormats
import SystemPackage
import WaveformCore

extension ExportViewModel {
  /// One of the things that can be exported.
  struct Choice: Sendable {
    let source: ExportSource
    /// The file that it was read or made from.
    let path: FilePath
    /// What files that are made of it are called at first.
    let stem: String
    /// How that is opened.
    let options: OpenOptions
    /// What is selected of it, in its own frames; nil when that is nothing.
    let selection: FrameRange?
    /// The channels that are selected, and what they are called; nil: all.
    let channels: (places: [Int], labels: [String])?
    /// What was done to it, for the name of the file; nil: nothing.
    let treatment: String?
    /// True when it is the sound of the video, if the first one's file is a video.
    let belongsToVideo: Bool
    /// False when tags and cues of the file do not hold for it.
    let keepsMetadata: Bool
    /// What will be done to its samples beside that, in sentences.
    let notes: [String]
    /// Turns frames of the marked recording into its own.
    let frames: @Sendable (FrameRange) -> FrameRange

    init(
      _ source: ExportSource, path: FilePath, options: OpenOptions = OpenOptions(), selection: FrameRange?,
      channels: (places: [Int], labels: [String])? = nil, treatment: String? = nil,
      belongsToVideo: Bool, keepsMetadata: Bool = true, notes: [String] = [],
      stem: String? = nil, frames: @escaping @Sendable (FrameRange) -> FrameRange = { $0 }
    ) {
      self.source = source
      self.path = path
      self.stem = stem ?? path.stem ?? "recording"
      self.options = options
      self.selection = selection.flatMap { $0.isEmpty ? nil : $0 }
      self.channels = channels
      self.treatment = treatment
      self.belongsToVideo = belongsToVideo
      self.keepsMetadata = keepsMetadata
      self.notes = notes
      self.frames = frames
    }
  }
}
