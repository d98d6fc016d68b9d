// DiagramViewModel+Damage.swift
// The places of recordings that are damaged, and how one gets there: at full view a second of an hour is thinner than a
// pixel.

import AudioFormats
import WaveformCore

extension DiagramViewModel {
  /// The stretches of the time axis where a recording is silent or may be wrong because it is damaged, in order; where it
  /// is cut off, its end, without a frame.
  public var damage: [FrameRange] {
    let places = plots.flatMap { plot -> [FrameRange] in
      guard let report = plot.report, !plot.isComputed else { return [] }
      let placement = placement(of: plot)
      let isCut = report.framesPromised.map { $0 > report.frames } ?? false
      return (report.gaps + report.doubts + (isCut ? [report.frames..<report.frames] : [])).map { place in
        let start = Int(placement.axisPosition(of: Double(place.lowerBound)).rounded(.down))
        let end = Int(placement.axisPosition(of: Double(place.upperBound)).rounded(.up))
        return max(0, start)..<max(0, start, end)
      }
    }
    return places.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  /// Selects the next damaged place behind the playhead, after the last one the first, and shows it so large that it can
  /// be seen.
  public func showDamage() {
    let places = damage
    // The place that was shown last is where the playhead stands.
    let seen = presentSelection.range
    let next =
      places.first { ($0.lowerBound, $0.upperBound) > (seen.lowerBound, seen.upperBound) } ?? places.first
    guard let next, let view = navigation.destination else { return }
    go(to: next)
    guard Double(next.count) < Self.seenPixels * view.framesPerPixel else { return }
    let around = max(next.count * 4, sampleRate)
    navigation.show(.command) {
      $0.showing(max(0, next.lowerBound - around)..<min(length, next.upperBound + around))
    }
  }

  /// Device pixels that a place needs to be noticed.
  private static let seenPixels = 24.0
}
