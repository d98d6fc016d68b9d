// Spectrograph.swift
// Computes the powers of a stretch's transforms, two transforms of one channel at a time, and keeps of each column the
// largest. Logarithms are taken once for each column that is kept, not for each transform. One thread at a time.
// Unsafe: the caller gives planes that hold all frames of the windows, and `columnNumbers` numbers for each column.

import Synchronization
import WaveformCore

/// Transforms of one format.
///
/// Powers are those of sines: 1 is a sine at full scale in the middle of a bin. The window holds all factors for that:
/// twice the spectrum divided by the sum of the window.
package final class Spectrograph {
  package let format: SpectrumFormat
  private let transform: RealPairTransform
  private let kernels: SpectralKernels
  /// `size` numbers.
  private let window: UnsafeMutablePointer<Float>
  /// See `SpectrumFormat.bandWeights`.
  private let bandWeights: [Float]

  package convenience init(_ format: SpectrumFormat) { self.init(format, .best) }

  init(_ format: SpectrumFormat, _ kernels: SpectralKernels) {
    self.format = format
    self.kernels = kernels
    transform = RealPairTransform(size: format.size)
    bandWeights = format.bandWeights
    window = .allocate(capacity: format.size)
    let weights = format.weights, sum = weights.reduce(0, +)
    for (index, weight) in weights.enumerated() { (window + index).initialize(to: Float(weight / sum)) }
  }

  deinit { window.deallocate() }

  /// Raises a column to the powers of transforms.
  ///
  /// - Parameters:
  ///   - transforms: their windows lie within the plane.
  ///   - plane: samples of one channel; see `takeIn`.
  ///   - start: the frame at which the plane begins.
  ///   - powers: `columnNumbers` numbers.
  package func fold(
    _ transforms: Range<Int>, of plane: UnsafePointer<Float>, from start: Int,
    into powers: UnsafeMutablePointer<Float>
  ) {
    let size = format.size
    for first in stride(from: transforms.lowerBound, to: transforms.upperBound, by: 2) {
      // A last transform without a partner is its own partner.
      let hop = first + 1 < transforms.upperBound ? format.hop : 0
      kernels.cutPair(
        plane + (first * format.hop - size / 2 - start), size, hop, window, transform.first, transform.second)
      transform.transform()
      // The mirror image of bin 0 is itself.
      transform.real[size] = transform.real[0]
      transform.imaginary[size] = transform.imaginary[0]
      kernels.foldPowers(transform.real, transform.imaginary, size, powers, powers, format.paddedBins)
      bandWeights.withUnsafeBufferPointer {
        kernels.foldBands(
          transform.real, transform.imaginary, size, $0.baseAddress!, powers + format.paddedBins,
          format.paddedBins)
      }
    }
  }

  /// Raises a column to another one.
  package func raise(_ powers: UnsafeMutablePointer<Float>, to others: UnsafePointer<Float>) {
    kernels.raise(powers, others, format.columnNumbers)
  }

  /// Raises `count` steps to others.
  package static func raise(
    _ steps: UnsafeMutablePointer<UInt8>, to others: UnsafePointer<UInt8>, count: Int
  ) { SpectralKernels.best.raiseSteps(steps, others, count) }

  /// The steps of a column: `columnSteps` bytes.
  package func steps(_ powers: UnsafePointer<Float>, into steps: UnsafeMutablePointer<UInt8>) {
    kernels.findSteps(powers, format.bins, steps)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { bands in
      kernels.findSteps(powers + format.paddedBins, 8, bands.baseAddress!)
      for band in 0..<format.columnSteps - format.bins { steps[format.bins + band] = bands[band] }
    }
  }

  /// Takes in samples of one channel, in full scale. What is not finite becomes 0.
  ///
  /// - Parameters:
  ///   - samples: `count` of them, `step` apart, Int16 or Float.
  ///   - plane: has room for `count` and seven more.
  package func takeIn<Sample: PeakSample>(
    _ samples: UnsafePointer<Sample>, count: Int, step: Int, into plane: UnsafeMutablePointer<Float>
  ) {
    if Sample.self == Int16.self {
      kernels.takeIn16(
        UnsafeRawPointer(samples).assumingMemoryBound(to: Int16.self), count, step, plane)
    } else {
      precondition(Sample.self == Float.self)
      kernels.takeIn(UnsafeRawPointer(samples).assumingMemoryBound(to: Float.self), count, step, plane)
      kernels.silenceFaint(plane, (count + 7) / 8 * 8)
    }
  }

  /// Numbers behind a plane that kernels may overwrite.
  package static let room = 8
}

/// Spectrographs of one format, which threads borrow: making one takes longer than using it.
package final class SpectrographPool: Sendable {
  package let format: SpectrumFormat
  private let idle = Mutex(Idle())

  package init(_ format: SpectrumFormat) { self.format = format }

  package func lend<Result, Failure: Error>(
    _ body: (Spectrograph) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let loan = idle.withLock { Idle(all: $0.all.popLast().map { [$0] } ?? []) }
    let spectrograph = loan.all.first ?? Spectrograph(format)
    defer {
      let back = Idle(all: [spectrograph])
      idle.withLock { $0.all += back.all }
    }
    return try body(spectrograph)
  }
}

/// Sound: a spectrograph belongs to one thread from the time it is taken out to the time it is put back.
private struct Idle: @unchecked Sendable {
  var all: [Spectrograph] = []
}
