// DiagramStrip.swift
// What a feature shows between the ruler and the lanes, pixel above pixel with them.

import GtkBridge
import WaveformDrawing

/// A strip of a diagram; its rows run along the time axis.
@MainActor package protocol DiagramStrip: AnyObject {
  var widget: Widget { get }
  /// The colors of the desktop's style.
  var palette: Palette { get set }
  /// Draws again, because another part of the recording is visible in this frame.
  func drawView()
}
