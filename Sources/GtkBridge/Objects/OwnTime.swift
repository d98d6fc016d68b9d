// OwnTime.swift
// How long the main thread is in the program's own code: what is left of a frame when the toolkit's part is taken
// away. Every way in from the toolkit that can happen in each frame goes through here. Main thread only.

import CGtk

/// Counts the time between the toolkit's calls and their returns, while it is asked to.
///
/// Processor time tells what the code costs, whatever else the machine does meanwhile; what passes on the clock also
/// holds the waits, for a lock or for a processor.
@MainActor public enum OwnTime {
  /// For a trace; otherwise no clock is asked.
  public static var isCounted = false
  /// Seconds so far, on the clock and of a processor.
  public private(set) static var seconds = 0.0, processorSeconds = 0.0
  private static var isInside = false

  /// Runs a part of the call that is going on without counting it.
  public static func leaveOut(_ body: () -> Void) {
    guard isCounted else { return body() }
    let (start, processorStart) = (MainLoop.preciseNow, MainLoop.processorTime)
    body()
    seconds -= MainLoop.preciseNow - start
    processorSeconds -= MainLoop.processorTime - processorStart
  }

  /// Runs what the toolkit calls. The toolkit may call again before it returns: the outermost call counts.
  @inline(__always)
  static func count<Result>(_ body: () -> Result) -> Result {
    guard isCounted, !isInside else { return body() }
    isInside = true
    let (start, processorStart) = (MainLoop.preciseNow, MainLoop.processorTime)
    defer {
      seconds += MainLoop.preciseNow - start
      processorSeconds += MainLoop.processorTime - processorStart
      isInside = false
    }
    return body()
  }
}
