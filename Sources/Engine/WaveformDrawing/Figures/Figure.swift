// Figure.swift
// A picture to keep: waveforms below one another on one time axis, with a title, axes, marks and a caption. A value;
// `picture` lays it out on the calling thread, and reads what the sources give.

import Localization
import Marks
import WaveformCore

/// What a figure shows.
public struct Figure {
  /// A recording.
  public struct Row {
    /// Above the waveform; nil: none.
    public var name: String?
    public var look: WaveformLook
    public var palette: Palette
    /// The amplitudes of lanes that are raised by themselves.
    public var amplitudes: [Int: AmplitudeScale] = [:]
    /// The frame up to which it has been played, in its own frames; nil: it looks as if all of it had been.
    public var playedTo: Double?
    /// What is drawn over it, in its lanes, from back to front: without names and marks.
    public var over: [Row] = []
    /// Of what is drawn over another row, 0…1.
    public var opacity = 1.0
    public var source: any PictureSource
    /// What of it is shown, in its own frames; may reach beyond it. As long as the other rows' ranges.
    public var range: FrameRange
    /// Drawn in a strip above the waveform.
    public var marks: MarkDocument?

    public init(
      _ source: some PictureSource, range: FrameRange, name: String? = nil, look: WaveformLook,
      palette: Palette
    ) {
      self.source = source
      self.range = range
      self.name = name
      self.look = look
      self.palette = palette
    }

    /// True when its lanes have frequencies from bottom to top.
    var showsSpectra: Bool { look.style.showsSpectrogram && source.sampleRate > 0 }
  }

  /// How the first row's frames are written along the time axis.
  public struct TimeAxis: Hashable, Sendable {
    /// Frames per second.
    public var sampleRate: Int
    /// nil: seconds for what is short, else minutes and hours.
    public var format: TimeFormat?
    /// What the axis calls the first frame, in frames.
    public var origin: Int

    public init(sampleRate: Int, format: TimeFormat? = nil, origin: Int = 0) {
      self.sampleRate = max(sampleRate, 1)
      self.format = format
      self.origin = origin
    }
  }

  public var size: FigureSize
  public var title: String?
  public var rows: [Row]
  /// nil: no axes.
  public var axis: TimeAxis?
  /// Lines below everything; one that is too long is broken between items that " · " separates.
  public var caption: [String] = []
  /// Text, lines and ground.
  public var palette: Palette
  /// The ground; nil leaves it transparent.
  public var background: Color?

  public init(size: FigureSize, rows: [Row], palette: Palette) {
    self.size = size
    self.rows = rows
    self.palette = palette
    background = palette.background
  }

  /// - Throws: `impossibleSize` when there is no room for the waveforms, or more than Cairo can draw.
  public func picture() throws(DrawingError) -> FigurePicture {
    guard (1...ImageSurface.largestSide).contains(size.width),
      (1...ImageSurface.largestSide).contains(size.height)
    else {
      throw DrawingError(
        .impossibleSize,
        localized(
          "A picture of \(size.width) × \(size.height) pixels cannot be made; it must have 1 to 32,767 a side."
        ))
    }
    var composer = FigureComposer(self)
    try composer.compose()
    let names = rows.compactMap(\.name)
    let title = title ?? (names.isEmpty ? localized("Waveform") : names.joined(separator: ", "))
    return FigurePicture(
      size: size, title: title, details: details(names), elements: composer.elements)
  }

  private func details(_ names: [String]) -> String {
    let kinds = Set(rows.map { $0.showsSpectra ? $0.look.style : .envelope })
    let (count, list) = (rows.count, names.joined(separator: ", "))
    let what =
      switch kinds {
      case [.spectrogram]:
        Sentence("A spectrogram", plural: "\(count) spectrograms, one below the other", count: count)
      case [.both]:
        Sentence(
          "A waveform over its spectrogram",
          plural: "\(count) waveforms over their spectrograms, one below the other", count: count)
      default: Sentence("A waveform", plural: "\(count) waveforms, one below the other", count: count)
      }
    let sentence: Sentence
    if let axis, let row = rows.first {
      let format = axis.format ?? .clock
      let ends = [row.range.lowerBound, row.range.upperBound].map {
        format.text(ofFrame: $0 + axis.origin, sampleRate: axis.sampleRate)
      }
      sentence =
        names.isEmpty
        // Translators: “A waveform”, “2 spectrograms, one below the other” and the like, and two times
        ? Sentence("\(what), from \(ends[0]) to \(ends[1]).")
        // Translators: “A waveform” and the like, names of recordings, and two times
        : Sentence("\(what) of \(list), from \(ends[0]) to \(ends[1]).")
    } else {
      // Translators: “A waveform” and the like, and names of recordings
      sentence = names.isEmpty ? Sentence("\(what).") : Sentence("\(what) of \(list).")
    }
    return ([sentence.localized] + caption).joined(separator: " ")
  }
}
