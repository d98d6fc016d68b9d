// LookOptions.swift
// How `render` draws waveforms: the choices of the window's view menu.

import ArgumentParser
import Localization
import WaveformCore

struct LookOptions: ParsableArguments {
  @Option(
    help: Sentence(
      "Bars, bars in the colours of their frequencies, or an envelope with one column per pixel."
    ).help())
  var style: WaveformStyle = .bars

  @Option(help: Sentence("What the envelope shows over its peaks.").help())
  var loudness: EnvelopeLoudness = .rms

  @Option(
    help: Sentence("A lane for each channel, one for all of them, or one for two channels about one axis.")
      .help())
  var lanes: ChannelMode = .separate

  @Option(help: Sentence("Width of a bar, 1 to 8.").help(valueName: "pixels"))
  var barWidth = 2

  @Option(help: Sentence("Space between two bars, 0 to 4.").help(valueName: "pixels"))
  var barGap = 1

  @Option(
    help: Sentence(
      "Draw levels in decibels, from so many below full scale (12 to 120) in the middle to 0 at the edge."
    ).help(valueName: "dB"))
  var decibels: Int?

  @Option(
    parsing: .unconditional,
    help: Sentence("Raise the waveform by so many dB, \u{2212}12 to 60.").help(valueName: "dB"))
  var gain = 0.0

  @Flag(help: Sentence("Raise the waveform so that its largest sample has full height.").help())
  var normalize = false

  @Flag(help: Sentence("Do not mark clipping and digital silence.").help())
  var noMarks = false

  @OptionGroup var spectra: SpectrogramOptions

  func validate() throws {
    guard BarMetrics.widths.contains(barWidth), BarMetrics.gaps.contains(barGap) else {
      throw ValidationError(localized("--bar-width must be between 1 and 8, --bar-gap between 0 and 4."))
    }
    guard LaneGains.range.contains(gain) else {
      throw ValidationError(localized("--gain must be between \u{2212}12 and 60."))
    }
    guard (12...120).contains(decibels ?? 60) else {
      throw ValidationError(localized("--decibels must be between 12 and 120."))
    }
  }

  /// - Parameters:
  ///   - peak: the largest |x| of the recording.
  ///   - colors: of levels, if none were chosen.
  func look(ofPeak peak: Float, colors: SpectrumColorMap = .inferno) -> WaveformLook {
    let style: WaveformStyle =
      switch spectra.what {
      case .waveform: style
      case .spectrogram: .spectrogram
      case .both: .both
      }
    var look = WaveformLook(
      style: style, loudness: loudness, channels: lanes, bars: BarMetrics(width: barWidth, gap: barGap))
    look.showsMarks = !noMarks
    look.spectrogram = spectra.look(colors: colors)
    if let decibels { look.amplitude = AmplitudeScale(unit: .decibels, floorInDecibels: -Float(decibels)) }
    if gain != 0 { look.amplitude.gain = ratio(ofDecibels: Float(gain)) }
    if normalize { look.amplitude.gain *= WaveformLook.normalization(ofPeak: peak) }
    return look
  }
}

extension WaveformStyle: ExpressibleByArgument {
  /// What is drawn besides waveforms is no style of theirs.
  public init?(argument: String) {
    self.init(rawValue: argument)
    guard Self.waveforms.contains(self) else { return nil }
  }

  public static var allValueStrings: [String] { waveforms.map(\.rawValue) }
}
extension EnvelopeLoudness: ExpressibleByArgument {}
extension ChannelMode: ExpressibleByArgument {}
