// ClickRepairer.swift
// Takes clicks out of one channel, block by block, in bounded memory. The output does not depend on the sizes of blocks;
// where no click is found it is the input, bit for bit. One thread at a time.
// Unsafe: the buffers have the sizes that stand where they are made, and belong to this object.

/// One channel on its way through detection and interpolation.
///
/// A stretch is a block with its surroundings on both sides. Its model is made of the stretch, then of what is left when
/// the clicks that it shows have gone, because they spoil it: with that one they are looked for anew. The clicks that
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
    guard model.fit(input) else { return }
    let clicks = found()
    guard !clicks.isEmpty else { return }
    // With the model of what is left; in digital silence that is the one before.
    tryWithout(clicks)
    fill(clicks)
    let begin = format.context - ClickFormat.margin
    for click in clicks where (begin..<begin + count).contains(click.lowerBound) { take(click) }
  }

  /// The clicks of the stretch.
  private func found() -> [Range<Int>] {
    detector.findShort(input + ClickFormat.margin, model)
    var clicks = detector.clicks
    if !clicks.isEmpty {
      guard tryWithout(clicks) else { return clicks }
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
