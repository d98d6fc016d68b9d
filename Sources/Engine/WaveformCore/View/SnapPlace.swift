// SnapPlace.swift
// Where an edge that is dragged may snap to, and which of several places it takes. A pure value.

/// A place that draws an edge to itself.
public struct SnapPlace: Equatable, Sendable {
  /// What a place is. Of two within reach the one named first here is taken, however near the other is: there are many of
  /// the last ones.
  public enum Kind: Int, CaseIterable, Sendable {
    case mark, playhead, laneEnd, onset, tick, crossing

    /// Logical pixels from which it draws an edge. Ticks lie close to each other: between them there must be room.
    public var reach: Double { self == .tick ? 4 : 8 }
  }

  /// On the time axis.
  public let frame: Int
  public let kind: Kind
  /// What it is called beside its time, with a capital letter.
  public let name: String

  public init(frame: Int, kind: Kind, name: String) {
    self.frame = frame
    self.kind = kind
    self.name = name
  }

  /// Logical pixels from which places are looked for.
  public static let farthestReach = Kind.allCases.map(\.reach).max()!

  /// The place that an edge snaps to; nil when none is within reach. Of the first kind that is, the nearest one.
  ///
  /// - Parameter framesPerPoint: frames of a logical pixel, > 0.
  public static func nearest(to frame: Int, of places: [SnapPlace], framesPerPoint: Double) -> SnapPlace? {
    places.lazy
      .filter { abs(Double($0.frame - frame)) <= $0.kind.reach * framesPerPoint }
      .min { ($0.kind.rawValue, abs($0.frame - frame)) < ($1.kind.rawValue, abs($1.frame - frame)) }
  }
}
