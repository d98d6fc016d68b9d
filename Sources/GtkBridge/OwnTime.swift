// OwnTime.swift
// How long the main thread is in the program's own code: what is left of a frame when the toolkit's part is taken
// away. Every way in from the toolkit that can happen in each frame goes through here. Main thread only.

import CGtk

/// Counts the time between the toolkit's calls and their returns, while it is asked to.
@MainActor public enum OwnTime {
  /// For a trace; otherwise no clock is asked.
  public static var isCounted = false
  /// Seconds so far.
  public private(set) static var seconds = 0.0
  private static var isInside = false

  /// Leaves out some seconds of the call that is going on.
  public static func discount(_ seconds: Double) { self.seconds -= seconds }

  /// Runs what the toolkit calls. The toolkit may call again before it returns: the outermost call counts.
  @inline(__always)
  static func count<Result>(_ body: () -> Result) -> Result {
    guard isCounted, !isInside else { return body() }
    isInside = true
    let start = MainLoop.preciseNow
    defer {
      seconds += MainLoop.preciseNow - start
      isInside = false
    }
    return body()
  }
}
