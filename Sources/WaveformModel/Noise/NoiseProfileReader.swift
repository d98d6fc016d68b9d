// NoiseProfileReader.swift
// Reads on a thread of its own what profiles of noise are made of; only the last request is answered. Main actor.

import HostIO
import Observation
import Spectral
import WaveformCore

/// What was found of a noise.
struct NoiseFinding: Sendable {
  /// Nil when it has still to be taken, or was only written.
  var profile: NoiseProfile?
  /// What there is to know about the profile: a sentence.
  var remark: String?
  /// Frames of the recording in which only the noise is heard; nil when no such stretch was looked for, or found.
  var range: FrameRange?
}

/// Has profiles of noise read, or written, in the background.
@Observable @MainActor final class NoiseProfileReader {
  /// Why there is no profile, and what can be done: sentences.
  struct Failure: Error {
    let text: String

    init(_ text: String) { self.text = text }

    init(_ error: AudioFileError) { text = "\(error.message) \(error.advice)" }
  }

  /// True until what was asked for last has been answered.
  private(set) var isBusy = false
  /// Counts requests, so that an answer to an earlier one is known.
  @ObservationIgnored private var requestCount = 0
  private let worker = BackgroundWorker()

  /// - Parameters:
  ///   - body: runs on the worker's thread.
  ///   - answer: is not called when something else has been asked for meanwhile.
  func read(
    _ body: @escaping @Sendable () throws(Failure) -> NoiseFinding,
    answer: @escaping @MainActor (Result<NoiseFinding, Failure>) -> Void
  ) {
    requestCount += 1
    let request = requestCount
    isBusy = true
    worker.run { [weak self] in
      let result = Result { () throws(Failure) in try body() }
      Task { @MainActor in
        guard let self, self.requestCount == request else { return }
        self.isBusy = false
        answer(result)
      }
    }
  }

  /// Nobody wants an answer any more.
  func forget() {
    requestCount += 1
    isBusy = false
  }
}
