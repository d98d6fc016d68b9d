// FunctionDecoder.swift
// Computes the samples of a formula where others decode those of a file: so whatever reads recordings reads formulas. One
// thread at a time.

import Decoding
import Functions
import SystemPackage

/// The samples of a formula, one after the other.
final class FunctionDecoder: Decoder {
  private let signal: FunctionSignal
  private var position = 0
  let failure: Errno? = nil

  init(_ signal: FunctionSignal) { self.signal = signal }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    readRounded(into: buffer, channels: signal.channels)
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    let count = signal.fill(buffer, from: position)
    position += count
    return count
  }

  func seek(toFrame frame: Int) -> Bool {
    guard 0...signal.frames ~= frame else { return false }
    position = frame
    return true
  }
}
