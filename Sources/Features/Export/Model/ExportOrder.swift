// ExportOrder.swift
// An export as it was chosen, whatever is chosen afterwards, and the work that it is. A value; what it makes runs on a
// thread of its own, and only there files are asked for.

import AudioExport
import AudioFormats
import HostIO
import Recording
import SystemPackage
import WaveformCore

/// What is to be written.
struct ExportOrder: Sendable {
  /// The samples, and of which choice they are.
  let source: ExportSource, choice: ExportViewModel.Choice
  let kind: ExportViewModel.Kind
  /// The video, where its file is one.
  let movie: Movie?
  /// Frames to write; nil: all.
  let range: FrameRange?
  /// Open files beside that of the choice, none of which is written over.
  let inputs: [FilePath]

  private var protected: [FilePath] { choice.options.function == nil ? [choice.path] + inputs : inputs }

  /// The work for one file. It fails with `writeFailed` before anything is read when that cannot be written: over a file
  /// that is open, for one.
  ///
  /// - Parameter isNew: see `OutputFile`.
  func export(
    to target: FilePath, isNew: Bool, event: @escaping @Sendable (AudioExport.Event) -> Void
  ) -> AudioExport {
    let (source, kind, movie, protected) = (source, kind, movie, protected)
    let metadata = metadata(of: range)
    return AudioExport(
      source, range: range ?? source.length.map { 0..<$0 }, path: target,
      writer: { () throws(AudioFileError) in
        // One of these files may be far away.
        let file = try OutputFile(target, notOver: protected, isNew: isNew)
        switch kind {
        case .sound(let format):
          return try AudioFileWriter(
            file, format: format, layout: source.layout, sampleRate: source.sampleRate,
            metadata: metadata())
        case .video:
          return try MovieWriter(
            file, of: movie!, as: Movie.Container(target) ?? movie!.container, layout: source.layout,
            sampleRate: source.sampleRate)
        }
      }, event: event)
  }

  /// The work for the ranges of marks, each in a file of its own.
  func batch(
    _ plan: RangePlan, as format: ExportFormat, event: @escaping @Sendable (ExportBatch.Event) -> Void
  ) -> ExportBatch {
    let (whole, protected) = (choice.source, protected)
    let parts = zip(plan.paths, plan.ranges).map { target, range in
      let metadata = metadata(of: range)
      return ExportBatch.Part(path: target, range: range) { () throws(AudioFileError) in
        try AudioFileWriter(
          try OutputFile(target, notOver: protected), format: format, layout: whole.layout,
          sampleRate: whole.sampleRate, metadata: metadata())
      }
    }
    return ExportBatch(whole, parts, event: event)
  }

  /// Tags and cues of the file, where they hold for what is written; read when they are needed.
  private func metadata(of range: FrameRange?) -> @Sendable () -> RecordingMetadata {
    let (path, options, isKept) = (choice.path, choice.options, choice.keepsMetadata)
    // A part, or some of the channels, is as loud as it is.
    let isSame = range == nil && choice.treatment == nil && choice.channels == nil
    return {
      guard isKept else { return RecordingMetadata() }
      let whole = RecordingMetadata(path: path, options: options)
      return isSame ? whole : whole.forOtherSamples().moved(to: range)
    }
  }
}
