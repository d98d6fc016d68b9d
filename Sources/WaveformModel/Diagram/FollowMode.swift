// FollowMode.swift
// How a view keeps up with its playhead.

/// What the view does while the playhead moves on.
public enum FollowMode: String, CaseIterable, Sendable {
  /// It turns the page when the playhead leaves it.
  case page
  /// It keeps the playhead in the middle.
  case centered
  case off

  /// The next one, around.
  var next: FollowMode {
    switch self {
    case .page: .centered
    case .centered: .off
    case .off: .page
    }
  }
}
