// ResultExporter.swift
// What can be exported of the waveforms that features compute. Exports know no feature: they ask who follows the lanes.

import AudioExport
import AudioFormats
import Recording
import SystemPackage
import WaveformCore

/// A companion of the lanes whose results can be exported.
@MainActor package protocol ResultExporter: LaneCompanion {
  /// What can be exported of a recording besides itself, or of a waveform that stands alone and was computed; empty:
  /// nothing.
  func results(of plot: PlotViewModel) -> [ComputedResult]

  /// The kind of result that is heard (`ComputedResult.kind`); nil: the recordings are.
  var heardResult: String? { get }

  /// The recording whose results are shown, which is then exported first; nil: there are none.
  var shownRecording: PlotViewModel? { get }

  /// Makes a way to compute a waveform once more, from files, whatever becomes of it meanwhile.
  ///
  /// - Returns: nil for a waveform of somebody else, and while it cannot be done. Whoever takes samples cancels them.
  func copy(of plot: PlotViewModel) -> (@Sendable () -> any SampleSource)?
}

extension ResultExporter {
  package var shownRecording: PlotViewModel? { nil }
}

/// Something that is computed and can be exported.
@MainActor package struct ComputedResult {
  /// A part of the name that a file is offered: "clean", "residue", "difference".
  package let kind: String
  /// What it is called in a list, beside the name of its recording; nil: that is the only one.
  package let title: (_ recording: String?) -> String
  /// Its samples, made of those of the recording; nil while that cannot be read.
  package let source: (_ original: ExportSource?, _ title: String) -> ExportSource?

  package init(
    kind: String, title: @escaping (_ recording: String?) -> String,
    source: @escaping (_ original: ExportSource?, _ title: String) -> ExportSource?
  ) {
    (self.kind, self.title, self.source) = (kind, title, source)
  }
}

extension LaneList {
  /// The companions whose results can be exported, in the order in which they came.
  package var exporters: [any ResultExporter] { companions.all.compactMap { $0 as? any ResultExporter } }
}

extension WholeSource {
  /// The samples of a file or a function, read anew: what is missing at their end is an error. Whoever takes it cancels it.
  package convenience init(
    _ path: FilePath, _ options: OpenOptions, _ description: AudioDescription, length: Int
  ) {
    self.init(
      options.function.map { FunctionSource($0) }
        ?? FileSampleSource(path: path, options: options, description: description),
      length: length)
  }
}
