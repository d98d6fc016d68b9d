// DiagramViewModel+Mix.swift
// The sum of the waveforms that sound, for an export: mixed as playback mixes it, from the files.

import AudioExport
import AudioFormats
import HostIO
import Playback
import WaveformCore

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
      notes: (scopeText.map { ["Only \($0) is heard, and exported."] } ?? [])
        + parts.compactMap { $0.conversion(to: sampleRate) },
      frames: { placement.axisFrames(within: $0) })
  }

  /// Nil while its samples are not known.
  private func part(of plot: PlotViewModel, gain: Float) -> HeardPart? {
    guard let recording = plot.isComputed ? plot.original : plot, recording.isComplete,
      let description = recording.description
    else { return nil }
    var reduction: HeardPart.Reduction?
    if plot.isComputed {
      guard let profile = noise.profile, profile.sampleRate == description.sampleRate else { return nil }
      reduction = HeardPart.Reduction(profile: profile, settings: noise.settings)
    }
    return HeardPart(
      name: recording.settings.name ?? recording.path.displayName, path: recording.path,
      options: recording.options, description: description,
      length: recording.length, placement: placement(of: plot), gain: gain,
      sounding: lanes.pickedChannels(of: plot).map(Set.init), reduction: reduction,
      report: recording.report)
  }
}

extension ExportSource {
  /// - Parameters:
  ///   - parts: not empty.
  ///   - sampleRate: frames per second of the time axis, and of the mix.
  ///   - length: frames of the mix, from the beginning of the axis.
  init(mixOf parts: [HeardPart], sampleRate: Int, length: Int) {
    let isExact = parts.allSatisfy { $0.description.precision != .float }
    let isAlone =
      parts.count == 1 && parts[0].reduction == nil && parts[0].description.sampleRate == sampleRate
    let channels = parts.map(\.description.channels).max() ?? 1
    self.init(
      name: "Mix of What Is Heard", channels: channels,
      sampleRate: sampleRate, length: length,
      // Sums lie between the steps of 16 bits, or beyond them.
      precision: isAlone ? parts[0].description.precision : isExact ? .bits24 : .float,
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
