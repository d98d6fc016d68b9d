// DiagramViewModel+Mix.swift
// The sum of the waveforms that sound, for an export: mixed as playback mixes it, from the files.

import AudioExport
import AudioFormats
import HostIO
import Localization
import Playback
import Spectral
import WaveformCore
import WaveformModel

extension DiagramViewModel {
  /// The mix of what is heard; nil with a single recording, while one that sounds is still being read, and when all are
  /// silent.
  var mixChoice: ExportViewModel.Choice? {
    let heard = voices.audible
    guard lanes.hasSeveralRecordings, let first = heard.first?.plot, sampleRate > 0,
      plots.allSatisfy({
        $0.isComplete || $0.isComputed && $0.source != nil || !voices.isAudible($0)
      })
    else { return nil }
    let parts = heard.compactMap { part(of: $0.plot, gain: $0.gain) }
    guard parts.count == heard.count else { return nil }
    let length = parts.map(\.end).max() ?? 0
    let selected = selection?.range.clamped(toLength: length)
    let placement = marks.placement
    return ExportViewModel.Choice(
      ExportSource(mixOf: parts, sampleRate: sampleRate, length: length), path: first.path,
      options: first.options, selection: selected, treatment: "mix", belongsToVideo: false,
      keepsMetadata: false,
      notes: [scopeText, selection?.band?.text].compactMap(\.self).map {
        // Translators: channels, or a range of frequencies
        localized("Only \($0) is heard, and exported.")
      }
        + parts.compactMap { $0.conversion(to: sampleRate) },
      stem: first.stem, frames: { placement.axisFrames(within: $0) })
  }

  /// What is heard of a recording in the selected band, without other recordings; nil while all its frequencies are.
  func bandChoice(
    of plot: PlotViewModel, selection: FrameRange?, channels: (places: [Int], labels: [String])?
  ) -> ExportViewModel.Choice? {
    guard let band = self.selection?.band, BandPass(band, sampleRate: plot.sampleRate) != nil else {
      return nil
    }
    let heard = voices.audible.filter { $0.plot === plot || $0.plot.original === plot }
    let own = LanePlacement(offset: 0, rate: plot.sampleRate, axisRate: plot.sampleRate)
    let parts = heard.compactMap { part(of: $0.plot, gain: $0.gain, at: own) }
    guard !parts.isEmpty, parts.count == heard.count else { return nil }
    return ExportViewModel.Choice(
      ExportSource(
        // Translators: a range of frequencies
        mixOf: parts, named: localized("Only \(band.text)"), sampleRate: plot.sampleRate, length: plot.length),
      path: plot.path, options: plot.options, selection: selection, channels: channels,
      treatment: "band", belongsToVideo: false, keepsMetadata: plot.function == nil,
      notes: [localized("Only \(band.text) is exported, as it is heard.")], stem: plot.stem,
      frames: markedFrames(in: plot))
  }

  /// Nil while its samples are not known.
  ///
  /// - Parameter place: nil: where it lies on the time axis.
  private func part(of plot: PlotViewModel, gain: Float, at place: LanePlacement? = nil) -> HeardPart? {
    guard let recording = plot.coversOriginal ? plot.original : plot, recording.isComplete,
      let description = recording.description
    else { return nil }
    let computed =
      plot.isComputed ? lanes.exporters.lazy.compactMap { $0.copy(of: plot) }.first : nil
    guard !plot.isComputed || computed != nil else { return nil }
    let band = selection?.band
    // A recording of a lower rate may have none of the frequencies.
    let isCut = band.map { $0.low >= Double(description.sampleRate) / 2 } ?? false
    return HeardPart(
      name: recording.laneName, path: recording.path,
      options: recording.options, description: description,
      length: recording.length, placement: place ?? placement(of: plot),
      gain: isCut ? 0 : gain,
      sounding: lanes.pickedChannels(of: plot).map(Set.init), computed: computed,
      pass: band.flatMap { BandPass($0, sampleRate: description.sampleRate) }, report: recording.report)
  }
}

extension ExportSource {
  /// - Parameters:
  ///   - parts: not empty.
  ///   - name: in a list.
  ///   - sampleRate: frames per second of the time axis, and of the mix.
  ///   - length: frames of the mix, from the beginning of the axis.
  init(
    mixOf parts: [HeardPart], named name: String = localized("Mix of What Is Heard"), sampleRate: Int,
    length: Int
  ) {
    let isExact = parts.allSatisfy { ![.float, .bits32].contains($0.description.precision) }
    let isAlone =
      parts.count == 1 && parts[0].isAsRead
      && parts[0].description.sampleRate == sampleRate
    // The loudspeakers of the part that has most of them: see `HeardMix`.
    var layout = parts[0].description.layout
    for part in parts where part.description.channels > layout.channels { layout = part.description.layout }
    let channels = layout.channels
    self.init(
      name: name, layout: layout,
      sampleRate: sampleRate, length: length,
      // Sums lie between the steps of 16 bits, or beyond them.
      precision: isAlone && isExact ? parts[0].description.precision : isExact ? .bits24 : .float,
      remarks: { range in Array(Set(parts.flatMap { $0.losses(in: range) })).sorted() }
    ) { (start, goesOn, take) throws(AudioFileError) in
      let voices = parts.map { $0.voice() }
      defer { for voice in voices { voice.source.cancel() } }
      let mix = HeardMix(voices, gains: parts.map(\.gain), sampleRate: sampleRate, range: start..<length)
      var frames = 0
      while goesOn() {
        let isWanted = try mix.next { (samples) throws(AudioFileError) in
          frames += samples.count / channels
          return try take(samples)
        }
        if isWanted != true {
          return ReadReport(
            frames: frames, framesPromised: nil, nonFiniteSamples: 0, isComplete: true, warnings: [],
            seeking: .exact)
        }
      }
      return nil
    }
  }
}
