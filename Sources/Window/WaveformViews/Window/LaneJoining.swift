// LaneJoining.swift
// Many recordings in one window: so many lanes in each turn of the main loop that the window answers meanwhile.

import GtkBridge
import SystemPackage
import WaveformModel

/// Adds lanes below those that a window has.
@MainActor enum LaneJoining {
  private static let lanesAtOnce = 10

  /// - Parameters:
  ///   - goesOn: asked in each turn; false once the window shows something else, or has gone.
  ///   - makePlot: the model of a recording.
  static func add(
    _ paths: ArraySlice<FilePath>, to lanes: LaneList, while goesOn: @escaping @MainActor () -> Bool,
    _ makePlot: @escaping @MainActor (FilePath) -> PlotViewModel
  ) {
    guard goesOn() else { return }
    for path in paths.prefix(lanesAtOnce) { lanes.insert(makePlot(path)) }
    let rest = paths.dropFirst(lanesAtOnce)
    guard !rest.isEmpty else { return }
    let turn = Timer()
    turn.scheduleWhenIdle {
      add(rest, to: lanes, while: goesOn, makePlot)
      withExtendedLifetime(turn) {}
    }
  }
}
