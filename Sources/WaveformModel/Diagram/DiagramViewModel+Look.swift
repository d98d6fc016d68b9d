// DiagramViewModel+Look.swift
// How the lanes of a diagram are drawn: normalized, raised, and which channels share them.

import WaveformCore

extension DiagramViewModel {
  /// How a lane is drawn: with the gain that normalising and the user give it.
  public func look(ofLane lane: Int, in plot: PlotViewModel) -> WaveformLook {
    var look = look
    look.amplitude.gain *= normalization(of: plot)
    let raised = plot.gains[lane]
    if raised != 0 { look.amplitude.gain *= ratio(ofDecibels: Float(raised)) }
    return look
  }

  /// The gain at which the largest sample of a recording has full height; all its lanes share it, so that they can
  /// still be compared. 1 until everything has been read: a picture that grew smaller with every louder sound could
  /// not be looked at.
  public func normalization(of plot: PlotViewModel) -> Float {
    // What was made of a waveform can be compared with it.
    let measured = plot.isComputed ? lanes.base(of: plot) ?? plot : plot
    guard look.isNormalized, let peak = measured.peak else { return 1 }
    return WaveformLook.normalization(ofPeak: peak)
  }

  /// Raises a lane, or all lanes of all waveforms, by so many dB.
  public func raise(lane: Int? = nil, of plot: PlotViewModel? = nil, by decibels: Double) {
    for raised in plots
    where plot == nil || raised === plot || (raised.isComputed && lanes.base(of: raised) === plot) {
      raised.gains.change(lane: lane, by: decibels)
    }
  }

  /// Draws all lanes as they were recorded.
  public func resetGains() { for plot in plots where !plot.gains.isUnchanged { plot.gains = LaneGains() } }

  /// True when `resetGains` would change something.
  public var canResetGains: Bool { plots.contains { !$0.gains.isUnchanged } }

  /// How channels share lanes from now on.
  public func show(_ channels: ChannelMode) {
    guard channels != look.channels else { return }
    look.channels = channels
    for plot in plots { plot.gains.forgetLanes() }
  }
}
