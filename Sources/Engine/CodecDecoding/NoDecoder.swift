// NoDecoder.swift
// Stands for a decoder where none is needed.

import AudioFormats
import Decoding
import SystemPackage

/// Gives nothing.
final class NoDecoder: Decoder {
  var failure: Errno? { nil }
  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int { 0 }
  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { 0 }
  func seek(toFrame frame: Int) -> Bool { false }
}
