// CoverageSpan.swift
// A curve on its way to pixels: columns of pixels that it covers in part. Both ways to paint, pixels and Cairo,
// get the same list.

import WaveformCore

/// Some pixels below one another that are covered alike.
struct CoverageSpan: Equatable {
  let x: Int, y: Int, height: Int
  /// How much of each is covered: 1…255.
  let coverage: UInt8
}

/// Spans of one colour; relative to the tile's origin.
struct CoverageLayer {
  let color: Color
  let spans: [CoverageSpan]

  /// The colour at every coverage, premultiplied: as Cairo makes them of its own, so that pixels equal Cairo's.
  /// It keeps a component in 16 bits and takes the upper 8.
  var pixels: [UInt32] {
    (0..<256).map { coverage in
      let alpha = color.alpha * Double(coverage) / 255
      func byte(_ value: Double) -> UInt32 {
        UInt32(min(max(value, 0), 1) * 65535 + 0.5) >> 8
      }
      return byte(alpha) << 24 | byte(color.red * alpha) << 16 | byte(color.green * alpha) << 8
        | byte(color.blue * alpha)
    }
  }
}
