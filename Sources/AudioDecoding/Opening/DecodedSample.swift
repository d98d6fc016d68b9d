// DecodedSample.swift
// The types in which decoders give samples, so that nothing has to be written once for each of them.

import WaveformCore

/// A type in which samples are decoded: 16-bit integers, or numbers in full scale ±1.
package protocol DecodedSample: PeakSample {
  /// Decodes the next frames; see `Decoder.read`.
  static func read(from decoder: any Decoder, into buffer: UnsafeMutableBufferPointer<Self>) -> Int
}

extension Int16: DecodedSample {
  package static func read(from decoder: any Decoder, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    decoder.read(into: buffer)
  }
}

extension Float: DecodedSample {
  package static func read(from decoder: any Decoder, into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    decoder.read(into: buffer)
  }
}
