// DiagramViewModel+Times.swift
// How times on the axis of a diagram are written.

import WaveformCore

extension DiagramViewModel {
  /// As many decimals as the view can tell apart.
  public var timePrecision: TimePrecision {
    // That of the view to come: so a zoom changes it once.
    guard sampleRate > 0, let view = navigation.destination else { return .milliseconds }
    return .ofView(framesPerPixel: view.framesPerPixel, sampleRate: sampleRate)
  }

  /// The time of day at which the recording begins, in frames since midnight; nil when it does not say, or when several
  /// share the time axis.
  public var timeOfDay: Int? {
    guard plots.count(where: { !$0.isComputed }) == 1, let plot = plots.first, plot.settings.offset == 0,
      plot.sampleRate == sampleRate
    else { return nil }
    return plot.information?.broadcast?.timeReference(sampleRate: sampleRate)
  }

  /// What the first frame of the time axis is called, in frames: 0, or a time of day.
  public var timeOrigin: Int { showsTimeOfDay && timeFormat != .frames ? timeOfDay ?? 0 : 0 }

  /// A place on the time axis, as it is written wherever it is shown.
  public func time(ofFrame frame: Int) -> String { Numerals.shown(plainTime(ofFrame: frame)) }

  /// The same with a decimal point in every language, for other programs.
  package func plainTime(ofFrame frame: Int) -> String {
    timeFormat.text(
      ofFrame: frame + timeOrigin, sampleRate: max(sampleRate, 1), precision: timePrecision)
  }

  /// A length on the time axis, as it is written wherever it is shown.
  ///
  /// - Parameter isFinest: with all decimals that frames can have.
  public func time(ofLength frames: Int, isFinest: Bool = false) -> String {
    Numerals.shown(plainTime(ofLength: frames, isFinest: isFinest))
  }

  /// The same with a decimal point in every language, for other programs.
  package func plainTime(ofLength frames: Int, isFinest: Bool = false) -> String {
    let rate = max(sampleRate, 1)
    return timeFormat.text(
      ofLength: frames, sampleRate: rate, precision: isFinest ? .ofFrames(sampleRate: rate) : timePrecision)
  }
}
