// DiagramViewModel+Export.swift
// What of a diagram can be exported, each with what is selected of it, and which files must not be written over.

import AudioExport
import HostIO
import Localization
import Spectral
import SystemPackage
import WaveformCore
import WaveformModel

extension DiagramViewModel {
  /// The waveform that is exported unless another one is chosen: that whose results are shown, or else the first.
  var exportedPlot: PlotViewModel? {
    let recordings = plots.filter { !$0.isComputed }
    return lanes.exporters.lazy.compactMap(\.shownRecording).first ?? recordings.first
  }

  /// True when something was computed of a recording that can be exported instead of it.
  var hasResults: Bool { lanes.exporters.contains { $0.shownRecording != nil } }

  /// One recording, what was computed of it, the other waveforms with theirs, and what is heard of all.
  var exportChoices: [ExportViewModel.Choice] {
    guard let first = exportedPlot,
      let original = choice(
        of: first, name: localized("Original", context: "recording"), belongsToVideo: true)
    else { return [] }
    let others = plots.filter { $0 !== first && !$0.isComputed }.flatMap { plot in
      let name = plot.laneName
      let whole = choice(of: plot, name: name, belongsToVideo: false)
      return [whole].compactMap(\.self) + results(plot, of: name)
    }
    let computed = plots.filter { $0.isComputed && !$0.coversOriginal }.flatMap { results($0, of: nil) }
    let band = bandChoice(of: first, selection: selected(of: first), channels: pickedChannels(of: first))
    return [original] + results(first, of: nil) + [band].compactMap(\.self) + others + computed
      + [mixChoice].compactMap(\.self)
  }

  private func choice(
    of plot: PlotViewModel, name: String, belongsToVideo: Bool
  ) -> ExportViewModel.Choice? {
    source(of: plot, name: name).map {
      ExportViewModel.Choice(
        $0, path: plot.path, options: plot.options, selection: selected(of: plot),
        channels: pickedChannels(of: plot), belongsToVideo: belongsToVideo && plot.function == nil,
        keepsMetadata: plot.function == nil, notes: unfilteredNotes,
        stem: plot.stem, frames: markedFrames(in: plot))
    }
  }

  /// What features have computed of a recording, or what such a waveform that stands alone is itself.
  ///
  /// - Parameter name: of the recording; nil: it is the one that is exported unless another is chosen.
  private func results(_ plot: PlotViewModel, of name: String?) -> [ExportViewModel.Choice] {
    let original = source(of: plot, name: localized("Original", context: "recording"))
    return lanes.exporters.flatMap { $0.results(of: plot) }.compactMap { result in
      result.source(original, result.title(name)).map {
        ExportViewModel.Choice(
          $0, path: plot.path, options: plot.options, selection: selected(of: plot),
          channels: pickedChannels(of: plot), treatment: result.kind,
          belongsToVideo: name == nil && plot.function == nil && !plot.isComputed,
          keepsMetadata: plot.function == nil && !plot.isComputed, notes: unfilteredNotes, stem: plot.stem,
          frames: markedFrames(in: plot))
      }
    }
  }

  /// That more is exported than is heard.
  private var unfilteredNotes: [String] {
    // Translators: a range of frequencies
    selection?.band.map { [localized("All frequencies are exported, not only \($0.text).")] } ?? []
  }

  private func source(of plot: PlotViewModel, name: String) -> ExportSource? {
    guard !plot.isComputed else { return nil }
    return plot.description.map {
      ExportSource(
        name: name, path: plot.path, options: plot.options, description: $0,
        length: plot.isComplete ? plot.length : nil)
    }
  }

  /// Turns frames of the recording that has marks into those of a waveform.
  func markedFrames(in plot: PlotViewModel) -> @Sendable (FrameRange) -> FrameRange {
    guard marks.recording != plot.path else { return { $0 } }
    let (from, to) = (marks.placement, placement(of: plot))
    return { to.frames(ofAxis: from.axisFrames(within: $0)) }
  }

  /// What is selected on the time axis, in frames of a waveform.
  private func selected(of plot: PlotViewModel) -> FrameRange? {
    guard let selected = selection?.range, !selected.isEmpty,
      lanes.selectedChannels(of: plot)?.isEmpty != true
    else { return nil }
    return placement(of: plot).frames(ofAxis: selected).clamped(toLength: plot.length)
  }
}

extension DiagramViewModel {
  /// The selected channels of a waveform, and what they are called; nil: all.
  private func pickedChannels(of plot: PlotViewModel) -> (places: [Int], labels: [String])? {
    lanes.pickedChannels(of: plot).flatMap { places in
      places.isEmpty ? nil : (places, places.map { plot.label(ofChannel: $0) ?? "\($0 + 1)" })
    }
  }
}

extension ExportViewModel {
  /// - Parameters:
  ///   - isClean: true to choose the clean recording at first, whatever is heard.
  ///   - last: the format that was chosen last for files of a kind.
  /// - Returns: nil while there is nothing to export.
  convenience init?(
    _ diagram: DiagramViewModel, isClean: Bool = false, last: LastFormats = LastFormats()
  ) {
    let choices = diagram.exportChoices
    guard !choices.isEmpty else { return nil }
    // What is heard; and of a recording that was cleaned the whole: what is selected may still be the noise.
    let hasBand = choices.contains { $0.treatment == "band" }
    let exporters = diagram.lanes.exporters
    let treatment = isClean ? "clean" : hasBand ? "band" : exporters.compactMap(\.heardResult).last
    // Of several recordings the one of which something is selected.
    let isPart = diagram.lanes.scope != nil
    let source =
      choices.firstIndex { $0.treatment == treatment && (!isPart || $0.selection != nil) }
      ?? (isPart ? choices.firstIndex { $0.selection != nil } : nil) ?? 0
    self.init(choices, source: source, wantsSelection: !diagram.hasResults, last: last)
    inputs = diagram.lanes.openPaths
    tiers = diagram.marks.tiers.filter { tier in tier.marks.contains { !$0.isPoint } }
  }
}
