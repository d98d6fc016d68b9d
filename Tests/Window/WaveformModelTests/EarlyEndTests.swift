// EarlyEndTests.swift
// Samples of a window that end before they were promised to: what is made of them says so. Each has a twin that is whole.

import AudioFormats
import Functions
import HostIO
import Recording
import Spectral
import Synchronization
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Samples of a window that end early` {
  /// The first frame that is missing; nil when nothing is said to be.
  private func missing(_ body: () throws -> Void) -> Int? {
    do {
      try body()
      return nil
    } catch {
      return ((error as? AudioFileError)?.cause as? EarlyEnd)?.frame
    }
  }

  @Test func `a recording that is read anew is whole, or tells what is missing`() throws {
    let signal = try FunctionSignal("t", sampleRate: 8000, frames: 1000)
    let options = OpenOptions(function: signal)
    for length in [1000, 1010] {
      let source = WholeSource(signal.path, options, signal.audioDescription, length: length)
      #expect(try source.read(0..<1000).range == 0..<1000)
      #expect(missing { _ = try source.read(900..<1100) } == (length > 1000 ? 1000 : nil))
      #expect(source.path == signal.path)
    }
  }

  @Test(arguments: [200_000, 199_999, 65_536, 1])
  func `spectra of a recording that has ended are complete, or are not called so`(end: Int) async throws {
    let length = 200_000
    let ended = try FunctionSignal("0.1*noise()", sampleRate: 8000, frames: end)
    let growing = GrowingSpectra(
      SpectrumFormat(SpectrogramSettings(), sampleRate: 8000), of: FunctionSource(ended))
    let answer = Mutex<Bool?>(nil)
    growing.grow(to: length, isLast: true) { isWhole in answer.withLock { $0 = isWhole } }
    try await wait { answer.withLock { $0 } != nil }
    #expect(answer.withLock { $0 } == (end == length))
    #expect(growing.frames == end && growing.pyramid.isComplete == (end == length))
  }
}
