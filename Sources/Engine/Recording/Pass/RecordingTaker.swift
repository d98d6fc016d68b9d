// RecordingTaker.swift
// What can be made of a recording while it is read: peaks, audiowaveform's bins, a spool. Several takers can share one
// reading, which decodes the recording once for all of them.

import WaveformCore

/// Computes something from the samples of a recording, which a `RecordingPass` hands to it.
///
/// The beginning may be reduced on several threads at once, run by run; parts and samples are appended in the order
/// of the recording, one call at a time. The result must not depend on how a recording is divided.
protocol RecordingTaker<Sample>: AnyObject, SendableMetatype {
  associatedtype Sample: BitwiseCopyable & Sendable
  /// The result of reducing some runs.
  associatedtype Part

  /// Frames of a run, at least 1: a recording is divided among threads only between runs.
  var framesPerRun: Int { get }

  /// Reduces whole runs of interleaved samples; called on any thread, on several at once.
  ///
  /// - Parameter frame: where the first run begins in the recording.
  func reduce(_ samples: UnsafePointer<Sample>, runs: Int, from frame: Int) -> Part

  /// Adds the next part; one call at a time.
  func append(_ part: Part)

  /// Adds the next interleaved samples: any number of whole frames; one call at a time.
  func append(samples: UnsafeBufferPointer<Sample>)

  /// Called once, after all samples.
  func finish()

  /// Samples so far that were NaN or infinite.
  var nonFiniteSamples: Int { get }
}

/// Passes the samples to any number of takers; each gets what it would get alone.
///
/// A run of the group holds whole runs of every member. If that is very long, a recording is not divided among threads;
/// each member still gets all samples.
final class TakerGroup<Sample: BitwiseCopyable & Sendable>: RecordingTaker {
  private let members: [Member<Sample>]
  let framesPerRun: Int

  /// - Parameter members: not empty; they belong to the group until `finish`.
  init(_ members: [any RecordingTaker<Sample>]) {
    self.members = members.map { Member($0) }
    framesPerRun = members.reduce(1) { Self.leastCommonMultiple($0, $1.framesPerRun) }
  }

  /// - Returns: `Int.max` when it is larger than an Int.
  private static func leastCommonMultiple(_ one: Int, _ other: Int) -> Int {
    var (divisor, rest) = (one, other)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    let (product, overflow) = (one / divisor).multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// What each member is still to be told of the part.
  func reduce(_ samples: UnsafePointer<Sample>, runs: Int, from frame: Int) -> [() -> Void] {
    members.map { $0.reduce(samples, runs * framesPerRun, frame) }
  }

  func append(_ part: [() -> Void]) {
    for append in part { append() }
  }

  func append(samples: UnsafeBufferPointer<Sample>) {
    for member in members { member.taker.append(samples: samples) }
  }

  func finish() {
    for member in members { member.taker.finish() }
  }

  /// The largest count of all members: a member that counts sees all samples.
  var nonFiniteSamples: Int { members.map(\.taker.nonFiniteSamples).max() ?? 0 }
}

/// A taker whose type of parts nobody needs to know.
private struct Member<Sample: BitwiseCopyable & Sendable> {
  /// Reduces samples, and returns what appends the part.
  let reduce: (_ samples: UnsafePointer<Sample>, _ frames: Int, _ first: Int) -> () -> Void
  let taker: any RecordingTaker<Sample>

  init<Taker: RecordingTaker<Sample>>(_ taker: Taker) {
    self.taker = taker
    reduce = { samples, frames, first in
      let part = taker.reduce(samples, runs: frames / taker.framesPerRun, from: first)
      return { taker.append(part) }
    }
  }
}
