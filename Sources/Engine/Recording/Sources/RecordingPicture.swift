// RecordingPicture.swift
// What a picture to keep shows of a recording: curves, and columns that are exact to the frame, as the window shows
// them once it has read everything. Holds the samples of one stretch, so that a day's recording needs no more
// memory than a second's. The stretches come from left to right, so that a decoder that cannot seek reads the
// file once.

import AudioFormats
import HostIO
import Localization
import Spectral
import WaveformCore

/// The columns, curves and marks of a recording. To be used by one thread.
public final class RecordingPicture: PictureSource {
  private let peaks: WaveformPeaks
  private let description: AudioDescription
  /// Frames.
  public let length: Int
  private let source: any SampleSource
  /// The most samples of all channels that are held at once.
  private static let limit = 4 << 20
  private var slice: SampleSlice?
  private var parts: ColumnParts?
  /// Reads for spectra. Those of a stretch begin before the end of what its waveform needs, and overlap: so a decoder
  /// that only goes forwards is another one, and goes back for neither.
  private var spectrumSource: (any SampleSource)?
  /// The spectra of the stretch, by their tiles.
  private var tiles: [Int: SpectrumTile] = [:]
  /// Where the samples could not be read again, and why, if known.
  public private(set) var missing: (frame: Int, error: AudioFileError?)?

  /// - Parameters:
  ///   - length: frames of the recording, as counted.
  ///   - source: reads its samples again.
  public init(
    _ peaks: WaveformPeaks, description: AudioDescription, length: Int, source: any SampleSource
  ) {
    self.peaks = peaks
    self.description = description
    self.length = length
    self.source = source
  }

  public var channels: Int { peaks.channels }
  public var sampleRate: Int { description.sampleRate }

  public func hasCurves(_ pixels: PixelGrid) -> Bool {
    SampleCurve.suits(pixels) && peaks.needsSamples(pixels)
  }

  public func prepare(_ stretch: PictureStretch) {
    guard stretch.showsWaveform else { return }
    let (grid, range) = (stretch.grid, stretch.range)
    if let margin = stretch.curveMargin {
      read(SampleCurve.frames(grid: grid, first: range.lowerBound, count: range.count, margin: margin))
      return
    }
    // With the column before, which the first one may have to touch.
    let columns = range.lowerBound - 1..<range.upperBound
    let frames = grid.firstFrame(ofPixel: columns.lowerBound) - 1..<grid.firstFrame(ofPixel: range.upperBound)
    if peaks.needsSamples(stretch.pixels), peaks.isMadeOfSamples(grid), frames.count <= Self.limit / channels
    {
      read(frames)
    } else {
      readParts(of: columns, grid, stretch.rows)
    }
  }

  public func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues
  ) -> WaveformColumns {
    slice?.columns(channel: channel, grid: grid, first: first, count: count, length: length)
      ?? parts.flatMap { peaks.columns(channel: channel, first: first, count: count, parts: $0) }
      ?? peaks.columns(channel: channel, grid: grid, first: first, count: count, values: values)
  }

  public func curve(
    channel: Int, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int
  ) -> SampleCurve? {
    slice?.curve(
      channel: channel, grid: grid, first: first, count: count, margin: margin, scale: scale, length: length)
  }

  public func marks(channel: Int, grid: PixelGrid, first: Int, count: Int) -> [ColumnMarks] {
    peaks.marks.columns(channel: channel, grid: grid, first: first, count: count, length: length)
  }

  public func spectrogram(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int, _ settings: SpectrogramSettings
  ) -> SpectrogramColumns? {
    spectra(.bins, of: lane, grid: grid, first: first, count: count, settings)
  }

  public func tints(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int, _ settings: SpectrogramSettings
  ) -> [UInt8] {
    spectra(.bands, of: lane, grid: grid, first: first, count: count, settings).tints
  }

  private func spectra(
    _ part: SpectrumPart, of lane: LaneContent, grid: PixelGrid, first: Int, count: Int,
    _ settings: SpectrogramSettings
  ) -> SpectrogramColumns {
    let request = SpectrumRequest(
      format: SpectrumFormat(settings, sampleRate: sampleRate), grid: grid, columns: first..<first + count,
      length: length)
    // Stretches come from left to right.
    tiles = tiles.filter { request.tiles.contains($0.key) }
    let wanted = request.tiles.filter { tiles[$0] == nil }
    if !wanted.isEmpty, missing == nil {
      let samples = samples(reach: request.format.size)
      attempt(at: max(0, grid.firstFrame(ofPixel: first))) { () throws(AudioFileError) in
        try SpectrumPass(request, tiles: wanted, source: samples, pyramid: nil).run { tiles[$0.number] = $0 }
        return true
      }
    }
    var columns = SpectrogramColumns(bins: request.format.count(of: part), count: count)
    var isKnown = [Bool](repeating: false, count: count)
    for tile in tiles.values {
      tile.raise(&columns, first: first, channels: lane.channels, part: part, isKnown: &isKnown)
    }
    columns.unknown = isKnown.indices { !$0 }
    return columns
  }

  /// What is missing in the picture; normally empty.
  public var warnings: [String] { findings.map(\.localized) }

  /// The same with their English.
  public var findings: [Sentence] {
    guard let missing else { return [] }
    let time = Timecode(frames: missing.frame, sampleRate: description.sampleRate).text
    let frames = peaks.framesPerBin
    guard let error = missing.error else {
      return [
        // Translators: %1$s is a time, %2$s a number above one.
        Sentence(
          """
          The samples from \(time) on could not be read a second time: the picture is exact to \(frames) frames only \
          there, and close up it is empty.
          """)
      ]
    }
    return [
      // Translators: %1$s is a time, %2$s a reason, as “no such file”, %3$s a number above one.
      Sentence(
        """
        The samples from \(time) on could not be read a second time (\(error.why)): the picture is exact to \
        \(frames) frames only there, and close up it is empty.
        """)
    ]
  }

  // MARK: Reading

  /// What spectra are computed from.
  ///
  /// - Parameter reach: frames by which one read may begin before the end of the last one.
  private func samples(reach: Int) -> any SampleSource {
    let samples =
      spectrumSource
      ?? (source.access == .forward ? LookBackSource(source.another(), reach: reach) : source)
    spectrumSource = samples
    return samples
  }

  private func read(_ frames: FrameRange) {
    let frames = frames.clamped(toLength: length)
    parts = nil
    guard missing == nil else { return slice = nil }
    attempt(at: frames.lowerBound) { () throws(AudioFileError) in
      let slice = try source.read(frames, keeping: slice)
      self.slice = slice
      return slice.holds(frames, length: length)
    }
  }

  /// Reads the frames of columns that whole bins do not cover.
  private func readParts(of columns: Range<Int>, _ grid: PixelGrid, _ rows: BarGeometry) {
    slice = nil
    var parts = parts ?? ColumnParts(grid: grid, framesPerBin: peaks.framesPerBin, length: length)
    parts.keep(columns)
    defer { self.parts = parts }
    guard missing == nil else { return }
    let unknown = columns.filter { parts[$0] == nil }
    if description.precision == .bits24 || description.precision == .bits32 {
      parts.open(peaks.undecidedBins(of: unknown, parts, rows: rows))
    }
    attempt(at: max(0, grid.firstFrame(ofPixel: unknown.first ?? 0))) { () throws(AudioFileError) in
      try ColumnPass(parts: parts, columns: unknown, source: source).run { found in
        for (column, sums) in found { parts[column] = sums }
      }
      return parts.holds(columns)
    }
  }

  /// Runs a read, and remembers where reading failed: from there on it is not tried again.
  private func attempt(at frame: Int, _ body: () throws(AudioFileError) -> Bool) {
    do throws(AudioFileError) {
      if try !body() { missing = (frame, nil) }
    } catch {
      missing = (frame, error)
    }
  }
}
