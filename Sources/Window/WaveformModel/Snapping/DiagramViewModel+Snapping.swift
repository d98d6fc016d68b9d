// DiagramViewModel+Snapping.swift
// What there is near an edge that is dragged. Only what is known is looked at, so that a step of the drag never waits: the
// samples that are drawn, and onsets that were searched meanwhile.

import Localization
import Marks
import WaveformCore

extension DiagramViewModel {
  /// The place that a dragged edge takes: see `SnapPlace`. `snapping.place` tells what it is.
  ///
  /// - Parameters:
  ///   - frame: where the pointer wants it, on the time axis.
  ///   - plot: the waveform over which it is dragged; nil: the first one.
  ///   - isInverted: true when the user holds the key that turns snapping off, or on.
  ///   - scale: device pixels of a logical pixel.
  ///   - mark: does not snap to itself.
  public func snapped(
    _ frame: Int, over plot: PlotViewModel? = nil, isInverted: Bool, scale: Int, without mark: Mark.ID? = nil
  ) -> Int {
    let place =
      snapping.isOn == isInverted
      ? nil : snapPlace(near: frame, plot ?? plots.first { !$0.isComputed }, scale: scale, without: mark)
    if snapping.place != place { snapping.place = place }
    return place?.frame ?? frame
  }

  private func snapPlace(
    near frame: Int, _ plot: PlotViewModel?, scale: Int, without mark: Mark.ID?
  ) -> SnapPlace? {
    guard let viewport, sampleRate > 0 else { return nil }
    let framesPerPoint = viewport.framesPerPixel * Double(scale)
    let reach = Int((SnapPlace.farthestReach * framesPerPoint).rounded(.up))
    // A mark may be dragged beyond both ends.
    guard (-reach...length + reach).contains(frame) else { return nil }
    let near = max(0, frame - reach)..<min(length, frame + reach) + 1
    var places = markPlaces(near, without: mark) + tickPlaces(viewport, near, scale: scale) + laneEnds(near)
    if !isPlaying, near.contains(playheadFrame) {
      places.append(SnapPlace(frame: playheadFrame, kind: .playhead, name: localized("Playhead")))
    }
    if let plot { places += soundPlaces(plot, viewport, near) }
    return SnapPlace.nearest(to: frame, of: places, framesPerPoint: framesPerPoint)
  }

  /// Both ends of marks; of very many only some.
  private func markPlaces(_ near: FrameRange, without mark: Mark.ID?) -> [SnapPlace] {
    let placement = marks.placement, own = placement.frames(ofAxis: near)
    // A mark that ends here touches the frame before.
    let touched = own.lowerBound - 1..<own.upperBound + 1
    return marks.tiers.flatMap { tier in
      var places: [SnapPlace] = []
      var looks = 0
      tier.forEachPlace(touching: touched) { index in
        looks += 1
        let other = tier.marks[index]
        guard other.id != mark else { return looks < Self.mostMarks }
        let name = other.name.shortened
        let range = marks.axisRange(of: other)
        let start = name.isEmpty ? localized("Mark", context: "place") : localized("“\(name)”")
        places.append(SnapPlace(frame: range.lowerBound, kind: .mark, name: start))
        if !other.isPoint {
          // Translators: the name of a mark
          let end = name.isEmpty ? localized("End of Mark") : localized("End of “\(name)”")
          places.append(SnapPlace(frame: range.upperBound, kind: .mark, name: end))
        }
        return looks < Self.mostMarks
      }
      return places
    }
  }

  /// Marks of a tier that are looked at in a step of a drag.
  private static var mostMarks: Int { 500 }

  private func tickPlaces(_ viewport: Viewport, _ near: FrameRange, scale: Int) -> [SnapPlace] {
    let ticks = RulerTicks(
      viewport: viewport, sampleRate: sampleRate, labelSpacing: RulerTicks.labelSpacing * scale,
      format: timeFormat, origin: timeOrigin)
    return ticks.ticks.compactMap { tick in
      let frame = Int(tick.frame.rounded())
      return near.contains(frame)
        ? SnapPlace(frame: frame, kind: .tick, name: localized("Ruler", context: "place")) : nil
    }
  }

  /// Where recordings begin and end.
  private func laneEnds(_ near: FrameRange) -> [SnapPlace] {
    let recordings = plots.filter { !$0.isComputed && $0.length > 0 }
    return recordings.flatMap { plot in
      let lane = plot.laneName.shortened
      let isNamed = recordings.count > 1
      // Translators: the name of a recording
      let start = isNamed ? localized("Start of “\(lane)”") : localized("Start", context: "place")
      let end = isNamed ? localized("End of “\(lane)”") : localized("End", context: "place")
      return [
        SnapPlace(
          frame: Int(placement(of: plot).axisPosition(of: 0).rounded()), kind: .laneEnd, name: start),
        SnapPlace(frame: lanes.end(of: plot), kind: .laneEnd, name: end),
      ].filter { near.contains($0.frame) }
    }
  }

  /// Where sounds begin, and where the waveform crosses zero if these places can be told apart.
  private func soundPlaces(
    _ plot: PlotViewModel, _ viewport: Viewport, _ near: FrameRange
  ) -> [SnapPlace] {
    let placement = placement(of: plot), own = placement.frames(ofAxis: near)
    snapping.onsets.prepare(placement.frames(ofAxis: viewport.visibleFrames), of: plot)
    func place(_ frame: Int, _ kind: SnapPlace.Kind, _ name: String) -> SnapPlace {
      SnapPlace(frame: Int(placement.axisPosition(of: Double(frame)).rounded()), kind: kind, name: name)
    }
    return snapping.onsets.onsets(of: plot, in: own).map { place($0, .onset, localized("Onset")) }
      + plot.distinctCrossings(in: own).map { place($0, .crossing, localized("Zero crossing")) }
  }
}

extension PlotViewModel {
  /// The zero crossings in a stretch of some pixels; none where the samples have not been read for the view, or where they
  /// are too many to be told apart.
  fileprivate func distinctCrossings(in range: FrameRange) -> [Int] {
    let most = 4
    let needed = (range.lowerBound - 1..<range.upperBound).clamped(toLength: framesRead)
    guard !needed.isEmpty, needed.count < 1 << 14,
      let slice = samples.loader?.slice(holding: needed, length: framesRead)?.part(needed)
    else { return [] }
    var crossings: [Int] = []
    while crossings.count <= most,
      let next = slice.crossing(from: crossings.last ?? needed.lowerBound, isForward: true)
    {
      crossings.append(next)
    }
    return crossings.count > most ? [] : crossings
  }
}

extension String {
  /// As much of it as has room beside a time.
  fileprivate var shortened: String {
    let line = prefix { !$0.isNewline }
    return line.count <= 16 ? String(line) : line.prefix(15) + "…"
  }
}
