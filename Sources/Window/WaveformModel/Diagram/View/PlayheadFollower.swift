// PlayheadFollower.swift
// How a view keeps up with the playhead, and when it lets it go. Main actor.

import Observation
import WaveformCore

/// What the view does while the playhead moves.
public enum FollowMode: String, CaseIterable, Sendable {
  /// It turns the page when the playhead leaves the view.
  case page
  /// It keeps the playhead in the middle.
  case centered
  case off

  /// The next mode; the first one after the last.
  var next: FollowMode {
    switch self {
    case .page: .centered
    case .centered: .off
    case .off: .page
    }
  }
}

/// Says where a view should be for the playhead.
@Observable @MainActor final class PlayheadFollower {
  private(set) var mode = FollowMode.page
  /// True after the user has scrolled during playback: the view stays until playback starts again.
  @ObservationIgnored private var hasLetGo = false
  private let playhead: Playhead

  init(_ playhead: Playhead) { self.playhead = playhead }

  var isPlaying: Bool { playhead.isPlaying }

  /// Follows in another way, from now on.
  func follow(by mode: FollowMode) {
    if mode != self.mode { self.mode = mode }
    hasLetGo = false
  }

  /// A playhead that was let go is followed again; else comes the next way to follow.
  var nextMode: FollowMode { isPlaying && hasLetGo && mode != .off ? mode : mode.next }

  /// Follows from now on, even if the user has scrolled away.
  func followAgain() { hasLetGo = false }

  /// Stops following, because the user moves the view.
  func letGo() { if isPlaying { hasLetGo = true } }

  /// Stops following when the playhead is out of a view: the user looks at something else.
  func letGo(outOf view: Viewport) { if pixel(in: view) == nil { letGo() } }

  /// The view that shows the playhead, as the mode wants it.
  func following(_ view: Viewport) -> Viewport {
    guard !hasLetGo else { return view }
    return switch mode {
    case .page: view.paged(to: playhead.frame)
    case .centered: view.centered(on: playhead.frame)
    case .off: view
    }
  }

  /// A view that was zoomed, with the playhead in the middle where it stays there.
  func followed(_ view: Viewport) -> Viewport { isPlaying && mode == .centered ? following(view) : view }

  /// The pixel about which a command zooms: the playhead if it is visible, else the middle.
  func middle(of view: Viewport) -> Double { pixel(in: view) ?? Double(view.width) / 2 }

  private func pixel(in view: Viewport) -> Double? {
    let x = view.pixel(ofFrame: playhead.frame)
    return x >= 0 && x < view.width ? Double(x) : nil
  }
}
