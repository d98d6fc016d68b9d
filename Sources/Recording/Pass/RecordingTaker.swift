// RecordingTaker.swift
// What can be made of a recording while it is read: peaks, audiowaveform's bins, and whatever comes to be measured.

import WaveformCore

/// Makes something of the samples of a recording, which a `RecordingPass` hands to it.
///
/// The beginning may be reduced on several threads at once, run by run; parts and samples are appended in the order
/// of the recording, one call at a time. The outcome must not depend on how a recording is divided.
protocol RecordingTaker<Sample>: AnyObject, SendableMetatype {
  associatedtype Sample: PeakSample
  /// What some runs are reduced to.
  associatedtype Part

  /// Frames that are reduced in one go, at least 1: what is divided among threads is divided between such runs.
  var framesPerRun: Int { get }

  /// Reduces whole runs of interleaved samples; called on any thread, on several at once.
  func reduce(_ samples: UnsafePointer<Sample>, runs: Int) -> Part

  /// Takes in what comes next; one call at a time.
  func append(_ part: Part)

  /// Takes in the interleaved samples that come next: whole frames, of any number; one call at a time.
  func append(samples: UnsafeBufferPointer<Sample>)

  /// Called once, after all samples that there are.
  func finish()

  /// Samples so far that were NaN or infinite.
  var nonFiniteSamples: Int { get }
}
