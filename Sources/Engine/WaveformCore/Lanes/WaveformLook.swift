// WaveformLook.swift
// Everything that the user may choose about how waveforms are drawn, in one value: models hold it, cache keys
// compare it, painters are made from it. The widths of bars and gaps are chosen in logical pixels and drawn
// in device pixels.

/// How channels share the lanes of a waveform.
public enum ChannelMode: String, Hashable, Sendable, CaseIterable {
  /// A lane for each channel.
  case separate
  /// One lane for the envelope of all channels.
  case mixed
  /// The magnitudes of two channels about one axis, one above and one below it.
  case mirrored
}

/// How waveforms are drawn.
public struct WaveformLook: Hashable, Sendable {
  public var style: WaveformStyle
  public var loudness: EnvelopeLoudness
  public var channels: ChannelMode
  public var amplitude: AmplitudeScale
  /// True when a recording is raised until its largest sample has full height.
  public var isNormalized = false
  /// Width of a bar and of the gap to the next one, in logical pixels.
  public var bars: BarMetrics
  /// Whether clipping and digital silence are marked.
  public var showsMarks = true
  /// How spectra are made and drawn.
  public var spectrogram = SpectrogramLook()

  public init(
    style: WaveformStyle = .bars, loudness: EnvelopeLoudness = .rms, channels: ChannelMode = .separate,
    amplitude: AmplitudeScale = .fullScale, bars: BarMetrics = BarMetrics(scaleFactor: 1)
  ) {
    self.style = style
    self.loudness = loudness
    self.channels = channels
    self.amplitude = amplitude
    self.bars = bars
  }

  /// The gain at which a recording whose largest |x| is `peak` has full height; limited to the greatest gain
  /// that the user can choose.
  public static func normalization(ofPeak peak: Float) -> Float {
    peak > 0 ? min(1 / peak, ratio(ofDecibels: Float(LaneGains.range.upperBound))) : 1
  }
}

/// The look of a waveform.
public enum WaveformStyle: String, Hashable, Sendable, CaseIterable {
  /// Bars in whole device pixels, mirrored about the middle.
  case bars
  /// The same bars, each in the color of its `SpectralBalance`.
  case tinted
  /// One column per device pixel: the peaks, with the loudness over them.
  case envelope
  /// One column per device pixel: how loud each frequency is.
  case spectrogram
  /// The envelope over the spectrogram.
  case both

  public var showsWaveform: Bool { self != .spectrogram }
  public var showsSpectrogram: Bool { self == .spectrogram || self == .both }
  /// Bars in whole device pixels, whatever their colors.
  public var isBars: Bool { self == .bars || self == .tinted }
  /// True when spectra have to be made for it.
  public var needsSpectra: Bool { showsSpectrogram || self == .tinted }

  /// The styles that draw nothing but waveforms.
  public static let waveforms = allCases.filter { !$0.showsSpectrogram }

  /// The next style of a lane, round and round.
  public var next: WaveformStyle {
    let all = Self.allCases
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }

  /// The style of a waveform that lies over another one, whose lane it must not hide, and from which its color tells it
  /// apart.
  public var over: WaveformStyle { showsSpectrogram ? .envelope : self == .tinted ? .bars : self }
}

/// Which loudness an envelope shows over its peaks.
public enum EnvelopeLoudness: String, Hashable, Sendable, CaseIterable {
  /// Root of the mean square.
  case rms
  /// Mean of |x|.
  case meanMagnitude = "mean-abs"
}

/// How wide bars are and how far they stand apart.
public struct BarMetrics: Hashable, Sendable {
  public let width: Int, gap: Int

  public init(width: Int, gap: Int) {
    precondition(width > 0 && gap >= 0)
    self.width = width
    self.gap = gap
  }

  /// Two logical pixels of bar and one of gap.
  public init(scaleFactor: Int) { self.init(width: 2 * scaleFactor, gap: scaleFactor) }

  /// The widths that the user can choose, in logical pixels.
  public static let widths = 1...8, gaps = 0...4

  /// The nearest widths that can be chosen.
  public init(clampingWidth width: Int, gap: Int) {
    self.init(
      width: min(max(width, Self.widths.lowerBound), Self.widths.upperBound),
      gap: min(max(gap, Self.gaps.lowerBound), Self.gaps.upperBound))
  }

  /// Width and gap as settings and actions name them, such as "2+1".
  public var name: String { "\(width)+\(gap)" }

  /// - Returns: nil when the name is not valid, or its widths cannot be chosen.
  public init?(name: String) {
    let parts = name.split(separator: "+", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let gap = parts[1], Self.widths.contains(width),
      Self.gaps.contains(gap)
    else { return nil }
    self.init(width: width, gap: gap)
  }

  /// Device pixels from one bar to the next.
  public var pitch: Int { width + gap }

  /// The same widths at this number of device pixels per logical pixel.
  public func scaled(by scaleFactor: Int) -> BarMetrics {
    BarMetrics(width: width * scaleFactor, gap: gap * scaleFactor)
  }

  /// The nearest whole widths at this number of device pixels per logical pixel; a gap keeps at least one.
  ///
  /// The distance of two bars is rounded first, so that as many bars as possible are seen of those that were chosen, then the gap,
  /// which is the narrower one: the eye sees it alternate, and it would vanish first. The bar has what is left. Bars of 2 + 1
  /// become 3 + 1 at 1.25, 3 + 2 at 1.5 and 1.75, 5 + 2 at 2.25.
  ///
  /// - Parameter factor: > 0.
  public func scaled(by factor: Double) -> BarMetrics {
    func rounded(_ length: Int) -> Int { Int((Double(length) * factor).rounded()) }
    let gap = gap > 0 ? max(1, rounded(gap)) : 0
    return BarMetrics(width: max(1, rounded(pitch) - gap), gap: gap)
  }

  /// The grid whose columns are bars.
  public func grid(over pixels: PixelGrid) -> PixelGrid {
    PixelGrid(framesPerPixel: pixels.framesPerPixel * Double(pitch), origin: pixels.origin)
  }
}
