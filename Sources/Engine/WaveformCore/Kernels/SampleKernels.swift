// SampleKernels.swift
// The inner loops over samples, compiled twice: for every x86-64 processor, and for processors with AVX2, which have
// longer vectors and can bring bytes into another order at once. Both give the same bits.

import CVector
import Glibc
import SampleKernel
import SampleKernelAVX2

/// The inner loops. The functions of the same names document their parameters.
package struct SampleKernels: Sendable {
  package typealias Bytes = UnsafeRawPointer
  package typealias Integers = UnsafeMutablePointer<Int16>
  package typealias Floats = UnsafeMutablePointer<Float>

  package let upperOf24: @Sendable (Bytes, _ count: Int, _ isSwapped: Bool, Integers) -> Void
  package let numbersOf24: @Sendable (Bytes, _ count: Int, _ isSwapped: Bool, Floats) -> Void
  package let upperOf32: @Sendable (Bytes, _ count: Int, _ isSwapped: Bool, Integers) -> Void
  package let numbersOf32: @Sendable (Bytes, _ count: Int, _ isSwapped: Bool, Floats) -> Void
  package let scanSums: @Sendable (Bytes, _ bins: Int, _ frames: Int, UnsafeMutableRawPointer) -> Void
  package let foldSums: @Sendable (UnsafeMutableRawPointer, _ bins: Int) -> Void
  package typealias Doubles = UnsafeMutablePointer<Double>
  package typealias Weigh =
    @Sendable (
      Bytes, _ frames: Int, _ channels: Int, UnsafePointer<Double>, _ state: Doubles, _ energy: Doubles
    ) -> Void
  package typealias RaiseTruePeaks =
    @Sendable (
      UnsafePointer<Float>, _ count: Int, _ channels: Int, UnsafePointer<Float>, _ half: Int, _ reach: Float,
      Floats
    ) -> Void
  package typealias ScanSigns =
    @Sendable (
      UnsafePointer<Float>, _ count: Int, _ channels: Int, Doubles, UnsafeMutablePointer<Int>
    ) -> Void
  package let weigh: Weigh
  package let raiseTruePeaks: RaiseTruePeaks
  package let scanSigns: ScanSigns
  let scanIntegers: @Sendable (Bytes, _ bins: Int, _ bytesPerBin: Int, UnsafeMutableRawPointer) -> Void
  let scanFloats: @Sendable (Bytes, _ count: Int, UnsafeMutableRawPointer) -> Void

  /// For every processor.
  package static let plain = SampleKernels(
    upperOf24: SampleKernel.upperOf24, numbersOf24: SampleKernel.numbersOf24,
    upperOf32: SampleKernel.upperOf32, numbersOf32: SampleKernel.numbersOf32,
    scanSums: SampleKernel.scanSums, foldSums: SampleKernel.foldSums, weigh: SampleKernel.weigh,
    raiseTruePeaks: SampleKernel.raiseTruePeaks, scanSigns: SampleKernel.scanSigns,
    scanIntegers: SampleKernel.scanIntegers,
    scanFloats: SampleKernel.scanFloats)

  /// For processors with AVX2; nil where this processor has none.
  package static let wide: SampleKernels? =
    barline_has_avx2() == 0
    ? nil
    : SampleKernels(
      upperOf24: SampleKernelAVX2.upperOf24, numbersOf24: SampleKernelAVX2.numbersOf24,
      upperOf32: SampleKernelAVX2.upperOf32, numbersOf32: SampleKernelAVX2.numbersOf32,
      scanSums: SampleKernelAVX2.scanSums, foldSums: SampleKernelAVX2.foldSums, weigh: SampleKernelAVX2.weigh,
      raiseTruePeaks: SampleKernelAVX2.raiseTruePeaks, scanSigns: SampleKernelAVX2.scanSigns,
      scanIntegers: SampleKernelAVX2.scanIntegers,
      scanFloats: SampleKernelAVX2.scanFloats)

  /// The faster ones of this processor. With `BARLINE_PLAIN` in the environment those for every processor, so that both
  /// can be compared.
  package static let best = getenv("BARLINE_PLAIN") == nil ? wide ?? plain : plain
}
