// LineCanceller.swift
// Takes the steady lines of a noise out of one channel, as sines that are followed in amplitude and phase. What comes out
// lines up with what came in, half a second later, and does not depend on the sizes of blocks. One thread at a time.
// Unsafe: each buffer has the size that stands where it is made, and belongs to this object.

import Glibc

/// One channel without its lines.
///
/// The channel is cut into short segments, and each segment's part in each line is summed up (a complex demodulation, of
/// which a segment is the first decimation). Every eight segments a window over 32 of them, Hann's, says what the line is
/// in its middle; `FollowedLine` makes a median of that over a second. From one such place to the next the sine goes over
/// evenly.
final class LineCanceller {
  private static let segmentsPerStep = 8, segmentsPerWindow = 32
  /// Steps of which the input is kept: those until the median of a place, and of the one after it, is known.
  private static let stepsKept = FollowedLine.reach + segmentsPerWindow / segmentsPerStep / 2 + 1

  /// Samples of a segment: 5.8 ms, whole vectors.
  private let segment: Int
  private var step: Int { segment * Self.segmentsPerStep }
  private let kernels: SpectralKernels
  private let share: Double
  private var lines: [FollowedLine]
  private let weights: [Double]
  /// The wave of each line (see Lines.swift), and room for one that changes.
  private let waves: UnsafeMutablePointer<Float>
  /// The sums of the last segments, line by line.
  private var sums: [Complex]
  /// The samples that each of those segments has: less than `segment` at the end.
  private var counts: [Int]
  /// The samples from the step on that comes out next, `filled` of them.
  private let input: UnsafeMutablePointer<Float>
  private let capacity: Int
  private var inputStart = 0, filled = 0
  /// Samples that came in and went out.
  private var taken = 0, written = 0
  /// Steps that were summed up, and that came out.
  private var summed = 0, cancelled = 0
  /// Each line at the beginning of the step that comes out next.
  private var values: [Complex] = []

  /// Samples between what has come in and what has gone out, at most.
  static func delay(sampleRate: Int) -> Int { segment(sampleRate) * segmentsPerStep * (stepsKept + 1) }

  /// Samples that come out at once.
  static func step(sampleRate: Int) -> Int { segment(sampleRate) * segmentsPerStep }

  private static func segment(_ sampleRate: Int) -> Int {
    max(8, Int((256.0 * Double(sampleRate) / 44_100 / 8).rounded()) * 8)
  }

  /// - Parameter share: the part of each line that is taken away, 0…1.
  init(
    _ lines: [NoiseLine], sampleRate: Int, share: Double = 1, kernels: SpectralKernels = .best
  ) {
    self.share = share
    self.kernels = kernels
    self.lines = lines.map { FollowedLine($0, sampleRate: sampleRate) }
    segment = Self.segment(sampleRate)
    let window = Self.segmentsPerWindow
    weights = HannWindow.weights(window)
    counts = Array(repeating: 0, count: 2 * window)
    sums = Array(repeating: Complex(0, 0), count: 2 * window * lines.count)
    let step = segment * Self.segmentsPerStep
    capacity = step * Self.stepsKept * 3
    input = .allocate(capacity: capacity + 16)
    input.initialize(repeating: 0, count: capacity + 16)
    waves = .allocate(capacity: 18 * lines.count + 22)
    waves.initialize(repeating: 0, count: 18 * lines.count + 22)
    for index in lines.indices { Self.fill(waves + 18 * index, turn: self.lines[index].turn) }
  }

  deinit {
    input.deallocate()
    waves.deallocate()
  }

  private static func fill(_ wave: UnsafeMutablePointer<Float>, turn: Double) {
    for place in 0..<8 {
      wave[place] = Float(cos(turn * Double(place)))
      wave[8 + place] = Float(sin(turn * Double(place)))
    }
    wave[16] = Float(cos(turn * 8))
    wave[17] = Float(sin(turn * 8))
  }

  /// Takes the next samples in, and gives those that are ready away.
  ///
  /// - Parameters:
  ///   - samples: `count` of them, `stride` apart.
  ///   - write: gets what comes out, piece by piece.
  func process(
    _ samples: UnsafePointer<Float>, count: Int, stride: Int,
    write: (UnsafeMutablePointer<Float>, Int) -> Void
  ) {
    var done = 0
    while done < count {
      let part = min(count - done, step - taken % step)
      makeRoom(part)
      kernels.takeIn(samples + done * stride, part, stride, input + inputStart + filled)
      filled += part
      taken += part
      done += part
      if taken % step == 0 { sum(samples: step) }
      cancelReady(write)
    }
  }

  /// Gives away what is left; call it once, after the last sample.
  func finish(write: (UnsafeMutablePointer<Float>, Int) -> Void) {
    let rest = taken % step
    if rest > 0 {
      makeRoom(step - rest)
      (input + inputStart + filled).update(repeating: 0, count: step - rest)
      filled += step - rest
      sum(samples: rest)
    }
    while written < taken {
      cancelReady(write)
      if written < taken { sum(samples: 0) }
    }
  }

  /// The input is moved to the beginning of its buffer when that is full.
  private func makeRoom(_ count: Int) {
    guard inputStart + filled + count > capacity else { return }
    input.update(from: input + inputStart, count: filled)
    inputStart = 0
  }

  /// Sums up the last step that came in: so many of its samples, and nothing behind them.
  private func sum(samples: Int) {
    let first = summed * Self.segmentsPerStep
    for index in 0..<Self.segmentsPerStep {
      let slot = (first + index) % counts.count
      counts[slot] = min(max(samples - index * segment, 0), segment)
      for line in lines.indices {
        sums[slot * lines.count + line] =
          counts[slot] == 0 ? Complex(0, 0) : part(of: line, in: index, start: (first + index) * segment)
      }
    }
    summed += 1
    // The window whose last segment that is.
    let middle = summed - Self.segmentsPerWindow / Self.segmentsPerStep / 2
    if middle >= 0 { measure(at: middle) }
  }

  /// - Parameter index: of the segment in the step that came in last.
  private func part(of line: Int, in index: Int, start: Int) -> Complex {
    var result: (Float, Float) = (0, 0)
    let samples = input + inputStart + filled - step + index * segment
    withUnsafeMutablePointer(to: &result) {
      $0.withMemoryRebound(to: Float.self, capacity: 2) {
        kernels.correlate(samples, segment, waves + 18 * line, $0)
      }
    }
    return Complex(Double(result.0), Double(result.1)) * Complex(turn: -phase(of: line, at: start))
  }

  private func phase(of line: Int, at sample: Int) -> Double {
    (lines[line].turn * Double(sample)).truncatingRemainder(dividingBy: 2 * .pi)
  }

  /// - Parameter middle: the step at whose beginning the window has its middle.
  private func measure(at middle: Int) {
    let first = middle * Self.segmentsPerStep - Self.segmentsPerWindow / 2
    var total = 0.0, whole = 0.0
    for (index, weight) in weights.enumerated() {
      whole += weight * Double(segment)
      if first + index >= 0 { total += weight * Double(counts[(first + index) % counts.count]) }
    }
    for line in lines.indices {
      var sum = Complex(0, 0)
      for (index, weight) in weights.enumerated() where first + index >= 0 {
        sum = sum + sums[(first + index) % counts.count * lines.count + line] * weight
      }
      // What has less than a third of its samples says little.
      lines[line].take(total < whole / 3 ? nil : sum * (2 / total), at: middle)
    }
  }

  /// The windows that have been measured.
  private var measured: Int { summed - Self.segmentsPerWindow / Self.segmentsPerStep / 2 + 1 }

  private func cancelReady(_ write: (UnsafeMutablePointer<Float>, Int) -> Void) {
    // The values at both ends of a step are medians over windows on both sides of them.
    while measured > cancelled + 1 + FollowedLine.reach, written < taken {
      if cancelled == 0 { values = lines.indices.map { value(of: $0, at: 0) } }
      let place = input + inputStart
      for line in lines.indices { cancel(line, in: place) }
      let count = min(step, taken - written)
      write(place, count)
      written += count
      cancelled += 1
      inputStart += step
      filled -= step
    }
  }

  private func value(of line: Int, at place: Int) -> Complex {
    lines[line].value(at: place, step: step, size: segment * Self.segmentsPerWindow)
  }

  private func cancel(_ line: Int, in samples: UnsafeMutablePointer<Float>) {
    let now = values[line], next = value(of: line, at: cancelled + 1), drift = lines[line].drift
    values[line] = next
    // Of the sine that turns as the line does meanwhile, the amplitude goes over evenly.
    let end = next * Complex(turn: -drift)
    let start = Complex(turn: phase(of: line, at: cancelled * step)) * share
    let a = now * start, b = (end - now) * start * (1 / Double(step))
    let wave = waves + 18 * lines.count
    Self.fill(wave, turn: lines[line].turn + drift / Double(step))
    (wave[18], wave[19], wave[20], wave[21]) = (Float(a.re), Float(a.im), Float(b.re), Float(b.im))
    kernels.subtract(samples, step, wave, wave + 18)
  }
}

extension LineCanceller {
  /// Samples without lines.
  static func samples(_ samples: [Float], without lines: [NoiseLine], sampleRate: Int) -> [Float] {
    let canceller = LineCanceller(lines, sampleRate: sampleRate)
    var result: [Float] = []
    result.reserveCapacity(samples.count)
    let take = { (numbers: UnsafeMutablePointer<Float>, count: Int) in
      result += UnsafeBufferPointer(start: numbers, count: count)
    }
    samples.withUnsafeBufferPointer {
      if let first = $0.baseAddress { canceller.process(first, count: $0.count, stride: 1, write: take) }
    }
    canceller.finish(write: take)
    return result
  }
}
