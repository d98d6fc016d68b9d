// ProgressLine.swift
// How many files are done, on a terminal only: one line of standard error, which goes before anything else is printed.

import HostIO
import Localization

/// The line that counts files. One thread.
final class ProgressLine {
  private let total: Int
  private var done = 0
  private var isShown = false
  private var last = MonotonicTime.milliseconds
  private let isWanted: Bool

  /// - Parameter total: files; a single one needs no line.
  init(of total: Int) {
    self.total = total
    isWanted = total > 1 && StandardStreams.showsProgress
  }

  /// Counts a file, and tells so ten times a second.
  func step() {
    done += 1
    guard isWanted, MonotonicTime.milliseconds - last > 100 else { return }
    last = MonotonicTime.milliseconds
    isShown = true
    StandardStreams.printProgress(
      localized("\(done) of \(total) files", plural: "\(done) of \(total) files", count: total))
  }

  /// Takes the line away.
  func clear() {
    if isShown { StandardStreams.printProgress("") }
    isShown = false
  }
}
