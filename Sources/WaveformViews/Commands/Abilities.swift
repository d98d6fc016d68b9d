// Abilities.swift
// Which commands make sense now. A value of the model, compared as a whole: actions are touched when it changes only.

import WaveformCore
import WaveformModel

/// What can be done with what is open in a window.
struct Abilities: Equatable, Sendable {
  let hasFile: Bool, canReload: Bool, hasRecording: Bool, canExport: Bool
  let hasSelection: Bool, canUndo: Bool, canRedo: Bool
  let canZoomIn: Bool, canZoomOut: Bool, canZoomToSelection: Bool, canZoomToSamples: Bool
  let canGoBack: Bool, canGoForward: Bool
  let drawsBars: Bool, drawsEnvelope: Bool, drawsDecibels: Bool, canResetGains: Bool
  let hasCleanRecording: Bool

  /// - Parameter export: one at a time: a second one would give up the first.
  @MainActor init(_ diagram: DiagramViewModel, _ export: ExportProgress) {
    hasFile = !diagram.plots.isEmpty
    canReload = diagram.plots.first.map { $0.change != .deleted } ?? false
    hasRecording = diagram.viewport != nil
    canExport = hasRecording && !export.isRunning
    hasSelection = diagram.selection?.isEmpty == false
    canUndo = diagram.lanes.undoChange != nil
    canRedo = diagram.lanes.redoChange != nil
    let view = diagram.navigation.destination
    canZoomIn = view?.isFinest == false
    canZoomOut = view?.isWhole == false
    canZoomToSelection = hasSelection || diagram.navigation.canLeaveSelectionZoom
    canZoomToSamples = view.map { $0.framesPerPixel != max(min(1, $0.coarsest), $0.finest) } ?? false
    canGoBack = diagram.navigation.canGoBack
    canGoForward = diagram.navigation.canGoForward
    drawsBars = diagram.look.style == .bars
    drawsEnvelope = diagram.look.style == .envelope
    drawsDecibels = diagram.look.amplitude.unit == .decibels
    canResetGains = diagram.canResetGains
    hasCleanRecording = diagram.noise.plot != nil
  }
}
