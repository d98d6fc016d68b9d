// LookTests.swift
// How lanes are drawn: raised by hand, normalized, several channels in one.

import Playback
import Testing
import WaveformCore
import WaveformModel

@MainActor @Suite struct `The look of lanes` {
  let diagram = DiagramViewModel(player: ManualClock())

  private func open(_ name: String = "tabla.flac") async throws -> PlotViewModel {
    let plot = PlotViewModel(path: Recordings.path(name))
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    return plot
  }

  @Test func `normalized, the largest sample has full height in whichever lane it is`() async throws {
    diagram.look.isNormalized = true
    let plot = PlotViewModel(path: Recordings.path("tabla.flac"))
    diagram.lanes.insert(plot)
    #expect(diagram.normalization(of: plot) == 1, "not before everything has been read")
    try await wait { plot.isComplete }
    let grid = PixelGrid(framesPerPixel: Double(plot.length) / 500)
    let peak = (0..<plot.channels).map { channel in
      let columns = plot.columns(channel: channel, grid: grid, first: 0, count: 500)
      return max(columns.high.max()!, -columns.low.min()!)
    }.max()!
    #expect(peak < 1 && plot.peak == peak)
    for lane in plot.lanes(.separate).indices {
      let geometry = BarGeometry(
        height: 200, amplitude: diagram.look(ofLane: lane, in: plot).amplitude)
      #expect(geometry.y(of: peak) == 0 && geometry.y(of: peak * 0.98) > 0)
    }
    diagram.look.isNormalized = false
    #expect(diagram.look(ofLane: 0, in: plot) == diagram.look)
  }

  @Test func `gains of lanes come on top, and a lane of other channels begins anew`() async throws {
    let plot = try await open()
    diagram.lanes.raise(by: 6)
    diagram.lanes.raise(lane: 1, of: plot, by: 6)
    let gains = (0..<2).map { diagram.look(ofLane: $0, in: plot).amplitude.gainInDecibels }
    #expect(abs(gains[0] - 6) < 1e-4 && abs(gains[1] - 12) < 1e-4)
    #expect(diagram.lanes.canResetGains)
    diagram.lanes.show(.separate)
    #expect(plot.gains[1] == 12, "nothing changed")
    diagram.lanes.show(.mirrored)
    #expect(plot.gains[0] == 6 && plot.gains[1] == 6)
    diagram.lanes.resetGains()
    #expect(!diagram.lanes.canResetGains && diagram.look(ofLane: 0, in: plot) == diagram.look)
  }

  @Test func `a lane of several channels means the same from bins and from samples`() async throws {
    let plot = try await open()
    try #require(plot.channels == 2)
    // Close up: the bins that stand in enclose the samples.
    let viewport = Viewport(length: plot.length, width: 300).zoomed(by: 1e9, around: 150)
    for lane in [LaneContent.mixed(0..<2), .mirrored(above: 0, below: 1)] {
      func columns() -> WaveformColumns {
        plot.columns(of: lane, grid: viewport.grid, first: viewport.firstPixel, count: 300)
      }
      let before = columns()
      #expect(before.isMirrored == (lane != .mixed(0..<2)))
      plot.prepare(visible: viewport.visibleFrames, grid: viewport.grid)
      try await wait {
        plot.isExact(grid: viewport.grid, first: viewport.firstPixel, count: 300)
      }
      let after = columns()
      #expect(after.isMirrored == before.isMirrored)
      for column in 0..<300 where !after.isEmpty(at: column) {
        #expect(after.high[column] <= before.high[column] + 1e-4)
        #expect(after.low[column] >= before.low[column] - 1e-4)
      }
    }
    #expect(plot.label(of: .mirrored(above: 0, below: 1)) == "L / R")
    #expect(plot.previewColumns(of: .mixed(0..<2), grid: viewport.grid, first: 0, count: 3, limit: 1) == nil)
  }

  @Test func `a lane has a style of its own until all get one, and both can be undone`() async throws {
    let first = try await open(), second = try await open("tabla.flac")
    diagram.lanes.draw(.envelope)
    diagram.lanes.draw(.spectrogram, second)
    #expect(diagram.look(ofLane: 0, in: first).style == .envelope)
    #expect(diagram.look(ofLane: 0, in: second).style == .spectrogram)
    diagram.lanes.endChange()
    diagram.lanes.draw(.both)
    #expect(diagram.lanes.style(of: second) == .both && second.settings.style == nil)
    diagram.lanes.undo()
    #expect(diagram.lanes.style(of: first) == .envelope && diagram.lanes.style(of: second) == .spectrogram)
    diagram.lanes.redo()
    #expect(diagram.lanes.style(of: second) == .both)
    diagram.lanes.draw(.bars, first)
    diagram.lanes.draw(.spectrogram, second)
    diagram.lanes.undo()
    #expect(
      diagram.lanes.style(of: first) == .bars && diagram.lanes.style(of: second) == .both, "one at a time")
    diagram.lanes.setOver(true, second)
    #expect(diagram.lanes.style(of: second) == .envelope, "it must not hide what it lies over")
  }

  @Test func `how spectra are drawn changes no picture of a waveform`() async throws {
    let plot = try await open()
    let before = diagram.look(ofLane: 0, in: plot)
    diagram.look.spectrogram.colors = .ink
    #expect(diagram.look(ofLane: 0, in: plot) == before)
    diagram.look.spectrogram.settings.overlap = 8
    #expect(diagram.look(ofLane: 0, in: plot) == before)
    diagram.lanes.draw(.tinted)
    let tinted = diagram.look(ofLane: 0, in: plot).spectrogram
    #expect(
      tinted.settings.overlap == 8 && tinted.colors == before.spectrogram.colors, "how they are made does")
    diagram.lanes.draw(.spectrogram)
    #expect(diagram.look(ofLane: 0, in: plot).spectrogram.colors == .ink)
  }

  @Test func `floor and ceiling keep their distance, and a new scale shows all`() {
    var look = SpectrogramLook()
    look.setFloor(-5)
    #expect(look.floor == -10 && look.ceiling == 0)
    look.setCeiling(-200)
    #expect(look.floor == -120 && look.ceiling == -110)
    look.range = FrequencyRange(low: 100, high: 200)
    look.setScale(look.scale)
    #expect(look.range != nil)
    look.setScale(.notes)
    #expect(look.range == nil)
  }

  @Test func `under the pointer stands the frequency of the row that is drawn there`() async throws {
    let plot = try await open()
    let axis = SpectrogramLook(scale: .linear).axis(height: 100, sampleRate: 44_100)
    let value = plot.spectrumValue(
      of: .channel(0), grid: PixelGrid(framesPerPixel: 100), pixel: 3, y: 10, axis: axis)
    #expect(value.frequencyText == "19.73\u{202F}kHz")
    #expect(value.noteText == "D♯10 \u{2212}15\u{202F}ct")
    #expect(SpectrumValue(frequency: 440, level: -12.34).levelText == "\u{2212}12.3\u{202F}dB")
    #expect(SpectrumValue(frequency: 440, level: -.infinity).levelText == "\u{2212}∞\u{202F}dB")
  }
}
