// SpectralKernels.swift
// The inner loops of noise reduction and of spectrograms, compiled twice: for every x86-64 processor, and for processors with AVX2, which
// calculate with eight numbers at a time rather than four. Both give the same bits.

import CVector
import Glibc
import SpectralKernel
import SpectralKernelAVX2

/// The inner loops. The functions of the same names document their parameters.
struct SpectralKernels: Sendable {
  typealias Input = UnsafePointer<Float>
  typealias Numbers = UnsafeMutablePointer<Float>

  let takeIn: @Sendable (Input, _ count: Int, _ step: Int, _ place: Numbers) -> Void
  let interleave:
    @Sendable (Input, _ planeSize: Int, _ channels: Int, _ frames: Int, _ target: Numbers) -> Void
  let multiply: @Sendable (Numbers, _ window: Input, _ count: Int) -> Void
  let cutPair: @Sendable (Input, _ size: Int, _ hop: Int, _ window: Input, Numbers, Numbers) -> Void
  let layPair: @Sendable (Input, Input, _ size: Int, _ hop: Int, _ window: Input, _ target: Numbers) -> Void
  let findRatios:
    @Sendable (Input, Input, _ size: Int, _ inverseNoise: Input, Numbers, Numbers, _ count: Int) -> Void
  let smooth: @Sendable (Numbers, _ binCount: Int, _ count: Int, _ passes: Int) -> Void
  let findPresence: @Sendable (Input, _ bands: Numbers, _ count: Int) -> Void
  let findLarger: @Sendable (Input, Input, Numbers, _ count: Int) -> Void
  let findMemories:
    @Sendable (
      Numbers, _ usual: Numbers, _ trust: Input, _ count: Int, _ memory: Float, _ pace: Float,
      _ usualOfNoise: Float,
      _ low: Float, _ high: Float
    ) -> Void
  let findGains:
    @Sendable (
      (Input, Input, Input, Input), _ memories: (Input, Input), _ bands: Int, Numbers, Numbers,
      _ before: Numbers, _ held: Numbers, _ count: Int, _ leastRatio: Float, _ release: Float, _ floor: Float
    ) -> Void
  let findPriors:
    @Sendable (
      Input, _ carried: Input, _ memories: Input, _ bandCount: Int, Numbers, _ means: Numbers, _ count: Int,
      _ pace: Float, _ least: Float
    ) -> Void
  let findBandMeans: @Sendable (Input, _ bands: Numbers, _ count: Int) -> Void
  let findAmplitudes:
    @Sendable (
      Input, _ priors: Input, _ means: Input, _ bands: Input, _ bandCount: Int, _ carried: Numbers, Numbers,
      _ count: Int, _ presence: (low: Float, scale: Float, least: Float), _ absent: Float
    ) -> Void
  let findSecondGains:
    @Sendable (
      Numbers, _ other: Input, _ ratios: Input, _ weights: (first: Float, ratio: Float, constant: Float),
      _ floor: Float, _ count: Int
    ) -> Void
  let holdGains: @Sendable (Input, _ held: Numbers, _ release: Float, Numbers, _ count: Int) -> Void
  let weigh: @Sendable (Numbers, Numbers, _ size: Int, Input, Input) -> Void
  let correlate: @Sendable (Input, _ count: Int, _ wave: Input, _ sums: Numbers) -> Void
  let subtract: @Sendable (Numbers, _ count: Int, _ wave: Input, _ change: Input) -> Void
  let takeIn16: @Sendable (UnsafePointer<Int16>, _ count: Int, _ step: Int, _ place: Numbers) -> Void
  let silenceFaint: @Sendable (Numbers, _ count: Int) -> Void
  let foldPowers: @Sendable (Input, Input, _ size: Int, Numbers, Numbers, _ count: Int) -> Void
  let foldBands: @Sendable (Input, Input, _ size: Int, _ weights: Input, Numbers, _ count: Int) -> Void
  let raise: @Sendable (Numbers, _ others: Input, _ count: Int) -> Void
  let findSteps: @Sendable (Input, _ count: Int, UnsafeMutablePointer<UInt8>) -> Void
  let raiseSteps: @Sendable (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, _ count: Int) -> Void
  let autocorrelate: @Sendable (Input, _ count: Int, _ lags: Int, UnsafeMutablePointer<Double>) -> Void
  let predict: @Sendable (Input, _ count: Int, _ weights: Input, _ order: Int, Numbers, Numbers) -> Void
  let findSurprises: @Sendable (Numbers, Numbers, _ count: Int, _ known: Int, _ reach: Int, Numbers) -> Void

  /// For every processor.
  static let plain = SpectralKernels(
    takeIn: SpectralKernel.takeIn, interleave: SpectralKernel.interleave, multiply: SpectralKernel.multiply,
    cutPair: SpectralKernel.cutPair,
    layPair: SpectralKernel.layPair, findRatios: SpectralKernel.findRatios, smooth: SpectralKernel.smooth,
    findPresence: SpectralKernel.findPresence, findLarger: SpectralKernel.findLarger,
    findMemories: SpectralKernel.findMemories, findGains: SpectralKernel.findGains,
    findPriors: SpectralKernel.findPriors, findBandMeans: SpectralKernel.findBandMeans,
    findAmplitudes: SpectralKernel.findAmplitudes, findSecondGains: SpectralKernel.findSecondGains,
    holdGains: SpectralKernel.holdGains, weigh: SpectralKernel.weigh, correlate: SpectralKernel.correlate,
    subtract: SpectralKernel.subtract, takeIn16: SpectralKernel.takeIn16,
    silenceFaint: SpectralKernel.silenceFaint, foldPowers: SpectralKernel.foldPowers,
    foldBands: SpectralKernel.foldBands, raise: SpectralKernel.raise, findSteps: SpectralKernel.findSteps,
    raiseSteps: SpectralKernel.raiseSteps, autocorrelate: SpectralKernel.autocorrelate,
    predict: SpectralKernel.predict, findSurprises: SpectralKernel.findSurprises)

  /// For processors with AVX2; nil where this processor has none.
  static let wide: SpectralKernels? =
    barline_has_avx2() == 0
    ? nil
    : SpectralKernels(
      takeIn: SpectralKernelAVX2.takeIn, interleave: SpectralKernelAVX2.interleave,
      multiply: SpectralKernelAVX2.multiply,
      cutPair: SpectralKernelAVX2.cutPair, layPair: SpectralKernelAVX2.layPair,
      findRatios: SpectralKernelAVX2.findRatios, smooth: SpectralKernelAVX2.smooth,
      findPresence: SpectralKernelAVX2.findPresence, findLarger: SpectralKernelAVX2.findLarger,
      findMemories: SpectralKernelAVX2.findMemories, findGains: SpectralKernelAVX2.findGains,
      findPriors: SpectralKernelAVX2.findPriors, findBandMeans: SpectralKernelAVX2.findBandMeans,
      findAmplitudes: SpectralKernelAVX2.findAmplitudes, findSecondGains: SpectralKernelAVX2.findSecondGains,
      holdGains: SpectralKernelAVX2.holdGains, weigh: SpectralKernelAVX2.weigh,
      correlate: SpectralKernelAVX2.correlate, subtract: SpectralKernelAVX2.subtract,
      takeIn16: SpectralKernelAVX2.takeIn16, silenceFaint: SpectralKernelAVX2.silenceFaint,
      foldPowers: SpectralKernelAVX2.foldPowers, foldBands: SpectralKernelAVX2.foldBands,
      raise: SpectralKernelAVX2.raise,
      findSteps: SpectralKernelAVX2.findSteps, raiseSteps: SpectralKernelAVX2.raiseSteps,
      autocorrelate: SpectralKernelAVX2.autocorrelate, predict: SpectralKernelAVX2.predict,
      findSurprises: SpectralKernelAVX2.findSurprises)

  /// The faster ones of this processor. With `BARLINE_PLAIN` in the environment those for every processor, so that both
  /// can be compared.
  static let best = getenv("BARLINE_PLAIN") == nil ? wide ?? plain : plain
}
