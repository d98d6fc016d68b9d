// OwnTime.swift
// How long the main thread runs the program's own code: the rest of a frame is the toolkit's. Every callback
// that can happen in each frame goes through here. Main thread only.

import CGtk

/// Measures the time between calls from the toolkit and their returns, when enabled.
///
/// Processor time tells what the code costs, whatever else the machine does meanwhile. Clock time includes
/// waits for locks and processors.
@MainActor public enum OwnTime {
  /// True for a trace; otherwise no clock is read.
  public static var isCounted = false
  /// Seconds so far, by the clock and by the processor.
  public private(set) static var seconds = 0.0, processorSeconds = 0.0
  private static var isInside = false, isLeftOut = false

  /// Runs a part of the present call without measuring it.
  public static func leaveOut(_ body: () -> Void) {
    guard isCounted, isInside, !isLeftOut else { return body() }
    isLeftOut = true
    let (start, processorStart) = (MainLoop.preciseNow, MainLoop.processorTime)
    body()
    seconds -= MainLoop.preciseNow - start
    processorSeconds -= MainLoop.processorTime - processorStart
    isLeftOut = false
  }

  /// Runs a callback. Callbacks may be nested: only the outermost one is measured.
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
