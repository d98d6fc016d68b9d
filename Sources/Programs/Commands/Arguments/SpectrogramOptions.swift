// SpectrogramOptions.swift
// What `render` draws besides waveforms, and how spectra are made and drawn.

import ArgumentParser
import Localization
import WaveformCore

/// What a picture shows.
enum PictureContent: String, CaseIterable, ExpressibleByArgument {
  case waveform, spectrogram, both
}

struct SpectrogramOptions: ParsableArguments {
  @Option(
    help: Sentence("The waveform, the spectrogram, or the envelope over the spectrogram.").help())
  var what: PictureContent = .waveform

  @Option(
    help: Sentence("How frequencies are spread over the height: linear, log, mel or notes.").help())
  var frequencies: FrequencyScale = .mel

  @Option(help: Sentence("The frequency at the lower edge.").help(valueName: "Hz"))
  var lowest: Double?

  @Option(help: Sentence("The frequency at the upper edge.").help(valueName: "Hz"))
  var highest: Double?

  @Option(
    help: Sentence(
      """
      Length of a window, 2 to 500: the power of two of frames that is nearest. Without it about 46.
      """
    ).help(valueName: "ms"))
  var windowLength: Double?

  @Option(help: Sentence("The function by which a window is weighted.").help())
  var window: SpectrumWindow = .hann

  @Option(help: Sentence("Windows that cover each frame: 1, 2, 4 or 8.").help(valueName: "n"))
  var overlap = 2

  @Option(
    parsing: .unconditional,
    help: Sentence("The level of the first colour, \u{2212}120 to \u{2212}10.").help(valueName: "dB"))
  var floor = -90.0

  @Option(
    parsing: .unconditional,
    help: Sentence("The level of the last colour, \u{2212}110 to 0.").help(valueName: "dB"))
  var ceiling = -10.0

  @Option(
    help: Sentence("The colours of levels. Without it inferno, or ink with --colors print.").help())
  var spectrumColors: SpectrumColorMap?

  func validate() throws {
    guard SpectrogramSettings.overlaps.contains(overlap) else {
      throw ValidationError(localized("--overlap must be 1, 2, 4 or 8."))
    }
    guard SpectrogramLook.windowLengths.contains((windowLength ?? 46) / 1000) else {
      throw ValidationError(localized("--window-length must be between 2 and 500."))
    }
    guard (-120...(-10)).contains(floor), (-110...0).contains(ceiling),
      ceiling - floor >= SpectrogramLook.leastDistance
    else {
      throw ValidationError(
        localized("--floor and --ceiling must lie between \u{2212}120 and 0, 10 dB apart."))
    }
    guard (0..<1e6).contains(lowest ?? 0), (1...1e6).contains(highest ?? 1),
      highest ?? .infinity > lowest ?? 0
    else {
      throw ValidationError(
        localized("--highest must be greater than --lowest, and both must be frequencies in Hz."))
    }
  }

  /// - Parameter colors: of levels, if none were chosen.
  func look(colors: SpectrumColorMap) -> SpectrogramLook {
    var look = SpectrogramLook(
      scale: frequencies, colors: spectrumColors ?? colors, floor: floor, ceiling: ceiling,
      settings: SpectrogramSettings(window: window, overlap: overlap))
    if let windowLength { look.setWindowLength(windowLength / 1000) }
    if lowest != nil || highest != nil {
      // An edge that is not given is that of the recording.
      look.range = FrequencyRange(low: lowest ?? 0, high: highest ?? .infinity)
    }
    return look
  }
}

extension FrequencyScale: ExpressibleByArgument {}
extension SpectrumWindow: ExpressibleByArgument {}
extension SpectrumColorMap: ExpressibleByArgument {}
