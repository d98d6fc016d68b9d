// SpectrumTilePass.swift
// The passes that a picture needs: first one transform of each wide column of which nothing is known, then what is exact,
// if that can be had in reasonable time. Runs on a worker's thread; any thread may cancel it.

import AudioFormats
import HostIO
import Recording
import Spectral
import WaveformCore

/// What is made for one picture.
final class SpectrumTilePass: Sendable {
  /// A look with one transform of each column is worth it for columns of so many hops and more.
  static let roughHops = 4.0
  /// The frames of all windows that are computed for one picture at most: about half a second of a background core.
  static let limit = 1 << 28

  let request: SpectrumRequest
  /// Those that will be exact.
  let tiles: [Int]
  private let exact: SpectrumPass
  private let rough: SpectrumPass?

  init(
    _ request: SpectrumRequest, exact: [Int], rough: [Int], source: any SampleSource,
    pyramid: SpectrogramPyramid?
  ) {
    self.request = request
    tiles = exact
    self.exact = SpectrumPass(request, tiles: exact, source: source, pyramid: pyramid)
    self.rough =
      rough.isEmpty ? nil : SpectrumPass(request, tiles: rough, source: source, pyramid: nil, isRough: true)
  }

  func cancel() {
    rough?.cancel()
    exact.cancel()
  }

  /// Columns that cannot be read stay as they are known.
  func run(deliver: (SpectrumTile) -> Void) throws(AudioFileError) {
    try rough?.run(deliver: deliver)
    if exact.cost <= Self.limit { try exact.run(deliver: deliver) }
  }
}
