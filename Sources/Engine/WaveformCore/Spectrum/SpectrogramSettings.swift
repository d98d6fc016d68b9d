// SpectrogramSettings.swift
// How spectra are made. What only concerns their drawing (axis, colours, floor, ceiling) is not here, because it changes
// without computing anything anew.

/// The function by which a stretch of samples is multiplied before it is transformed.
public enum SpectrumWindow: String, Hashable, Sendable, CaseIterable {
  case hann
  /// Four terms, side lobes below −92 dB (Harris 1978, "On the use of windows for harmonic analysis with the DFT").
  case blackmanHarris = "blackman-harris"
  case kaiser
}

/// How spectra are made.
public struct SpectrogramSettings: Hashable, Sendable {
  /// Seconds of a window. A recording has the power of two of frames that is nearest.
  public var windowLength: Double
  public var window: SpectrumWindow
  /// Windows that cover each frame: a power of two.
  public var overlap: Int

  public init(windowLength: Double = 2048.0 / 44_100, window: SpectrumWindow = .hann, overlap: Int = 2) {
    self.windowLength = windowLength
    self.window = window
    self.overlap = overlap
  }

  /// Frames that a window may have; overlaps that can be chosen.
  public static let sizes = 64...65_536, overlaps = [1, 2, 4, 8]

  /// Frames of a window at a sample rate.
  public func size(sampleRate: Int) -> Int {
    let wanted = windowLength * Double(max(sampleRate, 1))
    var size = Self.sizes.lowerBound
    while size < Self.sizes.upperBound, Double(size) * 1.414_213_562 < wanted { size *= 2 }
    return size
  }

  /// Frames from one window to the next.
  public func hop(sampleRate: Int) -> Int { size(sampleRate: sampleRate) / overlap }
}
