// BackgroundReading.swift
// A reading of a whole recording on a thread that nobody waits for, because a read from a dead network share may never
// return. Main actor; what it tells hops there.

import AudioFormats
import HostIO
import Synchronization

/// One reading, from its start to its end or to `cancel`.
@MainActor package final class BackgroundReading<Value: Sendable> {
  /// Reads on a thread of its own; nil when `goesOn` ended it.
  package typealias Work =
    @Sendable (_ goesOn: @escaping @Sendable () -> Bool, _ progressed: @escaping @Sendable (Int) -> Void)
    throws(AudioFileError) -> Value?

  private final class Cancellation: Sendable {
    let flag = Atomic(false)
  }

  private let cancellation = Cancellation()

  /// - Parameters:
  ///   - progressed: called with what `work` reports.
  ///   - ended: called once, unless it was cancelled.
  /// - Returns: nil when the system gives no thread.
  package init?(
    _ work: @escaping Work, progressed: @escaping @MainActor (Int) -> Void,
    ended: @escaping @MainActor (Result<Value, AudioFileError>) -> Void
  ) {
    let cancellation = cancellation
    let isStarted = BackgroundThread.start {
      let goesOn = { @Sendable in !cancellation.flag.load(ordering: .relaxed) }
      let result = Result { () throws(AudioFileError) in
        try work(goesOn) { frames in
          Task { @MainActor in if goesOn() { progressed(frames) } }
        }
      }
      Task { @MainActor in
        guard goesOn() else { return }
        switch result {
        case .success(let value?): ended(.success(value))
        case .success(nil): break
        case .failure(let error): ended(.failure(error))
        }
      }
    }
    if !isStarted { return nil }
  }

  isolated deinit { cancel() }

  /// Nothing is told from now on.
  package func cancel() { cancellation.flag.store(true, ordering: .relaxed) }
}
