// ClickDetector.swift
// Finds the clicks in a stretch of one channel. One thread at a time.
// Unsafe: the buffers have the sizes that stand where they are made, and belong to this object.

/// Looks for samples that follow neither from those before them nor from those behind them.
///
/// A click leaves an error in the prediction where it begins, and in the backward one where it ends (Godsill and Rayner
/// 1998, "Digital audio restoration", 5.2, for the forward one). An attack of a drum or of a voice leaves one in the former
/// only: what comes behind it foretells it. So a sample belongs to a click when both errors are large within a reach of
/// it, against the median of the stretch and that of its surroundings.
final class ClickDetector {
  private let format: ClickFormat
  private let count: Int
  private let kernels: SpectralKernels
  private typealias Numbers = UnsafeMutablePointer<Float>
  private let ahead: Numbers, back: Numbers, surprises: Numbers, sorted: Numbers
  /// The reach to which the errors have been spread.
  private var reach = 0
  /// Room beside the errors for the longest reach; its zeros are never written to.
  private let room: Int

  /// The clicks that were found, ascending, apart from one another; places in the stretch's inner part.
  private(set) var clicks: [Range<Int>] = []

  init(_ format: ClickFormat, kernels: SpectralKernels) {
    self.format = format
    self.kernels = kernels
    count = format.size - 2 * ClickFormat.margin
    room = format.reaches.long + 1
    func numbers(_ count: Int) -> Numbers {
      let numbers = Numbers.allocate(capacity: count)
      numbers.initialize(repeating: 0, count: count)
      return numbers
    }
    (ahead, back) = (numbers(count + room), numbers(count + room + 8))
    (surprises, sorted) = (numbers(count), numbers(count))
  }

  deinit {
    for numbers in [ahead, back, surprises, sorted] { numbers.deallocate() }
  }

  /// Finds clicks whose ends lie close to each other.
  ///
  /// - Parameter samples: the stretch's inner part, with `margin` samples on either side.
  func findShort(_ samples: UnsafePointer<Float>, _ model: LinearPrediction) {
    kernels.predict(samples, count, model.weights, model.order, ahead + room, back)
    reach = 0
    find(reach: format.reaches.short)
  }

  /// Finds those whose ends lie further apart, too. Of samples in which no short one was found, they need not be given
  /// again.
  func findLong(_ repaired: UnsafePointer<Float>?, _ model: LinearPrediction) {
    if let repaired {
      kernels.predict(repaired, count, model.weights, model.order, ahead + room, back)
      reach = 0
    }
    find(reach: format.reaches.long)
  }

  private func find(reach: Int) {
    kernels.findSurprises(ahead + room, back, count, self.reach, reach, surprises)
    self.reach = reach
    // A quarter of them says as much.
    let level = max(quantile(0.5, 0..<count, 0..<0, step: 4), Float(1e-7))
    var threshold = level * format.threshold
    let most = Int(Double(count) * ClickFormat.largestShare)
    collect(above: threshold, level)
    while clicks.reduce(0, { $0 + $1.count }) > most {
      threshold *= 1.25
      collect(above: threshold, level)
    }
  }

  private func collect(above threshold: Float, _ level: Float) {
    clicks.removeAll(keepingCapacity: true)
    var index = 0
    while index < count {
      guard surprises[index] > threshold else {
        index += 1
        continue
      }
      let seed = index
      var click = grown(from: seed, above: threshold * format.edge)
      var peak = seed
      for place in click where surprises[place] > surprises[peak] { peak = place }
      // The sound may be louder just here than in the whole stretch.
      let before = max(0, click.lowerBound - ClickFormat.beside)..<click.lowerBound
      let behind = click.upperBound..<min(count, click.upperBound + ClickFormat.beside)
      let limit = threshold * max(1, quantile(ClickFormat.surroundings, before, behind, step: 2) / level)
      index = click.upperBound
      guard surprises[peak] > limit else { continue }
      if limit > threshold { click = grown(from: peak, above: limit * format.edge) }
      // The peak may lie before the place at which this one was met.
      index = max(click.upperBound, seed + 1)
      guard click.count <= format.longest else { continue }
      if let last = clicks.last, last.upperBound == click.lowerBound {
        clicks[clicks.count - 1] = last.lowerBound..<click.upperBound
      } else {
        clicks.append(click)
      }
    }
  }

  /// The samples about a place that exceed a limit.
  private func grown(from place: Int, above limit: Float) -> Range<Int> {
    let begin = clicks.last?.upperBound ?? 0
    var (first, end) = (place, place + 1)
    while first > begin, surprises[first - 1] > limit { first -= 1 }
    while end < count, surprises[end] > limit { end += 1 }
    return first..<end
  }

  /// What a part of every so many surprises of two ranges; 0 where there are none.
  private func quantile(_ part: Double, _ one: Range<Int>, _ other: Range<Int>, step: Int) -> Float {
    var taken = 0
    for range in [one, other] {
      for place in stride(from: range.lowerBound, to: range.upperBound, by: step) {
        sorted[taken] = surprises[place]
        taken += 1
      }
    }
    guard taken > 0 else { return 0 }
    return Selection.find(Int(part * Double(taken)), of: sorted, taken)
  }
}
