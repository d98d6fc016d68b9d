// PointerValue.swift
// The frame under the pointer, and how loud the recording is there. Views only show it.

import Glibc
import WaveformCore

/// A place in a recording and the amplitude that is drawn there.
public struct PointerValue: Equatable, Sendable {
  /// The frame that the pointer refers to.
  public let frame: Int
  /// The sample, when a pixel shows no more than one; else the greatest |x| of the pixel. In full scale; nil
  /// where nothing has been read.
  public let amplitude: Float?
  /// Loudness around the frame; nil while it is not shown.
  public var loudness: LoudnessAtPlace?
  /// What the spectrogram shows there; nil over a waveform alone.
  public var spectrum: SpectrumValue?

  public init(frame: Int, amplitude: Float?) {
    self.frame = frame
    self.amplitude = amplitude
  }

  /// Short-term and momentary loudness; empty while they are not shown.
  public var loudnessText: String {
    guard let loudness else { return "" }
    func text(_ value: Double?) -> String { value.map { LoudnessAtPlace.text($0) } ?? "\u{2013}" }
    return "S\u{202F}\(text(loudness.shortTerm)) M\u{202F}\(text(loudness.momentary))\u{202F}LUFS"
  }

  /// The level in dB relative to full scale, with one decimal; empty where nothing has been read.
  public var levelText: String {
    guard let amplitude else { return "" }
    guard amplitude != 0 else { return "\u{2212}∞\u{202F}dB" }
    let tenths = Int((200 * log10(Double(amplitude.magnitude))).rounded())
    let sign = tenths < 0 ? "\u{2212}" : tenths > 0 ? "+" : ""
    return Numerals.shown("\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)\u{202F}dB")
  }

  /// The amplitude in full scale, with four decimals; empty where nothing has been read.
  public var amplitudeText: String {
    guard let amplitude else { return "" }
    // A raw file that is not sound can hold any number.
    guard amplitude.magnitude < 1e6 else { return "\(amplitude)" }
    let units = Int((Double(amplitude) * 10_000).rounded())
    let decimals = String(abs(units) % 10_000)
    let zeros = String(repeating: "0", count: 4 - decimals.count)
    return Numerals.shown("\(units < 0 ? "\u{2212}" : "")\(abs(units) / 10_000).\(zeros)\(decimals)")
  }
}

extension PlotViewModel {
  /// What is drawn at pixel `x` of a view.
  ///
  /// - Parameters:
  ///   - channels: the loudest of these counts.
  ///   - placement: where the waveform lies on the time axis.
  /// - Returns: a frame of the axis, and the waveform's value there.
  public func value(
    at x: Double, channels: [Int], in viewport: Viewport, _ placement: LanePlacement = LanePlacement()
  ) -> PointerValue {
    let frame = min(viewport.frameIndex(at: x), viewport.length - 1)
    let pixels = placement.grid(viewport.grid)
    // When frames are wider than pixels, each frame is looked up singly.
    let isClose = pixels.framesPerPixel < 1
    let grid = isClose ? PixelGrid(framesPerPixel: 1) : pixels
    let pixel =
      isClose
      ? Int(placement.position(ofAxis: Double(frame)).rounded())
      : viewport.firstPixel + Int(x.rounded(.down))
    var amplitude: Float?
    for channel in channels {
      let columns = self.columns(channel: channel, grid: grid, first: pixel, count: 1)
      guard !columns.isEmpty(at: 0) else { continue }
      let (low, high) = (columns.low[0], columns.high[0])
      let value = low == high ? low : max(high, -low)
      if value.magnitude >= amplitude?.magnitude ?? 0 { amplitude = value }
    }
    return PointerValue(frame: frame, amplitude: amplitude)
  }
}
