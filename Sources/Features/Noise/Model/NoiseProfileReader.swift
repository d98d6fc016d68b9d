// NoiseProfileReader.swift
// Reads on a thread of its own what profiles of noise are made of, of which only the last request is answered, and writes
// them on another one, each of them. Main actor.

import HostIO
import Localization
import Observation
import Spectral
import WaveformCore

/// What was found of a noise.
struct NoiseFinding: Sendable {
  /// Nil when it has still to be taken.
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
  /// Profiles that have not been written yet.
  private var writeCount = 0
  private let worker = BackgroundWorker(), writer = BackgroundWorker()

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

  /// True until everything has been written.
  var isWriting: Bool { writeCount > 0 }

  /// - Parameters:
  ///   - body: runs on the writer's thread.
  ///   - failed: is called whatever has been asked for meanwhile.
  func write(
    _ body: @escaping @Sendable () throws(Failure) -> Void, failed: @escaping @MainActor (Failure) -> Void
  ) {
    writeCount += 1
    // The job holds the writer: what was asked for is written although the window closes.
    let isStarted = writer.run { [weak self, writer] in
      defer { _ = writer }
      let result = Result { () throws(Failure) in try body() }
      Task { @MainActor in
        self?.writeCount -= 1
        if case .failure(let failure) = result { failed(failure) }
      }
    }
    guard !isStarted else { return }
    writeCount -= 1
    failed(Failure(localized("There is no memory to write the noise profile. Close other windows.")))
  }

  /// Nobody wants an answer of what is read any more.
  func forget() {
    requestCount += 1
    isBusy = false
  }
}
