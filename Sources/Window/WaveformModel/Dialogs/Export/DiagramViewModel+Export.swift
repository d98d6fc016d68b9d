// DiagramViewModel+Export.swift
// What of a diagram can be exported, each with what is selected of it, and which files must not be written over.

import AudioExport
import HostIO
import Localization
import Spectral
import SystemPackage
import WaveformCore

extension DiagramViewModel {
  /// The waveform that is exported unless another one is chosen: that of which a clean one is shown, or else one of
  /// which there is any, or else the first.
  public var exportedPlot: PlotViewModel? {
    let recordings = plots.filter { !$0.isComputed }
    return noise.plot?.original ?? recordings.first { noise.cleanPlot(of: $0) != nil } ?? recordings.first
  }

  /// One recording, what noise reduction leaves and takes away, the other waveforms with theirs, and what is heard of all.
  var exportChoices: [ExportViewModel.Choice] {
    guard let first = exportedPlot,
      let original = choice(
        of: first, name: localized("Original", context: "recording"), belongsToVideo: true)
    else { return [] }
    let others = plots.filter { $0 !== first && !$0.isComputed }.flatMap { plot in
      let name = plot.laneName
      let whole = choice(of: plot, name: name, belongsToVideo: false)
      return [whole].compactMap(\.self) + cleanChoices(plot, of: name)
    }
    let difference = comparison.plot.flatMap { plot in
      choice(of: plot, name: plot.settings.name ?? "", belongsToVideo: false)
    }
    let band = bandChoice(of: first, selection: selected(of: first), channels: pickedChannels(of: first))
    return [original] + cleanChoices(first, of: nil) + [band].compactMap(\.self) + others
      + [difference, mixChoice].compactMap(\.self)
  }

  private func choice(
    of plot: PlotViewModel, name: String, belongsToVideo: Bool
  ) -> ExportViewModel.Choice? {
    source(of: plot, name: name).map {
      ExportViewModel.Choice(
        $0, path: plot.path, options: plot.options, selection: selected(of: plot),
        channels: pickedChannels(of: plot), treatment: plot.isComputed ? "difference" : nil,
        belongsToVideo: belongsToVideo && plot.function == nil,
        keepsMetadata: !plot.isComputed && plot.function == nil, notes: unfilteredNotes,
        stem: plot.stem, frames: markedFrames(in: plot))
    }
  }

  /// What noise reduction leaves and takes away of a recording; empty while there is no clean one of it.
  ///
  /// - Parameter name: of the recording; nil: it is the one that is exported unless another is chosen.
  private func cleanChoices(_ plot: PlotViewModel, of name: String?) -> [ExportViewModel.Choice] {
    let recipe = noise.recipe(for: plot)
    guard noise.cleanPlot(of: plot) != nil,
      let original = source(of: plot, name: localized("Original", context: "recording")),
      recipe.problem(at: original.sampleRate) == nil
    else { return [] }
    let results: [(name: String, treatment: String, NoiseReductionResult)] = [
      // Translators: the name of a recording
      (name.map { localized("“\($0)”, clean") } ?? localized("Clean", context: "recording"), "clean", .clean),
      // Translators: the name of a recording
      (
        name.map { localized("“\($0)”, residue") } ?? localized("Residue", context: "recording"), "residue",
        .residue
      ),
    ]
    return results.map { title, treatment, result in
      ExportViewModel.Choice(
        original.reduced(recipe.effectiveProfile, recipe.settings, to: result, named: title, path: plot.path),
        path: plot.path, options: plot.options, selection: selected(of: plot),
        channels: pickedChannels(of: plot), treatment: treatment,
        belongsToVideo: name == nil && plot.function == nil, keepsMetadata: plot.function == nil,
        notes: unfilteredNotes, stem: plot.stem, frames: markedFrames(in: plot))
    }
  }

  /// That more is exported than is heard.
  private var unfilteredNotes: [String] {
    // Translators: a range of frequencies
    selection?.band.map { [localized("All frequencies are exported, not only \($0.text).")] } ?? []
  }

  private func source(of plot: PlotViewModel, name: String) -> ExportSource? {
    if plot.isComputed { return comparison.copy.map { ExportSource(difference: $0, name: name) } }
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
  public convenience init?(
    _ diagram: DiagramViewModel, isClean: Bool = false, last: LastFormats = LastFormats()
  ) {
    let choices = diagram.exportChoices
    guard !choices.isEmpty else { return nil }
    // What is heard; and of a recording that was cleaned the whole: what is selected may still be the noise.
    let hasBand = choices.contains { $0.treatment == "band" }
    let treatment: String? =
      switch isClean ? .clean : diagram.noise.listening {
      case _ where !isClean && hasBand: "band"
      case _ where !isClean && diagram.comparison.sound.hearsDifference: "difference"
      case .original: nil
      case .clean: "clean"
      case .residue: "residue"
      }
    // Of several recordings the one of which something is selected.
    let isPart = diagram.lanes.scope != nil
    let source =
      choices.firstIndex { $0.treatment == treatment && (!isPart || $0.selection != nil) }
      ?? (isPart ? choices.firstIndex { $0.selection != nil } : nil) ?? 0
    self.init(choices, source: source, wantsSelection: !diagram.noise.hasClean, last: last)
    inputs = diagram.lanes.openPaths
    tiers = diagram.marks.tiers.filter { tier in tier.marks.contains { !$0.isPoint } }
  }
}

extension PlotViewModel {
  /// How the names of files begin that are made of it. What is heard has a name, and its file has none; a formula is no
  /// good name of a file.
  public var stem: String? {
    if function == nil, !isHeard { return path.stem }
    if isComputed { return original?.stem ?? "function" }
    let own = settings.name.map(SafeName.of).flatMap { $0.isEmpty ? nil : $0 }
    return isHeard ? own : own ?? "function"
  }

  /// The folder of its file; nil for what has none of its own.
  public var folder: FilePath? { isHeard || function != nil ? nil : path.removingLastComponent() }
}
