// HannWindow.swift
// Julius von Hann's window, ½ − ½ cos 2πx/N (R. Blackman and J. Tukey, "The measurement of power spectra", 1958), for
// transforms: without it the edges of a stretch would be clicks, which spread over all frequencies.

import Glibc

public enum HannWindow {
  /// The weights at the middles of `size` samples, 0…1: symmetric, and none of them 0.
  public static func weights(_ size: Int) -> [Double] {
    (0..<size).map { index in
      let turn: Double = 2 * .pi * (Double(index) + 0.5)
      return 0.5 - 0.5 * cos(turn / Double(size))
    }
  }
}
