// ClickRepairer.swift
// Takes clicks out of one channel, block by block, in bounded memory. The output does not depend on the sizes of blocks;
// where no click is found it is the input, bit for bit. One thread at a time.
// Unsafe: the buffers have the sizes that stand where they are made, and belong to this object.

/// One channel on its way through detection and interpolation.
///
/// A stretch is a block with its surroundings on both sides. Its model is made of the stretch without its loudest moments,
/// then of what is left when the clicks that it shows have gone with what may ring on behind them, because they spoil it:
/// with that one they are looked for anew. The clicks that
/// begin in the block are repaired; one that reaches into the next block is repaired there as well, so that no later
/// block changes what has gone out.
final class ClickRepairer {
  private let format: ClickFormat
  private let kernels: SpectralKernels
  private let model: LinearPrediction
  private let detector: ClickDetector
  private var interpolator = GapInterpolator(order: ClickFormat.order)
  /// The stretch: repaired up to its block, then as it came in. `filled` samples of `size`, and a vector of room.
  private let input: UnsafeMutablePointer<Float>
  /// The stretch as it would be without what has been found.
  private let trial: UnsafeMutablePointer<Float>
  private var filled: Int
  /// True until the first stretch is whole: before the recording's first frame there is its mirror image.
  private var isAtBeginning = true
  private var places: [Int] = []
  private var output: UnsafeMutableBufferPointer<Float>
  private let tally: ClickTally

  /// - Parameter tally: is told of each click that was repaired.
  init(_ format: ClickFormat, tally: ClickTally, kernels: SpectralKernels = .best) {
    self.format = format
    self.tally = tally
    self.kernels = kernels
    model = LinearPrediction(order: ClickFormat.order, count: format.size, kernels: kernels)
    detector = ClickDetector(format, kernels: kernels)
    input = .allocate(capacity: format.size + 8)
    trial = .allocate(capacity: format.size + 8)
    input.initialize(repeating: 0, count: format.size + 8)
    trial.initialize(repeating: 0, count: format.size + 8)
    output = .allocate(capacity: format.size)
    filled = format.context
  }

  deinit {
    input.deallocate()
    trial.deallocate()
    output.deallocate()
  }

  /// Takes in samples.
  ///
  /// - Parameter samples: `count` of them, `stride` apart.
  /// - Returns: the samples that have become ready, until the next call: as many for every channel.
  func process(
    _ samples: UnsafePointer<Float>, count: Int, stride: Int
  ) -> UnsafeMutableBufferPointer<Float> {
    if output.count < count + format.delay {
      output.deallocate()
      output = .allocate(capacity: count + format.delay)
    }
    var (taken, written) = (0, 0)
    while taken < count {
      let part = min(count - taken, format.size - filled)
      kernels.takeIn(samples + taken * stride, part, stride, input + filled)
      taken += part
      filled += part
      guard filled == format.size else { break }
      written += repairBlock(format.hop, into: output.baseAddress! + written)
    }
    return UnsafeMutableBufferPointer(rebasing: output[..<written])
  }

  /// The samples that are still missing when all have come in, until the next call.
  func finish() -> UnsafeMutableBufferPointer<Float> {
    var written = 0
    while filled > format.context {
      // Behind the last frame there is the mirror image of what comes before it.
      mirror(filled..<format.size, about: filled - 1)
      written += repairBlock(
        min(format.hop, filled - format.context), into: output.baseAddress! + written)
    }
    return UnsafeMutableBufferPointer(rebasing: output[..<written])
  }

  /// Repairs a block, gives its samples out, and moves on.
  private func repairBlock(_ count: Int, into target: UnsafeMutablePointer<Float>) -> Int {
    if isAtBeginning { mirror(0..<format.context, about: format.context) }
    isAtBeginning = false
    repair(count)
    target.initialize(from: input + format.context, count: count)
    filled -= format.hop
    input.update(from: input + format.hop, count: max(0, filled))
    return count
  }

  /// Fills places beside the recording with what lies as far on the other side of its edge, to and fro where it is short.
  private func mirror(_ places: Range<Int>, about edge: Int) {
    let known = isAtBeginning ? format.context..<filled : 0..<filled
    for place in places {
      let there = abs(place - edge) % max(1, 2 * (known.count - 1))
      let distance = min(there, max(0, 2 * (known.count - 1) - there))
      input[place] = input[edge + (place < edge ? distance : -distance)]
    }
  }

  /// Finds the clicks of the stretch, and repairs those that begin in its block.
  ///
  /// - Parameter count: samples of the block.
  private func repair(_ count: Int) {
    level()
    // What is loud in silence is all that there is.
    guard model.fit(trial) || model.fit(input) else { return }
    let clicks = found()
    guard !clicks.isEmpty else { return }
    // With the model of what is left; in digital silence that is the one before.
    tryWithout(clicks)
    fill(clicks)
    let begin = format.context - ClickFormat.margin
    for click in clicks where (begin..<begin + count).contains(click.lowerBound) { take(click) }
  }

  /// Puts the stretch into `trial`, its loudest eighth as soft as the rest of it: with a pop or a long click in it as it is,
  /// the model would foretell just that.
  private func level() {
    let step = ClickFormat.levelled
    let levels = stride(from: 0, to: format.size, by: step).map { first in
      let end = min(format.size, first + step)
      return (first..<end).reduce(Float(0)) { $0 + abs(input[$1]) } / Float(end - first)
    }
    let most = levels.sorted()[levels.count * 7 / 8]
    trial.update(from: input, count: format.size)
    for index in levels.indices {
      let near = levels[max(0, index - 1)...min(levels.count - 1, index + 1)]
      guard near.contains(where: { $0 > most }) else { continue }
      for place in index * step..<min(format.size, (index + 1) * step) {
        // Evenly from the middle of one part to that of the next.
        let part = max(0, (Float(place) + 0.5) / Float(step) - 0.5)
        let one = min(levels.count - 1, Int(part)), other = min(levels.count - 1, one + 1)
        let level = levels[one] + (levels[other] - levels[one]) * (part - Float(one))
        if level > most { trial[place] *= most / level }
      }
    }
  }

  /// The clicks of the stretch.
  private func found() -> [Range<Int>] {
    detector.findShort(input + ClickFormat.margin, model)
    var clicks = detector.clicks
    if !clicks.isEmpty {
      guard tryWithoutTails(clicks) else { return clicks }
      detector.findShort(input + ClickFormat.margin, model)
      clicks = detector.clicks
    }
    // Long ones in what is left without the short ones, lest two of those be taken for the ends of one.
    if clicks.isEmpty {
      detector.findLong(nil, model)
    } else {
      guard tryWithout(clicks) else { return clicks }
      detector.findLong(trial + ClickFormat.margin, model)
    }
    return Self.union(clicks, detector.clicks)
  }

  /// Makes the model of the stretch without these clicks, and without what may follow them: a pop rings on, and is long
  /// enough that a model with it would foretell it. A line in its place does for a model.
  ///
  /// - Returns: false when silence is left: the model is as it was.
  private func tryWithoutTails(_ clicks: [Range<Int>]) -> Bool {
    trial.update(from: input, count: format.size)
    var end = 0
    for click in clicks {
      let begin = click.lowerBound + ClickFormat.margin, first = max(end, begin)
      end = min(format.size - 1, begin + max(click.count, format.tail))
      let before = trial[first - 1], step = (input[end] - before) / Float(end - first + 1)
      for place in first..<end { trial[place] = before + step * Float(place - first + 1) }
    }
    return model.fit(trial)
  }

  /// Makes the model of the stretch without these clicks.
  ///
  /// - Returns: false when silence is left: the model is as it was.
  @discardableResult private func tryWithout(_ clicks: [Range<Int>]) -> Bool {
    fill(clicks)
    return model.fit(trial)
  }

  private func fill(_ clicks: [Range<Int>]) {
    trial.update(from: input, count: format.size)
    places.removeAll(keepingCapacity: true)
    for click in clicks { places.append(contentsOf: click) }
    interpolator.use(model.filter)
    interpolator.fill(places, of: trial + ClickFormat.margin)
  }

  /// Puts the samples that were found for a click into its place, unless they would be louder than what is there: a
  /// model that fits badly can make a peak of its own.
  private func take(_ click: Range<Int>) {
    let shift = ClickFormat.margin, beside = 2 * ClickFormat.order
    let surroundings =
      max(0, click.lowerBound + shift - beside)..<min(format.size, click.upperBound + shift + beside)
    var loudest: Float = 0
    for place in surroundings { loudest = max(loudest, abs(input[place])) }
    for place in click where abs(trial[place + shift]) > loudest { return }
    for place in click { input[place + shift] = trial[place + shift] }
    tally.add(1)
  }

  private static func union(_ one: [Range<Int>], _ other: [Range<Int>]) -> [Range<Int>] {
    if one.isEmpty || other.isEmpty { return one + other }
    var result: [Range<Int>] = []
    for range in (one + other).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, last.upperBound >= range.lowerBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
