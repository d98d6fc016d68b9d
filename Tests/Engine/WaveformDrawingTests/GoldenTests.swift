// GoldenTests.swift
// What a lane looks like, in every appearance; no text, so no font matters.

import Testing
import WaveformCore
@testable import WaveformDrawing

struct GoldenTests {
  /// A lane of 240 × 96 logical pixels, painted in tiles on the palette's background as the window does.
  struct Scene {
    var style: WaveformStyle
    var palette = Palette.light
    var scale = 1
    var loudness = EnvelopeLoudness.rms
    /// How much of the width lies before the playhead.
    var playedFraction = 0.0
    /// How much of it has not been read yet.
    var unreadFraction = 0.0
    /// True when a preview shows what has not been read.
    var hasPreview = false
    var change: (inout WaveformColumns) -> Void = { _ in }
    /// What is marked in each column of so many.
    var marks: (_ count: Int) -> [ColumnMarks] = { _ in [] }

    func picture() throws -> ImageSurface {
      let played = try lane(.played)
      let picture = try lane(.unplayed)
      picture.copyColumns(0..<Int(Double(picture.width) * playedFraction), from: played)
      return picture
    }

    private func lane(_ state: PlayState) throws -> ImageSurface {
      let surface = try ImageSurface(width: 240 * scale, height: 104 * scale, scale: scale)
      surface.fill(palette.background)
      let tiles = TileGeometry(factor: Double(scale))
      let painter = WaveformPainter(
        style: style, loudness: loudness, palette: palette, height: 96 * scale, scale: scale)
      let unread = surface.width - Int(Double(surface.width) * unreadFraction)
      let count = (surface.width + painter.pitch - 1) / painter.pitch
      var columns = WaveformColumns.speech(count: count, columnsPerSyllable: count / 11)
      change(&columns)
      let read = columns.slice(0..<unread / painter.pitch)
      let preview = hasPreview ? columns : nil
      let marks = marks(count)
      for tile in tiles.tiles(covering: 0..<surface.width) {
        let x = tiles.pixels(ofTile: tile).lowerBound
        let range = tiles.columns(ofTile: tile, style: style)
        painter.paint(
          WaveformTile(
            columns: read.slice(range), state: state, unreadFrom: unread - x,
            preview: preview?.slice(range).without { $0 < unread / painter.pitch - range.lowerBound },
            marks: marks.isEmpty ? [] : range.map { $0 < marks.count ? marks[$0] : [] },
            tints: style == .tinted ? range.map(GoldenTests.tint) : []),
          into: surface, x: x, y: 4 * scale)
      }
      return surface
    }
  }

  /// Of a column: dark to bright and back, and some of which nothing is known.
  fileprivate static func tint(_ column: Int) -> UInt8 {
    let place = ((column % 24) + 24) % 24
    return place > 20
      ? SpectralBalance.none : UInt8(place < 7 ? place : place < 14 ? 13 - place : place % 3 * 3)
  }

  @Test(arguments: WaveformStyle.waveforms, [Palette.Name.light, .dark])
  func `played, unplayed and half played`(style: WaveformStyle, palette: Palette.Name) throws {
    for scale in 1...2 {
      for (name, fraction) in [("unplayed", 0.0), ("half", 0.5), ("played", 1.0)] {
        let scene = Scene(
          style: style, palette: .named(palette), scale: scale, playedFraction: fraction)
        try GoldenPicture.expect(scene.picture(), named: "\(style)-\(palette)-\(scale)x-\(name)")
      }
    }
  }

  @Test(arguments: WaveformStyle.waveforms, Palette.Name.allCases)
  func `while it is read`(style: WaveformStyle, palette: Palette.Name) throws {
    let scene = Scene(
      style: style, palette: .named(palette), playedFraction: 0.3, unreadFraction: 0.35)
    try GoldenPicture.expect(scene.picture(), named: "\(style)-\(palette.rawValue)-1x-unread")
  }

  @Test(arguments: WaveformStyle.waveforms, Palette.Name.allCases)
  func `while it is read, with a preview`(style: WaveformStyle, palette: Palette.Name) throws {
    for scale in 1...(palette == .light ? 2 : 1) {
      let scene = Scene(
        style: style, palette: .named(palette), scale: scale, playedFraction: 0.2, unreadFraction: 0.55,
        hasPreview: true)
      try GoldenPicture.expect(
        scene.picture(), named: "\(style)-\(palette.rawValue)-\(scale)x-preview")
    }
  }

  @Test(arguments: WaveformStyle.waveforms)
  func `gaps, overs and silence`(style: WaveformStyle) throws {
    let changes: [(String, (inout WaveformColumns) -> Void)] = [
      ("gap", { columns in columns.empty(columns.count * 2 / 5..<columns.count * 3 / 5) }),
      ("overs", { columns in columns.amplify(by: 1.4 / columns.high.max()!) }),
      ("silence", { columns in columns.amplify(by: 0) }),
    ]
    for palette in [Palette.light, .dark] {
      for (name, change) in changes {
        let scene = Scene(style: style, palette: palette, playedFraction: 0.5, change: change)
        try GoldenPicture.expect(scene.picture(), named: "\(style)-\(palette.name)-1x-\(name)")
      }
    }
  }

  @Test(arguments: WaveformStyle.waveforms, Palette.Name.allCases)
  func `clipping and digital silence`(style: WaveformStyle, palette: Palette.Name) throws {
    for scale in 1...(palette == .light ? 2 : 1) {
      // A stretch of silence, a dropout, clipping of one column and of several, on either side and on both.
      var scene = Scene(style: style, palette: .named(palette), scale: scale, playedFraction: 0.5)
      scene.change = { columns in
        for column in columns.count * 3 / 10..<columns.count * 4 / 10 {
          columns.setAll(column, low: 0, high: 0)
        }
        for column in columns.count * 6 / 10..<columns.count * 65 / 100 {
          columns.setAll(column, low: -1, high: column % 3 == 0 ? 1.2 : 1)
        }
      }
      scene.marks = { count in
        var marks = [ColumnMarks](repeating: [], count: count)
        for column in count * 3 / 10..<count * 4 / 10 { marks[column] = .silent }
        for column in count * 6 / 10..<count * 65 / 100 { marks[column] = [.clippedHigh, .clippedLow] }
        marks[count / 20] = [.silent, .brief]
        marks[count / 7] = .clippedHigh
        marks[count / 5] = .clippedLow
        marks[count * 7 / 10] = [.silent, .brief]
        marks[count * 8 / 10] = .clippedHigh
        marks[count * 9 / 10] = .clippedLow
        return marks
      }
      try GoldenPicture.expect(scene.picture(), named: "\(style)-\(palette.rawValue)-\(scale)x-marks")
    }
  }

  @Test(arguments: [WaveformStyle.bars, .envelope], ChannelMode.allCases)
  func `channels and scales`(style: WaveformStyle, channels: ChannelMode) throws {
    for unit in AmplitudeScale.Unit.allCases {
      for palette in [Palette.light, .dark] {
        var renderer = PictureRenderer(width: 300, height: 140, style: style, palette: palette)
        renderer.look.channels = channels
        renderer.look.amplitude.unit = unit
        let source = SyntheticPicture(channels: 2) { channel, count in
          var columns = WaveformColumns.speech(
            count: count, columnsPerSyllable: count / 9, seed: UInt64(channel + 3))
          columns.amplify(by: channel == 0 ? 1 : 0.4)
          return columns
        }
        let picture = try renderer.render(source, range: 0..<SyntheticPicture.frames)
        try GoldenPicture.expect(
          picture, named: "\(style)-\(palette.name)-\(channels)-\(unit)")
      }
    }
  }

  @Test func `raised beyond the edge, and wide bars`() throws {
    var renderer = PictureRenderer(width: 300, height: 80, scale: 2, style: .bars, palette: .light)
    renderer.look.amplitude.gain = 2.5
    renderer.look.bars = BarMetrics(width: 5, gap: 2)
    let source = SyntheticPicture(channels: 1) { _, count in .speech(count: count, columnsPerSyllable: 4) }
    let picture = try renderer.render(source, range: 0..<SyntheticPicture.frames)
    try GoldenPicture.expect(picture, named: "bars-light-2x-wide-raised")
  }

  @Test func `the mean of magnitudes as loudness`() throws {
    let scene = Scene(style: .envelope, loudness: .meanMagnitude, playedFraction: 0.5)
    try GoldenPicture.expect(scene.picture(), named: "envelope-light-1x-mean-abs")
  }
}

/// Columns of whole pictures, in the stretches that are asked for.
private struct SyntheticPicture: PictureSource {
  static let frames = 30_000
  let channels: Int
  let whole: (_ channel: Int, _ count: Int) -> WaveformColumns

  func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues
  ) -> WaveformColumns {
    // An envelope has a column before the first one.
    let before = values == .all ? 1 : 0
    let whole = whole(channel, Int((Double(Self.frames) / grid.framesPerPixel).rounded()) + before)
    var columns = WaveformColumns(count: count)
    for column in 0..<count { columns.take(first + before + column, of: whole, at: column) }
    return columns
  }

  func hasCurves(_ pixels: PixelGrid) -> Bool { false }
  func prepare(_ stretch: PictureStretch) {}
  func curve(
    channel: Int, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int
  ) -> SampleCurve? { nil }
  func marks(channel: Int, grid: PixelGrid, first: Int, count: Int) -> [ColumnMarks] { [] }
}

extension WaveformColumns {
  /// Leaves nothing in the columns of which `isLeftOut` holds.
  fileprivate func without(_ isLeftOut: (Int) -> Bool) -> WaveformColumns {
    var columns = self
    for column in 0..<count where isLeftOut(column) { columns.clear(column) }
    return columns
  }

  /// Leaves nothing in some columns, as where no sample is finite.
  fileprivate mutating func empty(_ range: Range<Int>) {
    let nothing = WaveformColumns(count: range.count)
    low.replaceSubrange(range, with: nothing.low)
    high.replaceSubrange(range, with: nothing.high)
  }

  fileprivate mutating func amplify(by factor: Float) {
    low = low.map { $0 * factor }
    high = high.map { $0 * factor }
    rms = rms.map { $0 * factor }
    meanMagnitude = meanMagnitude.map { $0 * factor }
  }
}
