// PlotViewModel+Lanes.swift
// What views ask of a waveform: its state, and the channels, columns and names of each lane.

import WaveformCore

extension PlotViewModel {
  /// The name of the waveform: the user's, or that of its file.
  public var laneName: String { settings.name ?? path.displayName }

  /// True when it could not be read: only the reason can be shown.
  public var isFailed: Bool { if case .failed = state { true } else { false } }

  /// True when it has been read to its end, or has failed.
  public var isComplete: Bool {
    switch state {
    case .complete, .failed: true
    case .opening, .reading: false
    }
  }

  public var channels: Int { description?.channels ?? 0 }
  public var sampleRate: Int { description?.sampleRate ?? 0 }

  /// The name of a channel beside its lane; nil for a single channel.
  public func label(ofChannel channel: Int) -> String? {
    description?.label(ofChannel: channel)
  }

  /// The marks in one channel's columns; empty when there are none. See `PeakMarks.columns`.
  public func marks(channel: Int, grid: PixelGrid, first: Int, count: Int) -> [ColumnMarks] {
    // The original below it shows the marks.
    if coversOriginal { return [] }
    return peaks?.marks.columns(channel: channel, grid: grid, first: first, count: count, length: framesRead)
      ?? []
  }

  /// True when all marks before `frame` are known, of what has been read.
  public func areMarksSettled(before frame: Int) -> Bool {
    guard !isComplete, !coversOriginal, let peaks else { return true }
    return peaks.marks.settledFrames >= min(frame, framesRead)
  }

  /// The stretch of sound between two silences around a frame of the recording, or the silence there: see
  /// `SoundStretch`. Nil where nothing has been read.
  func sound(around frame: Int, channels: [Int]) -> FrameRange? {
    guard let peaks, sampleRate > 0, !channels.isEmpty else { return nil }
    return SoundStretch.around(
      frame, in: peaks, channels: channels, length: framesRead, sampleRate: sampleRate)
  }

  /// The lanes from top to bottom; none before the file is open.
  public func lanes(_ mode: ChannelMode) -> [LaneContent] { mode.lanes(channels: channels) }

  /// The name beside a lane; nil for a single channel.
  public func label(of lane: LaneContent) -> String? { lane.label { label(ofChannel: $0) } }

  /// A lane's columns: see `columns(channel:grid:first:count:)`.
  public func columns(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int, values: ColumnValues = .all,
    isRough: Bool = false
  ) -> WaveformColumns {
    lane.columns {
      columns(channel: $0, grid: grid, first: first, count: count, values: values, isRough: isRough)
    }
  }

  /// A lane's samples as curves, one for each of its channels; in a mirrored lane, curves of magnitudes. See
  /// `curve(channel:grid:first:count:margin:scale:)`.
  ///
  /// - Returns: empty when there is no curve.
  public func curves(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int
  ) -> [SampleCurve] {
    lane.curves {
      curve(channel: $0, grid: grid, first: first, count: count, margin: margin, scale: scale)
    }
  }

  /// The marks in a lane's columns: see `marks(channel:grid:first:count:)`.
  public func marks(of lane: LaneContent, grid: PixelGrid, first: Int, count: Int) -> [ColumnMarks] {
    lane.marks { marks(channel: $0, grid: grid, first: first, count: count) }
  }

  /// A lane's preview: see `previewColumns(channel:grid:first:count:limit:)`.
  public func previewColumns(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int, limit: Double
  ) -> WaveformColumns? {
    // All channels have a preview of the same columns, so that one without a preview ends the loop.
    struct Nothing: Error {}
    return try? lane.columns { channel throws in
      guard
        let columns = previewColumns(channel: channel, grid: grid, first: first, count: count, limit: limit)
      else { throw Nothing() }
      return columns
    }
  }
}
