// PictureViewModel.swift
// A picture of the diagram as somebody is choosing it: what it shows, how large, and what stands around it. Draws nothing:
// gives the lanes, the stretch of time and the texts.

import AudioFormats
import HostIO
import Localization
import Marks
import Measures
import Observation
import Recording
import SystemPackage
import WaveformCore
import WaveformModel

/// The choices of a picture to keep.
@Observable @MainActor public final class PictureViewModel {
  /// What of the recording it shows.
  public enum Part: CaseIterable, Sendable {
    case view, selection, whole

    public var label: String {
      switch self {
      case .view: localized("Visible Part")
      case .selection: localized("Selection")
      case .whole: localized("Whole Recording")
      }
    }
  }

  public enum Format: String, CaseIterable, Sendable {
    case png, svg, pdf

    public var label: String { rawValue.uppercased() }
  }

  public enum Colors: CaseIterable, Sendable {
    case window, light, dark, print, chosen

    public var label: String {
      switch self {
      case .window: localized("As in the Window")
      case .light: localized("Light", context: "colors")
      case .dark: localized("Dark", context: "colors")
      case .print: localized("Print, Dark on White")
      case .chosen: localized("Chosen", context: "colors")
      }
    }
  }

  /// The choices that stay for the next picture of the window.
  public struct Choices: Equatable, Sendable {
    public var part = Part.view
    public var format = Format.png
    /// Device pixels per logical pixel in a PNG, and of spectrograms in other formats, 1…8.
    public var scale = 2
    /// Millimetres.
    public var width = 160.0, height = 60.0
    public var colors = Colors.window
    /// 0xRRGGBB.
    public var ink: UInt32 = 0x1a5fb4, ground: UInt32 = 0xffffff
    public var hasAxes = true
    public var hasMarks = true
    /// The measures below the picture; nil: none.
    public var measures: MeasureItem.Group?

    public init() {}
  }

  public var choices: Choices
  /// Above the picture; empty: none.
  public var title: String
  public let parts: [Part]
  public let hasMarks: Bool
  /// What was measured, and of which stretch, by the numbers of waveforms.
  private var measured: [Int: (range: FrameRange, result: Result<Measures, MeasuresModel.Problem>)] = [:]
  /// Those that are being measured.
  @ObservationIgnored private var pending: Set<Int> = []
  private let diagram: DiagramViewModel
  /// As they were at the beginning: what is kept is what was shown, even if the view moves on while it is chosen.
  private let view: FrameRange, selection: FrameRange?
  @ObservationIgnored private let worker = BackgroundWorker()

  public static let sizes = 20.0...2000.0

  /// - Returns: nil while there is nothing to draw.
  public init?(_ diagram: DiagramViewModel, choices: Choices = Choices()) {
    guard let view = diagram.viewport?.visibleFrames, let first = Self.plots(diagram).first else {
      return nil
    }
    let selection = diagram.selection?.range
    let parts = Part.allCases.filter { $0 != .selection || selection?.isEmpty == false }
    var choices = choices
    if !parts.contains(choices.part) { choices.part = .view }
    self.diagram = diagram
    self.view = view
    self.selection = selection
    self.choices = choices
    self.parts = parts
    hasMarks = !diagram.marks.isEmpty
    title = first.settings.name ?? first.taggedTitle.tagged ?? first.path.displayName
  }

  /// The recordings that have something to show.
  private static func plots(_ diagram: DiagramViewModel) -> [PlotViewModel] {
    diagram.plots.filter { !$0.coversOriginal && isSeen($0) }
  }

  private static func isSeen(_ plot: PlotViewModel) -> Bool {
    !plot.isFailed && !plot.settings.isHidden && plot.peaks != nil && plot.framesRead > 0
  }

  // MARK: What is drawn

  /// The stretch of the time axis, in its frames.
  public var range: FrameRange {
    let range =
      switch choices.part {
      case .view: view
      case .selection: selection ?? 0..<0
      case .whole: 0..<diagram.length
      }
    return range.isEmpty ? range.lowerBound..<range.lowerBound + 1 : range
  }

  /// The waveforms from top to bottom, with those drawn over them.
  public var lanes: [PictureLane] {
    let hasNames = Self.plots(diagram).count > 1
    return diagram.lanes.rows.compactMap { row in
      let seen = row.filter(Self.isSeen)
      guard let base = seen.first, var lane = lane(of: base) else { return nil }
      lane.over = seen.dropFirst().compactMap { self.lane(of: $0) }
      if hasNames {
        lane.name = seen.filter { !$0.coversOriginal }.map { $0.settings.name ?? $0.path.displayName }
          .joined(separator: ", ")
      }
      lane.marks =
        choices.hasMarks && !base.isComputed && diagram.marks.recording == base.path
        ? diagram.marks.document : nil
      return lane
    }
  }

  private func lane(of plot: PlotViewModel) -> PictureLane? {
    guard let peaks = plot.peaks, let description = plot.description else { return nil }
    let placement = diagram.placement(of: plot)
    var look = diagram.look(ofLane: 0, in: plot)
    // The waveform of the file below it shows the marks.
    if plot.coversOriginal { look.showsMarks = false }
    if look.style.showsSpectrogram, choices.colors == .print { look.spectrogram.colors = .ink }
    let amplitudes = plot.lanes(diagram.look.channels).indices
      .map { ($0, diagram.look(ofLane: $0, in: plot).amplitude) }.filter { $0.1 != look.amplitude }
    return PictureLane(
      look: look, amplitudes: Dictionary(uniqueKeysWithValues: amplitudes), color: plot.settings.color,
      isFaded: diagram.plots.contains {
        $0.coversOriginal && Self.isSeen($0) && diagram.lanes.base(of: $0) === plot
      },
      isComputed: plot.coversOriginal,
      playedTo: choices.colors == .window ? placement.position(ofAxis: diagram.playhead) : nil, peaks: peaks,
      description: description, path: plot.path, options: plot.options,
      growth: plot.growth, hold: plot.isHeard ? plot.feed : nil,
      // What is computed is in no file.
      computed: plot.isComputed ? plot.source : nil, length: plot.framesRead,
      range: placement.frames(ofAxis: range))
  }

  /// True when spectrograms are in it, which are pixels in every format.
  public var showsSpectra: Bool {
    Self.plots(diagram).contains { diagram.lanes.style(of: $0).showsSpectrogram }
  }

  /// How the time axis is written.
  public var timeFormat: TimeFormat { diagram.timeFormat }

  /// What the first frame of the first lane is called, in its frames.
  public var origin: Int {
    guard let plot = Self.plots(diagram).first else { return 0 }
    let placement = diagram.placement(of: plot)
    let named = Double(range.lowerBound + diagram.timeOrigin) * placement.ratio
    return Int(named.rounded()) - placement.frames(ofAxis: range).lowerBound
  }

  /// The lines below the picture.
  public var caption: [String] {
    guard let group = choices.measures else { return [] }
    let plots = Self.plots(diagram)
    return plots.map { plot in
      let text =
        switch result(of: plot) {
        case nil: localized("being measured…")
        case .failure: localized("not measured")
        case .success(let measures):
          group.items.map { item in
            "\(item.title) \(item.text(of: measures.whole)) \(item.unit)".trimmed
          }.joined(separator: " · ")
        }
      // Translators: the name of a recording, and its measures
      return plots.count > 1 ? localized("\(plot.laneName): \(text)") : text
    }
  }

  /// Whether a picture with these texts can be kept.
  public enum Readiness: Equatable, Sendable {
    case ready
    /// Something is still being measured.
    case measuring
    /// Something cannot be measured: why, and what can be done.
    case impossible(String)
  }

  public var readiness: Readiness {
    guard choices.measures != nil else { return .ready }
    var isMeasured = true
    for plot in Self.plots(diagram) {
      switch result(of: plot) {
      case .success: break
      case .failure(let problem): return .impossible("\(problem.text) \(Self.advice)")
      case nil:
        guard !plot.isFollowing else {
          let name = plot.laneName
          let problem = localized("“\(name)” still grows, and is measured at its end only.")
          return .impossible("\(problem) \(Self.advice)")
        }
        isMeasured = false
      }
    }
    return isMeasured ? .ready : .measuring
  }

  private static var advice: String { localized("Without measures the picture can be kept.") }

  private func result(of plot: PlotViewModel) -> Result<Measures, MeasuresModel.Problem>? {
    measured[plot.number].flatMap { $0.range == stretch(of: plot) ? $0.result : nil }
  }

  private func stretch(of plot: PlotViewModel) -> FrameRange {
    diagram.placement(of: plot).frames(ofAxis: range).clamped(toLength: plot.length)
  }

  /// Has measured what the caption tells. To be called again when `range` or the choices have changed.
  public func measure() {
    guard choices.measures != nil else { return }
    for plot in Self.plots(diagram) where result(of: plot) == nil && pending.insert(plot.number).inserted {
      diagram.measures.ask(for: plot) { [weak self, weak plot] answer in
        guard let self, let plot else { return }
        measure(plot, answer)
      }
    }
  }

  /// Measures the stretch that is wanted by now.
  private func measure(_ plot: PlotViewModel, _ answer: Result<MeasuredBlocks, MeasuresModel.Problem>) {
    let number = plot.number, range = stretch(of: plot)
    switch answer {
    case .failure(let problem): take(.failure(problem), of: number, range)
    case .success(let blocks):
      guard let source = plot.source else {
        let problem = MeasuresModel.Problem(text: localized("“\(plot.path.displayName)” could not be read."))
        return take(.failure(problem), of: number, range)
      }
      let measurer = RangeMeasurer(blocks, source)
      worker.run { [weak self] in
        let result = Result { () throws(AudioFileError) in try measurer.measures(of: range) }
        Task { @MainActor in
          self?.take(
            result.mapError { MeasuresModel.Problem(text: "\($0.message) \($0.advice)") }, of: number, range)
        }
      }
    }
  }

  private func take(
    _ result: Result<Measures, MeasuresModel.Problem>, of number: Int, _ range: FrameRange
  ) {
    pending.remove(number)
    measured[number] = (range, result)
    // Another stretch may be wanted by now.
    measure()
  }

  /// The name of the file, beside the recording.
  public var newName: NewFileName {
    NewFileName(
      stem: Self.plots(diagram).first?.stem ?? "picture", suffix: choices.format.rawValue)
  }

  /// The folder of the recording; nil when it has none.
  public var folder: FilePath? { Self.plots(diagram).first?.folder }

  /// The files that must not be written over.
  public var inputs: [FilePath] { diagram.lanes.openPaths }
}

extension String {
  fileprivate var trimmed: String { last == " " ? String(dropLast()) : self }
}

/// A waveform of a picture, to be read on any thread.
public struct PictureLane: Sendable {
  /// nil for a single one.
  public var name: String?
  public let look: WaveformLook
  /// The amplitudes of lanes that are raised by themselves.
  public let amplitudes: [Int: AmplitudeScale]
  /// The number of its lane colour.
  public let color: Int
  /// True for a recording below what is computed from it.
  public let isFaded: Bool
  public let isComputed: Bool
  /// Where the playhead stands, in its own frames; nil where the picture has the colours of what was played.
  public let playedTo: Double?
  let peaks: WaveformPeaks
  public let description: AudioDescription
  let path: FilePath
  let options: OpenOptions
  /// The file of `length` frames while it grows; nil for a whole one.
  let growth: FileState?
  /// Keeps the file without a name of what is heard, even when its window is closed meanwhile; else nil.
  let hold: (any PeakFeed)?
  /// Samples that are in no file; nil: those of the file.
  let computed: (any SampleSource)?
  let length: Int
  /// In its own frames; may reach beyond it.
  public let range: FrameRange
  public var marks: MarkDocument?
  /// What is drawn over it, in its lanes, from back to front.
  public var over: [PictureLane] = []

  /// What it looks like, exact to the frame; to be used by one thread.
  public func picture() -> RecordingPicture {
    RecordingPicture(peaks, description: description, length: length, source: source)
  }

  /// Reads its samples, as far as they had been written.
  var source: any SampleSource {
    if let computed { return computed }
    let source = FileSampleSource(
      path: path, options: options, description: description, isGrowing: hold != nil)
    // Nobody but its listener writes what is heard, which completes it when the window closes.
    if hold == nil, let growth { source.follow(growth) }
    return source
  }
}
