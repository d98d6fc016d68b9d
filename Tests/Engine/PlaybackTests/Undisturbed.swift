// Undisturbed.swift
// Sound goes on by the clock while a machine's time is taken away for others: what is recorded then has holes that
// no program can fill. A test of what is heard that failed in such a moment is tried again.

import Foundation
import Synchronization
import Testing

/// Tries a test again, up to twice, when it failed while the processors' time was taken away: see `StolenTime`.
/// What fails in a moment of its own, or every time, has failed. `scripts/tried-again` counts the tries.
struct Undisturbed: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for _ in 0..<2 {
      let attempt = Attempt()
      try await withKnownIssue("the machine's time was taken away", isIntermittent: true) {
        try await function()
      } matching: { _ in
        attempt.isExcused
      }
      guard let share = attempt.excuse else { return }
      let line =
        "tried again, \(Int(share * 100)) % of a processor was taken away: \(test.displayName ?? test.name)\n"
      FileHandle.standardError.write(Data(line.utf8))
    }
    try await function()
  }
}

extension Trait where Self == Undisturbed {
  static var undisturbed: Self { Self() }
}

/// One run of a test from its beginning to its first issue, which decides for all that follow from it.
private final class Attempt: Sendable {
  private let start = Attempt.now
  private let verdict = Mutex<StolenTime?>(nil)

  /// Asked with each issue.
  var isExcused: Bool {
    verdict.withLock { verdict in
      let first = verdict ?? Self.now.since(start)
      verdict = first
      return first.isAnExcuse
    }
  }

  /// The share of a processor that was gone; nil when there was no issue, or no excuse for it.
  var excuse: Double? { verdict.withLock { $0.flatMap { $0.isAnExcuse ? $0.share : nil } } }

  /// Since the machine's start.
  private static var now: StolenTime {
    let stat = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
    return StolenTime(ticks: StolenTime.ticks(in: stat), seconds: ProcessInfo.processInfo.systemUptime)
  }
}

extension StolenTime {
  fileprivate func since(_ start: StolenTime) -> StolenTime {
    StolenTime(ticks: ticks - start.ticks, seconds: seconds - start.seconds)
  }
}
