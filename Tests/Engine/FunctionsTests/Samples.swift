// Samples.swift
// The samples of a formula, for tests.

@testable import Functions

/// All samples of a signal, interleaved, computed in blocks of `block` frames.
func samples(of signal: FunctionSignal, block: Int = 4096) -> [Float] {
  var all: [Float] = []
  var buffer = [Float](repeating: 0, count: block * signal.channels)
  while all.count < signal.frames * signal.channels {
    let first = all.count / signal.channels
    let count = buffer.withUnsafeMutableBufferPointer { signal.fill($0, from: first) }
    guard count > 0 else { break }
    all += buffer[..<(count * signal.channels)]
  }
  return all
}

/// The first sample of a formula at a rate of 10 Hz: what it is at t = 0, or the value of what is constant.
func value(_ formula: String) throws(FormulaError) -> Float {
  samples(of: try FunctionSignal(formula, sampleRate: 10, frames: 20))[0]
}
