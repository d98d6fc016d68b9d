// Undisturbed.swift
// Sound goes on by the clock while a machine's time is taken away for others: what is recorded then has holes that
// no program can fill. A test of what is heard that failed in such a moment is tried again.

import Foundation
import Testing

/// Tries a test again, up to twice, when issues came while another user of the hardware took the processors' time.
/// What fails in a moment of its own, or every time, has failed.
struct Undisturbed: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for _ in 0..<2 {
      let before = Self.stolen
      let failed = Flag()
      try await withKnownIssue("the machine's time was taken away", isIntermittent: true) {
        try await function()
      } matching: { _ in
        let excused = Self.stolen - before >= 0.02
        if excused { failed.set() }
        return excused
      }
      if !failed.isSet { return }
    }
    try await function()
  }

  /// Seconds of processor time, all processors together, that a hypervisor gave to others since the start:
  /// the eighth number of /proc/stat (proc(5)), in ticks.
  static var stolen: Double {
    let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
    let numbers = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst()
    return numbers.dropFirst(7).first.flatMap { Double($0) }.map { $0 / Double(sysconf(Int32(_SC_CLK_TCK))) }
      ?? 0
  }
}

extension Trait where Self == Undisturbed {
  static var undisturbed: Self { Self() }
}

private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false
  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
