// Loudness.swift
// The loops of loudness and true peak, over one channel or two interleaved ones, for `MeasureBuilder`. What this module
// may contain stands in Conversion.swift.
// Unsafe: callers own the memory that is read and written; samples before the first one are read where it is said.

import CVector

/// The sum of squares behind the K-weighting of one channel or of a pair (ITU-R BS.1770-4).
///
/// - Parameters:
///   - samples: `frames × channels` numbers.
///   - channels: 1 or 2.
///   - coefficients: b0, b1, b2, a1, a2 of the shelf, a1 and a2 of the high-pass, whose b are 1, −2, 1.
///   - state: four numbers of each channel, number by number; two lanes, of which one channel uses the first.
///   - energy: the sum of each channel; two numbers, added to.
@inline(never)
public func weigh(
  _ samples: UnsafeRawPointer, frames: Int, channels: Int, _ coefficients: UnsafePointer<Double>,
  _ state: UnsafeMutablePointer<Double>, _ energy: UnsafeMutablePointer<Double>
) {
  if channels == 2 {
    weighPair(samples, frames, coefficients, state, energy)
  } else {
    weighOne(samples, frames, coefficients, state, energy)
  }
}

@inline(__always)
private func weighPair(
  _ samples: UnsafeRawPointer, _ frames: Int, _ coefficients: UnsafePointer<Double>,
  _ state: UnsafeMutablePointer<Double>, _ energy: UnsafeMutablePointer<Double>
) {
  let b0 = SIMD2<Double>(repeating: coefficients[0]), b1 = SIMD2<Double>(repeating: coefficients[1])
  let b2 = SIMD2<Double>(repeating: coefficients[2])
  let a1 = SIMD2<Double>(repeating: coefficients[3]), a2 = SIMD2<Double>(repeating: coefficients[4])
  let r1 = SIMD2<Double>(repeating: coefficients[5]), r2 = SIMD2<Double>(repeating: coefficients[6])
  let kept = UnsafeMutableRawPointer(state)
  var v1 = kept.loadUnaligned(as: SIMD2<Double>.self)
  var v2 = kept.loadUnaligned(fromByteOffset: 16, as: SIMD2<Double>.self)
  var w1 = kept.loadUnaligned(fromByteOffset: 32, as: SIMD2<Double>.self)
  var w2 = kept.loadUnaligned(fromByteOffset: 48, as: SIMD2<Double>.self)
  var sum = SIMD2<Double>.zero
  var raw = samples
  let end = samples + 8 * frames
  while raw < end {
    let x = barline_wide_pair(raw.loadUnaligned(as: SIMD2<Float>.self))
    let v = (x - a2 * v2) - a1 * v1
    let y = b0 * v + (b1 * v1 + b2 * v2)
    v2 = v1
    v1 = v
    let w = (y - r2 * w2) - r1 * w1
    let z = (w + w2) - (w1 + w1)
    w2 = w1
    w1 = w
    sum += z * z
    raw += 8
  }
  kept.storeBytes(of: v1, as: SIMD2<Double>.self)
  kept.storeBytes(of: v2, toByteOffset: 16, as: SIMD2<Double>.self)
  kept.storeBytes(of: w1, toByteOffset: 32, as: SIMD2<Double>.self)
  kept.storeBytes(of: w2, toByteOffset: 48, as: SIMD2<Double>.self)
  energy[0] += sum[0]
  energy[1] += sum[1]
}

@inline(__always)
private func weighOne(
  _ samples: UnsafeRawPointer, _ frames: Int, _ coefficients: UnsafePointer<Double>,
  _ state: UnsafeMutablePointer<Double>, _ energy: UnsafeMutablePointer<Double>
) {
  let (b0, b1, b2) = (coefficients[0], coefficients[1], coefficients[2])
  let (a1, a2, r1, r2) = (coefficients[3], coefficients[4], coefficients[5], coefficients[6])
  var v1 = state[0], v2 = state[2], w1 = state[4], w2 = state[6]
  var sum = 0.0
  for offset in stride(from: 0, to: 4 * frames, by: 4) {
    let x = Double(samples.load(fromByteOffset: offset, as: Float.self))
    let v = (x - a2 * v2) - a1 * v1
    let y = b0 * v + (b1 * v1 + b2 * v2)
    v2 = v1
    v1 = v
    let w = (y - r2 * w2) - r1 * w1
    let z = (w + w2) - (w1 + w1)
    w2 = w1
    w1 = w
    sum += z * z
  }
  state[0] = v1
  state[2] = v2
  state[4] = w1
  state[6] = w2
  energy[0] += sum
}

/// The largest |x| between samples: an interpolation by a symmetric filter, at a quarter, half and three quarters of the
/// way, or at half of it.
///
/// The filters at one quarter and at three are mirrored. With S = Σ even·(x + x′) and D = Σ odd·(x − x′) they give S + D
/// and S − D, of which the larger has the magnitude |S| + |D|. Where no sample is large enough to give more than what is
/// known already, nothing is computed.
///
/// - Parameters:
///   - samples: `count` numbers; `2 × half × channels` before them are read, too.
///   - channels: 1 or 2.
///   - coefficients: `half` numbers each of the filter at half of the way, of `even`, and of `odd`.
///   - reach: the largest sum of magnitudes of a filter's coefficients.
///   - best: the largest |x| known of each channel; two numbers, raised.
@inline(never)
public func raiseTruePeaks(
  _ samples: UnsafePointer<Float>, _ count: Int, channels: Int, _ coefficients: UnsafePointer<Float>,
  half: Int, reach: Float, _ best: UnsafeMutablePointer<Float>
) {
  let back = (2 * half - 1) * channels
  var known = SIMD8<Float>(best[0], best[1], best[0], best[1], best[0], best[1], best[0], best[1])
  if channels == 1 { known = SIMD8<Float>(repeating: best[0]) }
  // The magnitudes of the last two steps of 32: no filter reaches further back.
  var before = SIMD8<Float>.zero, earlier = SIMD8<Float>.zero
  var offset = -2 * half * channels
  while offset < 0 {
    before = barline_larger(magnitude(samples + offset), before)
    offset += 8
  }
  var index = 0
  while index + 32 <= count {
    let place = samples + index
    let here = barline_larger(
      barline_larger(magnitude(place), magnitude(place + 8)),
      barline_larger(magnitude(place + 16), magnitude(place + 24)))
    // Every channel's samples are in lanes of its own.
    let most = widest(barline_larger(barline_larger(here, before), earlier), channels)
    earlier = before
    before = here
    if barline_any_larger(most * reach, known) != 0 {
      var found = known
      for part in stride(from: 0, to: 32, by: 16) {
        let one = place + part
        var middle = SIMD8<Float>.zero, even = SIMD8<Float>.zero, odd = SIMD8<Float>.zero
        var middle2 = SIMD8<Float>.zero, even2 = SIMD8<Float>.zero, odd2 = SIMD8<Float>.zero
        for tap in 0..<half {
          let near = one - tap * channels, far = one - back + tap * channels
          let x = eight(near), y = eight(far), x2 = eight(near + 8), y2 = eight(far + 8)
          let m = coefficients[tap], e = coefficients[half + tap], o = coefficients[2 * half + tap]
          middle += (x + y) * m
          even += (x + y) * e
          odd += (x - y) * o
          middle2 += (x2 + y2) * m
          even2 += (x2 + y2) * e
          odd2 += (x2 - y2) * o
        }
        found = barline_larger(barline_larger(magnitude(middle), magnitude(even) + magnitude(odd)), found)
        found = barline_larger(barline_larger(magnitude(middle2), magnitude(even2) + magnitude(odd2)), found)
      }
      known = widest(found, channels)
    }
    index += 32
  }
  best[0] = known[0]
  best[1] = known[1]
  while index < count {
    var middle: Float = 0, even: Float = 0, odd: Float = 0
    for tap in 0..<half {
      let x = samples[index - tap * channels], y = samples[index - back + tap * channels]
      middle += (x + y) * coefficients[tap]
      even += (x + y) * coefficients[half + tap]
      odd += (x - y) * coefficients[2 * half + tap]
    }
    let larger = max(middle.magnitude, even.magnitude + odd.magnitude)
    let channel = channels == 2 ? index & 1 : 0
    if larger > best[channel] { best[channel] = larger }
    index += 1
  }
}

/// Sums, products and changes of sign.
///
/// - Parameters:
///   - samples: `count` numbers; the frame before them is read, too.
///   - channels: 1 or 2.
///   - sums: the sum of each channel, and, of a pair, the sum of left × right; three numbers, added to.
///   - crossings: how often the sign of each channel differs from that of the frame before; two numbers, added to.
@inline(never)
public func scanSigns(
  _ samples: UnsafePointer<Float>, _ count: Int, channels: Int, _ sums: UnsafeMutablePointer<Double>,
  _ crossings: UnsafeMutablePointer<Int>
) {
  var low = SIMD4<Double>.zero, high = SIMD4<Double>.zero, products = SIMD4<Double>.zero
  var changes = SIMD8<UInt32>.zero
  var index = 0
  while index + 8 <= count {
    let now = eight(samples + index)
    low += barline_wide_four(now.lowHalf)
    high += barline_wide_four(now.highHalf)
    products += barline_wide_four(now.evenHalf) * barline_wide_four(now.oddHalf)
    let before = eight(samples + index - channels)
    changes &+=
      (unsafeBitCast(now, to: SIMD8<UInt32>.self) ^ unsafeBitCast(before, to: SIMD8<UInt32>.self))
      &>> 31
    index += 8
  }
  let both = low + high
  if channels == 2 {
    sums[0] += both[0] + both[2]
    sums[1] += both[1] + both[3]
    sums[2] += (products[0] + products[1]) + (products[2] + products[3])
  } else {
    sums[0] += (both[0] + both[1]) + (both[2] + both[3])
  }
  for lane in 0..<8 { crossings[channels == 2 ? lane & 1 : 0] += Int(changes[lane]) }
  while index < count {
    let value = samples[index], before = samples[index - channels]
    let channel = channels == 2 ? index & 1 : 0
    sums[channel] += Double(value)
    if channels == 2, channel == 1 { sums[2] += Double(samples[index - 1]) * Double(value) }
    crossings[channel] += Int((value.bitPattern ^ before.bitPattern) >> 31)
    index += 1
  }
}

@inline(__always)
private func eight(_ place: UnsafePointer<Float>) -> SIMD8<Float> {
  UnsafeRawPointer(place).loadUnaligned(as: SIMD8<Float>.self)
}

@inline(__always)
private func magnitude(_ place: UnsafePointer<Float>) -> SIMD8<Float> { magnitude(eight(place)) }

@inline(__always)
private func magnitude(_ values: SIMD8<Float>) -> SIMD8<Float> {
  // Without the sign bit.
  unsafeBitCast(unsafeBitCast(values, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
}

/// The largest value of each channel in all its lanes.
@inline(__always)
private func widest(_ values: SIMD8<Float>, _ channels: Int) -> SIMD8<Float> {
  var all = barline_larger(values, SIMD8(lowHalf: values.highHalf, highHalf: values.lowHalf))
  all = barline_larger(all, SIMD8(all[2], all[3], all[0], all[1], all[6], all[7], all[4], all[5]))
  if channels == 1 {
    all = barline_larger(all, SIMD8(all[1], all[0], all[3], all[2], all[5], all[4], all[7], all[6]))
  }
  return all
}
