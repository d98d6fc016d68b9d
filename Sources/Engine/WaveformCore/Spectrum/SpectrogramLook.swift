// SpectrogramLook.swift
// Everything that the user may choose about spectrograms, in one value, as `WaveformLook` is for waveforms: models hold
// it, cache keys compare it, painters are made from it.

/// The colours of levels. All rise evenly in lightness, so they can be told apart by everybody, and in print.
public enum SpectrumColorMap: String, Hashable, Sendable, CaseIterable {
  /// From black by purple and orange to pale yellow.
  case inferno
  /// From purple by green to yellow.
  case viridis
  /// From blue to yellow: looks the same with and without color-blindness.
  case cividis
  /// From white to black, for paper.
  case ink

  /// True when loud sounds are lighter than silence.
  public var isDark: Bool { self != .ink }
}

/// How spectra are made and drawn.
public struct SpectrogramLook: Hashable, Sendable {
  public var scale: FrequencyScale
  /// The frequencies that are shown; nil: all.
  public var range: FrequencyRange?
  public var colors: SpectrumColorMap
  /// The levels of the first and of the last colour, in dB: at least `leastDistance` apart.
  public private(set) var floor: Double, ceiling: Double
  /// How spectra are made: the only part that makes new spectra necessary.
  public var settings: SpectrogramSettings

  /// Levels that can be chosen, in dB, and how far apart they are at least.
  public static let levels = -120.0...0.0, leastDistance = 10.0
  /// Lengths of a window that can be chosen, in seconds.
  public static let windowLengths = 0.002...0.5

  public init(
    scale: FrequencyScale = .mel, range: FrequencyRange? = nil, colors: SpectrumColorMap = .inferno,
    floor: Double = -90, ceiling: Double = -10, settings: SpectrogramSettings = SpectrogramSettings()
  ) {
    self.scale = scale
    self.range = range
    self.colors = colors
    self.floor = floor
    self.ceiling = ceiling
    self.settings = settings
    setFloor(floor)
  }

  /// Sets the level of the first colour; moves the other one out of the way.
  public mutating func setFloor(_ level: Double) {
    let limits = Self.levels
    floor = min(max(level, limits.lowerBound), limits.upperBound - Self.leastDistance)
    ceiling = min(max(ceiling, floor + Self.leastDistance), limits.upperBound)
  }

  /// Sets the level of the last colour; moves the other one out of the way.
  public mutating func setCeiling(_ level: Double) {
    let limits = Self.levels
    ceiling = min(max(level, limits.lowerBound + Self.leastDistance), limits.upperBound)
    floor = max(min(floor, ceiling - Self.leastDistance), limits.lowerBound)
  }

  /// Gives the axis another scale; the same frequencies are not of interest on it.
  public mutating func setScale(_ scale: FrequencyScale) {
    guard scale != self.scale else { return }
    self.scale = scale
    range = nil
  }

  /// Sets the length of a window to the nearest one that can be chosen, in seconds.
  public mutating func setWindowLength(_ seconds: Double) {
    settings.windowLength = min(max(seconds, Self.windowLengths.lowerBound), Self.windowLengths.upperBound)
  }

  /// The frequencies of a lane.
  ///
  /// - Parameter height: in rows of pixels.
  public func axis(height: Int, sampleRate: Int) -> FrequencyAxis {
    FrequencyAxis(scale: scale, range: range, height: height, sampleRate: sampleRate)
  }
}
