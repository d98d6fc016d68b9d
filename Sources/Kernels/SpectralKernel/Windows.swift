// Windows.swift
// Moves samples into a transform and out of it. Functions of plain memory: see SpectralVector.swift for what this
// module may contain.
// Unsafe: buffers have whole vectors of eight numbers; counts are multiples of eight unless noted.

/// Takes samples in, limited so that their power can be estimated.
///
/// - Parameters:
///   - samples: `count` of them, any number, `step` apart.
///   - place: has room for whole vectors.
@inline(never)
public func takeIn(
  _ samples: UnsafePointer<Float>, count: Int, step: Int, into place: UnsafeMutablePointer<Float>
) {
  var done = 0
  if step == 2 {
    // The last of sixteen numbers belongs to the other channel, and may lie outside the block.
    while done + SpectralVector.scalarCount < count {
      let both = UnsafeRawPointer(samples + 2 * done).loadUnaligned(as: SIMD16<Float>.self)
      both.evenHalf.store(place, done)
      done += SpectralVector.scalarCount
    }
  }
  for index in done..<count { place[index] = samples[index * step] }
  // Numbers behind the last sample are overwritten before they are read.
  for index in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    SpectralVector(place, index).limitedForPower.store(place, index)
  }
}

/// Interleaves channels that lie one after the other.
///
/// - Parameters:
///   - planes: `planeSize` numbers from one channel to the next; `frames` of each count, any number.
///   - target: `frames` frames.
@inline(never)
public func interleave(
  _ planes: UnsafePointer<Float>, planeSize: Int, channels: Int, frames: Int,
  into target: UnsafeMutablePointer<Float>
) {
  var done = 0
  if channels == 2 {
    while done + SpectralVector.scalarCount <= frames {
      var both = SIMD16<Float>()
      both.evenHalf = SpectralVector(planes, done)
      both.oddHalf = SpectralVector(planes + planeSize, done)
      UnsafeMutableRawPointer(target + 2 * done).storeBytes(of: both, as: SIMD16<Float>.self)
      done += SpectralVector.scalarCount
    }
  }
  for channel in 0..<channels {
    for frame in done..<frames { target[frame * channels + channel] = planes[channel * planeSize + frame] }
  }
}

/// Multiplies numbers with a window.
@inline(never)
public func multiply(_ numbers: UnsafeMutablePointer<Float>, by window: UnsafePointer<Float>, count: Int) {
  for index in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    (SpectralVector(numbers, index) * SpectralVector(window, index)).store(numbers, index)
  }
}

/// Cuts two stretches of `size` samples, the second one a `hop` later, each multiplied with the window.
@inline(never)
public func cutPair(
  _ source: UnsafePointer<Float>, size: Int, hop: Int, window: UnsafePointer<Float>,
  into first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>
) {
  for index in stride(from: 0, to: size, by: SpectralVector.scalarCount) {
    let weight = SpectralVector(window, index)
    (SpectralVector(source, index) * weight).store(first, index)
    (SpectralVector(source, hop + index) * weight).store(second, index)
  }
}

/// Adds two stretches to the overlapping ones before them, each multiplied with the window. The last hop of each is
/// stored, not added: nothing lies there yet.
///
/// - Parameter target: `size + hop` numbers.
@inline(never)
public func layPair(
  _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, size: Int, hop: Int,
  window: UnsafePointer<Float>, over target: UnsafeMutablePointer<Float>
) {
  let step = SpectralVector.scalarCount
  func of(_ stretch: UnsafePointer<Float>, _ index: Int) -> SpectralVector {
    SpectralVector(stretch, index) * SpectralVector(window, index)
  }
  for index in stride(from: 0, to: hop, by: step) {
    (SpectralVector(target, index) + of(first, index)).store(target, index)
  }
  for index in stride(from: hop, to: size - hop, by: step) {
    (SpectralVector(target, index) + of(first, index) + of(second, index - hop)).store(target, index)
  }
  for index in stride(from: size - hop, to: size, by: step) {
    (of(first, index) + of(second, index - hop)).store(target, index)
  }
  for index in stride(from: size, to: size + hop, by: step) { of(second, index - hop).store(target, index) }
}
