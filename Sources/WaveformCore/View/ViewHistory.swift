// ViewHistory.swift
// Where the view was before, as a browser knows the pages before this one. A pure value: time is given.

/// The views that can be gone back to, and forward again.
public struct ViewHistory: Hashable, Sendable {
  /// How a view was left.
  public enum Move: Sendable {
    /// By a hand that goes on: wheel, fingers, a drag, a key that repeats. All of one go are one entry.
    case continuous
    /// By a command.
    case single
  }

  /// Views that are remembered each way.
  public static let limit = 100
  /// Seconds without a move after which the next one begins a new entry.
  public static let pause = 1.0

  private var back: [Viewport] = []
  private var forward: [Viewport] = []
  /// When the last continuous move was made; nil when something else came after it.
  private var lastMove: Double?

  public init() {}

  public var canGoBack: Bool { !back.isEmpty }
  public var canGoForward: Bool { !forward.isEmpty }

  /// Remembers `view`, which is about to be left by a move at `time` (seconds).
  public mutating func leave(_ view: Viewport, by move: Move, at time: Double) {
    let goesOn = lastMove.map { move == .continuous && time - $0 <= Self.pause } ?? false
    lastMove = move == .continuous ? time : nil
    guard !goesOn else { return }
    forward = []
    if back.last != view { back.append(view) }
    if back.count > Self.limit { back.removeFirst() }
  }

  /// The view before `view`, which can then be gone forward to.
  ///
  /// - Returns: nil when there is none. Views are given as they would be now: with the length and width of `view`.
  public mutating func goBack(from view: Viewport) -> Viewport? {
    Self.step(view, &back, &forward, &lastMove)
  }

  /// The view that `view` was gone back from.
  public mutating func goForward(from view: Viewport) -> Viewport? {
    Self.step(view, &forward, &back, &lastMove)
  }

  private static func step(
    _ view: Viewport, _ source: inout [Viewport], _ target: inout [Viewport], _ lastMove: inout Double?
  ) -> Viewport? {
    lastMove = nil
    while let past = source.popLast() {
      let next = past.withLength(view.length).resized(toWidth: view.width)
      // One that has come to be the present view leads nowhere.
      guard next != view else { continue }
      target.append(view)
      return next
    }
    return nil
  }
}
