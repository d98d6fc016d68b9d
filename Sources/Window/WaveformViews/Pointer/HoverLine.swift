// HoverLine.swift
// What is under the pointer: a thin line in plots and ruler, and a value for the bottom bar. Nothing is
// computed or drawn while the pointer is elsewhere.

import GtkBridge
import WaveformCore
import WaveformModel

/// The pointer's place in the plots of one diagram.
@MainActor final class HoverLine {
  /// Called with what is under the pointer; nil when it leaves.
  var onChange: ((PointerValue?) -> Void)?

  private let diagram: DiagramViewModel
  private let ruler: RulerView
  private let frames: FrameTrace?
  private let observer = ModelObserver()
  /// True when the multiples of the frequency under the pointer are marked over spectra.
  var showsHarmonics = false { didSet { if showsHarmonics != oldValue { show() } } }
  /// The view under the pointer, and the place in it, in logical pixels.
  private var view: PlotView?
  private var place: Point?

  /// Everything on which the value under the pointer depends, except for the pointer.
  private struct Basis: Equatable, Sendable {
    let viewport: Viewport?
    let framesRead: Int, revision: Int
    /// Of each waveform: the pointer may be over any of them.
    let spectra: [Int]
    let styles: [WaveformStyle]
    let look: WaveformLook
    let format: TimeFormat
    let origin: Int
    let loudness: LoudnessPicture?
    let snap: SnapPlace?
  }

  init(_ diagram: DiagramViewModel, ruler: RulerView, frames: FrameTrace?) {
    self.diagram = diagram
    self.ruler = ruler
    self.frames = frames
    // The picture may change under a resting pointer.
    observer.follow(
      every: 0.1,
      {
        Basis(
          viewport: diagram.navigation.restingViewport, framesRead: diagram.plots.first?.framesRead ?? 0,
          revision: diagram.plots.first?.revision ?? 0,
          spectra: diagram.plots.map(\.spectrogramRevision),
          styles: diagram.plots.map(diagram.lanes.style), look: diagram.look, format: diagram.timeFormat,
          origin: diagram.timeOrigin,
          loudness: diagram.plots.first.map { LoudnessPicture($0, diagram) },
          snap: diagram.snapping.place)
      }
    ) { [weak self] _ in
      if let self, view != nil { show() }
    }
  }

  /// The pointer moved over `view`, or left it.
  func move(over view: PlotView, to place: Point?) {
    if place == nil || self.view !== view { self.view?.hover = PlotHover() }
    self.view = place == nil ? nil : view
    self.place = place
    show()
  }

  /// Forgets the view: the views have been replaced.
  func forget() { view = nil }

  private func show() {
    guard let view, let place, let viewport = diagram.viewport, place.x >= 0, place.x < Double(view.width)
    else {
      ruler.hoverX = nil
      onChange?(nil)
      return
    }
    let x = min(max(view.pixels.x(place.x).rounded(.down), 0), Double(view.deviceWidth - 1))
    ruler.hoverX = Int(x)
    var value = view.plot.value(
      at: x, channels: view.channels(at: place.y), in: viewport, diagram.placement(of: view.plot))
    value.spectrum = view.spectrum(at: place, in: viewport, diagram)
    view.hover = PlotHover(
      x: Int(x),
      crosshair: value.spectrum.map { Crosshair(frequency: $0.frequency, hasHarmonics: showsHarmonics) })
    value.loudness = diagram.loudness(of: view.plot, at: value.frame)
    onChange?(value)
    frames?.pointed(at: value)
  }
}

extension PlotView {
  /// What the spectrogram shows at a place, in logical pixels; nil beside one.
  fileprivate func spectrum(
    at place: Point, in viewport: Viewport, _ diagram: DiagramViewModel
  ) -> SpectrumValue? {
    guard let spectrum = spectrumLane(at: place.y, diagram) else { return nil }
    let pixels = pixels, x = min(max(pixels.x(place.x).rounded(.down), 0), Double(deviceWidth - 1))
    return plot.spectrumValue(
      of: lanes[lane(at: place.y)], grid: diagram.placement(of: plot).grid(viewport.grid),
      pixel: viewport.firstPixel + Int(x),
      y: pixels.y(place.y).rounded(.down) - Double(spectrum.top), axis: spectrum.axis)
  }

  /// The channels that are drawn at `y`, in logical pixels from the top of the view.
  fileprivate func channels(at y: Double) -> [Int] {
    let (lanes, lane) = (lanes, lane(at: y))
    guard lane < lanes.count else { return [] }
    guard case .mirrored(let above, let below) = lanes[lane] else { return lanes[lane].channels }
    let axis = layout.top(ofLane: lane, offset: laneOffset) + layout.laneHeight / 2
    return [Int(row(at: y)) < axis ? above : below]
  }
}
