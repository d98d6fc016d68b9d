// Spectra.swift
// What the spectra of a recording cost: the transforms alone, those of an hour without a file, the pass over a file and
// its second opening from the cache, and the exact columns of a minute in view.

import AudioFormats
import Glibc
import Recording
import Spectral
import Synchronization
import SystemPackage
import TestSupport
import WaveformCore

/// 56 minutes of stereo in memory; and the recording that `BARLINE_BENCH_FILE` names.
func benchmarkTransforms() {
  let format = SpectrumFormat(SpectrogramSettings(), sampleRate: 44_100)
  let frames = 56 * 60 * 44_100, count = 2 * format.count(length: frames)
  let plane = SpectrumNumbers(format.size + format.hop), powers = SpectrumNumbers(format.size)
  let spectrograph = Spectrograph(format)
  let transforms = microseconds(runs: 3) {
    for _ in 0..<count / 2 {
      spectrograph.fold(1..<3, of: plane.first, from: format.hop - format.size / 2, into: powers.first)
    }
  }
  printFigure("spectra-transforms-alone", transforms[1] / 1000, "ms")
  var random = RandomNumbers(seed: 5)
  let block = (0..<131_072).map { _ in Int16.random(in: -20_000...20_000, using: &random) }
  let whole = microseconds(runs: 3) {
    let builder = SpectrogramBuilder<Int16>(
      SpectrogramPyramid(format, channels: 2, expectedFrames: frames))
    block.withUnsafeBufferPointer { block in
      for _ in 0..<frames / 65_536 { builder.append(block.baseAddress!, frames: 65_536) }
    }
    builder.finish()
  }
  printFigure("spectra-56-minutes-one-thread", whole[1] / 1000, "ms")
  if let name = getenv("BARLINE_BENCH_FILE") { benchmarkSpectra(of: FilePath(platformString: name)) }
}

private func benchmarkSpectra(of path: FilePath) {
  let opened = Mutex<AudioDescription?>(nil)
  PeakReader(path: path) { event in
    if case .opened(let description, _) = event { opened.withLock { $0 = description } }
  }.readNow()
  guard let description = opened.withLock({ $0 }) else { return }
  let settings = SpectrogramSettings()
  func pyramid(_ cache: PeakCache?) -> SpectrogramPyramid? {
    try? RecordingSpectra.pyramid(
      of: path, options: OpenOptions(), description: description, settings: settings, cache: cache)
  }
  var processor: [Double] = []
  let wall = microseconds(runs: 5) {
    let before = processorSeconds()
    _ = pyramid(nil)
    processor.append(processorSeconds() - before)
  }
  printFigure("spectra-file", wall[2] / 1000, "ms")
  printFigure("spectra-file-cpu", processor.sorted()[processor.count / 2] * 1000, "ms")
  let cache = PeakCache(folder: FilePath("/tmp/barline-bench-\(getpid())"), minimumMilliseconds: 0)
  guard let made = pyramid(cache) else { return }
  printFigure("spectra-memory", Double(made.byteCount) / 1e6, "MB")
  printFigure("spectra-file-cached", microseconds(runs: 5) { _ = pyramid(cache) }[2] / 1000, "ms")
  cache.clear()
  _ = cache.folder.withPlatformString { rmdir($0) }
  let source = SampleSources.source(path: path, options: OpenOptions(), description: description)
  let length = made.transforms * made.format.hop
  func picture(
    _ name: String, _ grid: PixelGrid, first: Int, isRough: Bool = false, _ pyramid: SpectrogramPyramid?
  ) {
    let request = SpectrumRequest(
      format: made.format, grid: grid, columns: first..<first + 1900, length: length)
    let times = microseconds(runs: 5) {
      try? SpectrumPass(
        request, tiles: Array(request.tiles), source: source, pyramid: pyramid, isRough: isRough
      ).run { _ in }
    }
    printFigure(name, times[2] / 1000, "ms")
  }
  let minute = PixelGrid(framesPerPixel: 60 * Double(description.sampleRate) / 1900)
  picture("spectra-minute-exact", minute, first: 1900, nil)
  let all = PixelGrid(framesPerPixel: Double(length) / 1900)
  picture("spectra-whole-first-look", all, first: 0, isRough: true, nil)
  picture("spectra-whole-exact", all, first: 0, made)
}
