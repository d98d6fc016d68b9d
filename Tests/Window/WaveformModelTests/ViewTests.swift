// ViewTests.swift
// Zooming and moving the view of a diagram, frame by frame of a display that the tests drive, and without a window.

import Playback
import Recording
import Testing
import WaveformCore
import WaveformModel

@MainActor @Suite struct `A view` {
  private static let detent = 1.189207115002721  // the fourth root of two
  let clock = ManualClock()
  let diagram: DiagramViewModel
  /// The time of the display's last frame.
  private var frame = 100.0

  init() { diagram = DiagramViewModel(player: clock) }

  private func open(_ width: Int = 1000) async throws -> PlotViewModel {
    diagram.navigation.setWidth(width)
    let plot = PlotViewModel(path: Recordings.speech)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    return plot
  }

  /// Lets the display draw a frame.
  private mutating func draw() {
    frame += 1 / 60.0
    clock.advance(by: 1 / 60.0)
    diagram.navigation.advanceView(to: frame, interval: 1 / 60.0)
  }

  private mutating func settle() {
    for _ in 0..<20 where diagram.navigation.isZooming { draw() }
    #expect(!diagram.navigation.isZooming)
  }

  // MARK: On its way

  @Test mutating func `a detent is seen at once, keeps its place and is over within 120 ms`() async throws {
    _ = try await open()
    diagram.navigation.animatesZoom = true
    let whole = try #require(diagram.viewport)
    diagram.navigation.zoom(by: 8, around: 311, .detent)
    #expect(diagram.viewport == whole && diagram.navigation.isZooming)
    #expect(diagram.navigation.destination == whole.zoomed(by: 8, around: 311))
    var frames = 0
    while diagram.navigation.isZooming {
      draw()
      frames += 1
      let view = try #require(diagram.viewport)
      #expect(view.framesPerPixel < whole.framesPerPixel, "the first frame shows something of the way")
      #expect(abs(view.frame(at: 311) - whole.frame(at: 311)) < 0.01 * view.framesPerPixel)
    }
    #expect(frames <= 8 && frames >= 4)
    #expect(diagram.viewport == whole.zoomed(by: 8, around: 311))
  }

  @Test(arguments: [1, 3, 7, 1000])
  mutating func `a thousand detents end exactly where they would without a way`(perFrame: Int) async throws {
    _ = try await open()
    var wanted = try #require(diagram.viewport)
    diagram.navigation.animatesZoom = true
    for index in 0..<1000 {
      // In and out, never beyond the limits for long.
      let factor = index % 40 < 20 ? Self.detent : 1 / Self.detent
      let x = Double(100 + index % 800)
      wanted = wanted.zoomed(by: factor, around: x)
      diagram.navigation.zoom(by: factor, around: x, .detent)
      #expect(diagram.navigation.destination == wanted)
      if index % perFrame == 0 { draw() }
    }
    settle()
    #expect(diagram.viewport == wanted)
  }

  @Test mutating func `a wheel that turns on goes on from what is seen`() async throws {
    _ = try await open()
    diagram.navigation.animatesZoom = true
    let anchor = diagram.viewport!.frame(at: 700)
    var zooms = [diagram.viewport!.framesPerPixel]
    for _ in 0..<20 {
      diagram.navigation.zoom(by: Self.detent, around: 700, .detent)
      #expect(diagram.viewport!.framesPerPixel == zooms.last, "it does not jump")
      draw()
      zooms.append(diagram.viewport!.framesPerPixel)
      #expect(abs(diagram.viewport!.frame(at: 700) - anchor) < 0.1 * zooms.last!)
    }
    for (before, after) in zip(zooms, zooms.dropFirst()) {
      #expect(after < before && after > before / 2)
    }
  }

  @Test mutating func `fingers take over from where the picture is`() async throws {
    _ = try await open()
    diagram.navigation.animatesZoom = true
    diagram.navigation.zoom(by: 16, around: 200, .detent)
    draw()
    let seen = try #require(diagram.viewport)
    diagram.navigation.zoom(by: 1.01, around: 800)
    #expect(!diagram.navigation.isZooming)
    #expect(diagram.viewport == seen.zoomed(by: 1.01, around: 800))
  }

  @Test mutating func `a pan moves the picture at once, and the zoom goes on`() async throws {
    _ = try await open()
    diagram.navigation.zoom(by: 16, around: 500)
    diagram.navigation.animatesZoom = true
    diagram.navigation.zoom(by: 4, around: 300, .detent)
    draw()
    let seen = try #require(diagram.viewport)
    let goal = try #require(diagram.navigation.destination)
    diagram.navigation.pan(by: 40)
    #expect(abs(diagram.viewport!.start - seen.start - 40 * seen.framesPerPixel) < 1e-6)
    settle()
    #expect(diagram.viewport == goal.panned(by: 40))
  }

  @Test mutating func `a resize on the way changes both ends`() async throws {
    _ = try await open()
    diagram.navigation.animatesZoom = true
    diagram.navigation.zoom(by: 16, around: 500, .detent)
    let goal = try #require(diagram.navigation.destination)
    draw()
    diagram.navigation.setWidth(700)
    #expect(diagram.viewport?.width == 700)
    settle()
    #expect(diagram.viewport == goal.resized(toWidth: 700))
    diagram.navigation.zoom(by: 1e9, around: 3, .detent)
    diagram.navigation.setWidth(1)
    settle()
    #expect(diagram.viewport?.width == 1)
    diagram.navigation.zoomOut()
    settle()
    #expect(diagram.viewport == Viewport(length: diagram.length, width: 1))
  }

  @Test mutating func `playback follows again when a zoom has arrived, and not before`() async throws {
    _ = try await open()
    diagram.navigation.follow(by: .centered)
    diagram.transport.play()
    clock.advance(by: 3)
    diagram.transport.advancePlayhead(to: clock.now)
    diagram.navigation.animatesZoom = true
    for _ in 0..<8 {
      diagram.navigation.zoom(by: 2, around: 900, .detent)
      draw()
      let seen = diagram.viewport
      diagram.transport.advancePlayhead(to: clock.now)
      #expect(diagram.viewport == seen, "the way is not disturbed")
    }
    settle()
    let view = try #require(diagram.viewport)
    #expect(abs(view.pixel(ofFrame: diagram.playhead) - 500) <= 1, "the playhead stays in the middle")
  }

  // MARK: Commands

  @Test mutating func `back and forward through what was looked at`() async throws {
    _ = try await open()
    diagram.navigation.animatesZoom = true
    let whole = try #require(diagram.viewport)
    #expect(!diagram.navigation.canGoBack && !diagram.navigation.canGoForward)
    for _ in 0..<30 {
      diagram.navigation.zoom(by: Self.detent, around: 400, .detent)
      draw()
    }
    settle()
    let close = diagram.viewport
    diagram.navigation.zoomToSamples()
    settle()
    let samples = diagram.viewport
    diagram.navigation.goBack()
    settle()
    #expect(diagram.viewport == close)
    diagram.navigation.goBack()
    settle()
    #expect(diagram.viewport == whole && !diagram.navigation.canGoBack, "thirty detents are one entry")
    diagram.navigation.goForward()
    diagram.navigation.goForward()
    settle()
    #expect(diagram.viewport == samples && !diagram.navigation.canGoForward)
  }

  @Test func `one sample per pixel, about the playhead when it can be seen`() async throws {
    _ = try await open()
    let whole = try #require(diagram.viewport)
    diagram.transport.movePlayhead(to: 60_000)
    let x = Double(whole.pixel(ofFrame: 60_000))
    diagram.navigation.zoomToSamples()
    #expect(diagram.viewport?.framesPerPixel == 1)
    #expect(diagram.viewport == whole.zoomed(toFramesPerPixel: 1, around: x))
    diagram.navigation.zoomOut()
    diagram.navigation.zoom(by: 1e9, around: 900)
    #expect(diagram.viewport!.pixel(ofFrame: diagram.playhead) < 0)
    let middle = diagram.viewport!.frame(at: 500)
    diagram.navigation.zoomToSamples()
    #expect(diagram.viewport?.framesPerPixel == 1)
    #expect(abs(diagram.viewport!.frame(at: 500) - middle) < 1e-6)
  }

  @Test func `close up keys move from frame to frame`() async throws {
    _ = try await open()
    diagram.transport.movePlayhead(to: 60_000)
    diagram.navigation.zoom(by: 1e9, around: 500)
    #expect(diagram.viewport?.framesPerPixel == 1.0 / 64)
    for frame in 60_001...60_005 {
      diagram.transport.step(byPixels: 10)
      #expect(diagram.playhead == Double(frame))
    }
    diagram.transport.movePlayhead(to: 60_004.7)
    diagram.transport.step(byPixels: -10)
    #expect(diagram.playhead == 60_004)
    diagram.nudge(by: .pixels(10), isForward: true)
    diagram.nudge(by: .pixels(10), isForward: true)
    #expect(diagram.selection?.range == 60_004..<60_006)
    diagram.nudge(by: .pixels(10), isForward: false)
    #expect(diagram.selection?.range == 60_004..<60_005)
    #expect(diagram.viewport!.visibleFrames.contains(60_005), "it is kept in view")
  }

  // MARK: The value under the pointer

  @Test func `the value under the pointer is the sample itself, or the peak of its pixel`() async throws {
    let plot = try await open()
    let source = SampleSources.source(path: Recordings.speech, description: plot.description!)
    let slice = try source.read(0..<plot.length)
    for zoom in [1.0 / 64, 0.3, 1, 7.25, 64] {
      let view = diagram.viewport!.zoomedOut().zoomed(toFramesPerPixel: zoom, around: 480)
      let before = plot.revision
      plot.prepare(visible: view.visibleFrames, grid: view.grid)
      if !plot.isExact(grid: view.grid, first: view.firstPixel, count: 1000) {
        try await wait { plot.revision > before }
      }
      for x in stride(from: 0.0, to: 1000, by: 7) {
        let found = plot.value(at: x, channels: [0], in: view)
        let frames =
          zoom < 1 ? found.frame..<found.frame + 1 : view.grid.frames(ofPixel: view.firstPixel + Int(x))
        let samples = frames.map { slice.sample(channel: 0, frame: $0) }
        #expect(found.frame == min(view.frameIndex(at: x), plot.length - 1))
        #expect(found.amplitude?.magnitude == samples.map(\.magnitude).max())
        if samples.count == 1 { #expect(found.amplitude == samples[0]) }
        if zoom < 1 { #expect(abs(Double(found.frame) - view.frame(at: x)) <= 0.5 + zoom) }
      }
    }
  }

  @Test func `of channels that are drawn together the loudest one counts, and what is not read has no value`()
    async throws
  {
    let plot = PlotViewModel(path: Recordings.music)
    let view = Viewport(length: 3_500_000, width: 1000)
    #expect(plot.value(at: 5, channels: [0, 1], in: view).amplitude == nil)
    #expect(plot.value(at: 5, channels: [0, 1], in: view).levelText == "")
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    let whole = try #require(diagram.viewport)
    for x in stride(from: 0.0, to: 1000, by: 9) {
      let each = [0, 1].compactMap { plot.value(at: x, channels: [$0], in: whole).amplitude?.magnitude }
      #expect(plot.value(at: x, channels: [0, 1], in: whole).amplitude?.magnitude == each.max())
    }
  }

  @Test(
    arguments: [
      (1.0, "0.0\u{202F}dB", "1.0000"), (-1, "0.0\u{202F}dB", "\u{2212}1.0000"),
      (0.5, "\u{2212}6.0\u{202F}dB", "0.5000"), (0, "\u{2212}∞\u{202F}dB", "0.0000"),
      (1.41254, "+3.0\u{202F}dB", "1.4125"), (-0.00003, "\u{2212}90.5\u{202F}dB", "0.0000"),
      (1e30, "+600.0\u{202F}dB", "1e+30"), (-.greatestFiniteMagnitude, "+770.6\u{202F}dB", "-3.4028235e+38"),
      (0.0999, "\u{2212}20.0\u{202F}dB", "0.0999"), (-0.05, "\u{2212}26.0\u{202F}dB", "\u{2212}0.0500"),
    ] as [(Float, String, String)])
  func `levels are written in decibels, amplitudes in full scale`(
    amplitude: Float, level: String, text: String
  ) {
    let value = PointerValue(frame: 0, amplitude: amplitude)
    #expect(value.levelText == level)
    #expect(value.amplitudeText == text)
  }
}
