// ViewHistory.swift
// The views before and after the present one, like the history of a browser. A pure value: the caller gives
// the time.

/// Views to go back and forward to.
public struct ViewHistory: Hashable, Sendable {
  /// How a view was left.
  public enum Move: Sendable {
    /// By a continued movement: wheel, fingers, a drag, a repeating key. The whole movement is one entry.
    case continuous
    /// By a command.
    case single
  }

  /// The most views that are remembered in each direction.
  public static let limit = 100
  /// Seconds without a move after which the next one starts a new entry.
  public static let pause = 1.0

  private var back: [Viewport] = []
  private var forward: [Viewport] = []
  /// The time of the last continuous move; nil when a single one followed it.
  private var lastMove: Double?

  public init() {}

  public var canGoBack: Bool { !back.isEmpty }
  public var canGoForward: Bool { !forward.isEmpty }

  /// Remembers `view`, which a move at `time` (seconds) is about to leave.
  public mutating func leave(_ view: Viewport, by move: Move, at time: Double) {
    let goesOn = lastMove.map { move == .continuous && time - $0 <= Self.pause } ?? false
    lastMove = move == .continuous ? time : nil
    guard !goesOn else { return }
    forward = []
    if back.last != view { back.append(view) }
    if back.count > Self.limit { back.removeFirst() }
  }

  /// The view before `view`, to which `goForward` then returns.
  ///
  /// - Returns: nil when there is none. The view has the present length and width, those of `view`.
  public mutating func goBack(from view: Viewport) -> Viewport? {
    Self.step(view, &back, &forward, &lastMove)
  }

  /// The view that `goBack` left.
  public mutating func goForward(from view: Viewport) -> Viewport? {
    Self.step(view, &forward, &back, &lastMove)
  }

  private static func step(
    _ view: Viewport, _ source: inout [Viewport], _ target: inout [Viewport], _ lastMove: inout Double?
  ) -> Viewport? {
    lastMove = nil
    while let past = source.popLast() {
      let next = past.withLength(view.length).resized(toWidth: view.width)
      // Skip a view that equals the present one.
      guard next != view else { continue }
      target.append(view)
      return next
    }
    return nil
  }
}
