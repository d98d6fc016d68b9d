// ChannelPreparation.swift
// What is done to one channel before the gain of each frequency: clicks are repaired, steady tones subtracted, and the level
// of the noise is found out. Samples come out later than they went in, lined up with them; how they are cut into blocks
// makes no difference. One thread at a time.

/// One channel on its way to the analysis.
final class ChannelPreparation {
  /// Takes the next samples: a count of them, a stride apart.
  typealias Next = (_ samples: UnsafePointer<Float>, _ count: Int, _ stride: Int) -> Void

  /// Each nil where its work is not wanted.
  private let repairer: ClickRepairer?
  private let canceller: LineCanceller?
  private let follower: NoiseFollower?

  init(_ repairer: ClickRepairer?, _ canceller: LineCanceller?, _ follower: NoiseFollower?) {
    self.repairer = repairer
    self.canceller = canceller
    self.follower = follower
  }

  /// How the noise is in the samples that are given on; nil: as in its profile.
  var noise: (any NoiseEstimate)? { follower?.estimate }

  /// - Parameter samples: `count` of them, `stride` apart.
  func process(_ samples: UnsafePointer<Float>, count: Int, stride: Int, next: Next) {
    guard let repairer else { return cancel(samples, count, stride, next) }
    let repaired = repairer.process(samples, count: count, stride: stride)
    if let first = repaired.baseAddress { cancel(first, repaired.count, 1, next) }
  }

  /// Gives the samples on that are still missing. Call it once, after the last sample.
  func finish(next: Next) {
    if let repairer, case let rest = repairer.finish(), let first = rest.baseAddress {
      cancel(first, rest.count, 1, next)
    }
    canceller?.finish { follow($0, $1, 1, next) }
    follower?.finish { next($0, $1, 1) }
  }

  private func cancel(_ samples: UnsafePointer<Float>, _ count: Int, _ stride: Int, _ next: Next) {
    guard let canceller else { return follow(samples, count, stride, next) }
    canceller.process(samples, count: count, stride: stride) { follow($0, $1, 1, next) }
  }

  private func follow(_ samples: UnsafePointer<Float>, _ count: Int, _ stride: Int, _ next: Next) {
    guard let follower else { return next(samples, count, stride) }
    follower.process(samples, count: count, stride: stride) { next($0, $1, 1) }
  }
}
