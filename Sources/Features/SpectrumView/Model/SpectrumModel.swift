// SpectrumModel.swift
// The spectrum of what is selected, of what is heard now, or of everything. Main actor; reads and computes on a thread that
// nobody waits for, and only while somebody looks.

import HostIO
import Localization
import Observation
import Spectral
import WaveformCore
import WaveformModel

/// The spectrum of a stretch of a diagram's waveforms.
///
/// While it is played, that is the sound about the playhead, and the peaks are those since playing began; else it is the
/// selection, or without one the whole recording. Of changes that come faster than they can be computed the last counts.
@Observable @MainActor public final class SpectrumModel {
  /// True while it can be seen.
  public var isShown = false {
    didSet { if isShown != oldValue { update() } }
  }
  /// True for frequencies at equal distances; false for octaves.
  public var isLinear = false
  /// The waveform that was chosen; nil: the first one.
  public var choice: LaneWaveform? {
    didSet { if choice != oldValue { update() } }
  }
  /// What it is compared with.
  public var comparison = Comparison.none {
    didSet { if comparison != oldValue { update() } }
  }
  /// What is known of the chosen waveform; nil while nothing is open.
  public private(set) var subject: Subject?
  /// The frequencies that are selected; nil: all.
  public private(set) var band: FrequencyBand?
  /// The other curve, if there is one.
  public private(set) var compared: Curve?

  private let lanes: LaneList
  @ObservationIgnored private let spectrograms: SpectrogramModel
  @ObservationIgnored private let navigation: Navigation
  @ObservationIgnored private var selection: FrameRange?
  /// Where it is heard, in frames of the time axis; nil while it is not played.
  @ObservationIgnored private var playhead: Double?
  @ObservationIgnored private var job: StretchReading?
  @ObservationIgnored private var other: StretchReading?
  /// While the end of a recording is heard; nil otherwise.
  @ObservationIgnored private var live: HeardSpectrum?
  /// What the spectra are of that are shown, or are being made.
  @ObservationIgnored private var wanted: SpectrumStretch?
  @ObservationIgnored private var otherWanted: SpectrumStretch?
  /// The last stretch that was read to its end, and how far that came.
  @ObservationIgnored private var past: (part: SpectrumStretch, progress: StretchReading.Progress)?

  public init(_ diagram: DiagramViewModel) {
    lanes = diagram.lanes
    spectrograms = diagram.spectrograms
    navigation = diagram.navigation
    diagram.events.listen(self) { [weak diagram] model, event in
      switch event {
      case .selected: model.select(diagram?.selection)
      case .emptied: model.forget()
      case .referencesChanged: model.update()
      }
    }
    select(diagram.selection)
    lanes.events.listen(self) { model, _ in model.update() }
    spectrograms.changes.listen(self) { model, _ in model.update() }
  }

  /// Shows another stretch from now on.
  ///
  /// - Parameter selection: in frames of the time axis; nil or empty: everything.
  private func select(_ selection: Selection?) {
    self.selection = selection?.isEmpty == false ? selection?.range : nil
    if band != selection?.band { band = selection?.band }
    update()
  }

  /// Shows what is heard now.
  ///
  /// - Parameter playhead: in frames of the time axis; nil: it is not played any more.
  public func hear(at playhead: Double?) {
    guard playhead != self.playhead else { return }
    // A spectrum that is still being made is shown first: else a slow machine would show none.
    if playhead != nil, self.playhead != nil, job != nil { return }
    self.playhead = playhead
    update()
  }

  /// Waveforms that can be chosen, and what the chosen one can be compared with.
  public var choices: [(waveform: LaneWaveform, name: String)] {
    readable.map { (LaneWaveform($0), $0.laneName) }
  }
  public var comparisons: [(comparison: Comparison, name: String)] {
    [(.none, localized("Nothing", context: "comparison"))]
      + lanes.references.map { (.reference($0.id), $0.name) }
      + readable.filter { $0 !== plot }.map { (.waveform(LaneWaveform($0)), $0.laneName) }
  }

  /// The spectrum as a table; nil while there is none.
  public var csv: String? { subject?.spectrum?.csv }

  /// Forgets all waveforms.
  private func forget() {
    selection = nil
    band = nil
    playhead = nil
    choice = nil
    comparison = .none
    stop()
  }

  private func stop() {
    live = nil
    job = nil
    other = nil
    wanted = nil
    otherWanted = nil
    past = nil
    if subject != nil { subject = nil }
    if compared != nil { compared = nil }
  }

  private var readable: [PlotViewModel] { lanes.plots.filter { $0.channels > 0 && !$0.isFailed } }

  private var plot: PlotViewModel? {
    let all = readable
    return all.first { LaneWaveform($0) == choice } ?? all.first
  }

  // MARK: Reading

  private func update() {
    guard isShown, let plot else { return stop() }
    let waveform = LaneWaveform(plot)
    let stretch: Stretch = playhead != nil ? .heard : selection != nil ? .selection : .everything
    if subject?.waveform != waveform {
      subject = Subject(waveform: waveform, name: plot.laneName, stretch: stretch)
    }
    let isLive = plot.isHeard && plot.isFollowing && playhead == nil && selection == nil
    if subject?.isLive != isLive { subject?.isLive = isLive }
    if isLive { return listen(to: plot) }
    if live != nil {
      live = nil
      // Its peaks are not those of what is played.
      if playhead != nil { subject?.spectrum = nil }
    }
    let part = part(of: plot)
    if part != wanted { read(part, stretch, of: plot) }
    updateComparison(with: plot)
  }

  private func read(_ part: SpectrumStretch?, _ stretch: Stretch, of plot: PlotViewModel) {
    // What grows goes on when it has been read so far: begun anew at each change, it would come to no end.
    if let part, let wanted, job != nil, part.continues(wanted) { return }
    // What was held belongs to what was heard.
    let held = stretch == .heard && subject?.stretch == .heard ? subject?.spectrum : nil
    wanted = part
    subject?.problem = nil
    guard let part else {
      job = nil
      subject?.stretch = stretch
      subject?.progress = nil
      subject?.spectrum = nil
      return
    }
    let past = past.flatMap { part.continues($0.part) ? $0 : nil }
    // Only one reading goes on from there.
    self.past = nil
    if past == nil, stretch != .heard { subject?.progress = 0 }
    job = StretchReading.begin(part, after: past, of: plot) { [weak self] answer in
      self?.show(answer, part, stretch, holding: held)
    }
  }

  /// Shows the last window of what is heard now, when it is time.
  private func listen(to plot: PlotViewModel) {
    let now = MonotonicTime.milliseconds
    let live = self.live ?? HeardSpectrum()
    if self.live == nil {
      (job, wanted, past) = (nil, nil, nil)
      subject?.progress = nil
      // Peaks of what was played are not those of what is heard.
      subject?.spectrum = nil
    }
    self.live = live
    if subject?.stretch != .heard { subject?.stretch = .heard }
    if navigation.isHeld, subject?.spectrum != nil { return updateComparison(with: plot) }
    if let news = live.take(at: now, holding: subject?.spectrum) {
      subject?.spectrum = news.spectrum
      subject?.problem = news.problem
    }
    guard let source = plot.source, plot.framesRead > 0, live.isDue(at: now) else { return }
    live.ask(
      at: now, for: plot.framesRead, of: source, channels: channels(of: plot),
      SpectrumFormat(spectrograms.settings, sampleRate: plot.sampleRate))
    updateComparison(with: plot)
  }

  private func channels(of plot: PlotViewModel) -> [Int] {
    lanes.pickedChannels(of: plot).flatMap { $0.isEmpty ? nil : $0 } ?? Array(0..<plot.channels)
  }

  /// - Returns: nil where there is nothing to read.
  private func part(of plot: PlotViewModel) -> SpectrumStretch? {
    guard plot.source != nil, plot.framesRead > 0 else { return nil }
    let placement = lanes.placement(of: plot)
    let format = SpectrumFormat(spectrograms.settings, sampleRate: plot.sampleRate)
    var range = 0..<plot.framesRead
    if let playhead {
      let middle = Int(placement.position(ofAxis: playhead).rounded())
      range = middle - format.size / 2..<middle + format.size / 2
      if !range.overlaps(0..<plot.framesRead) { return nil }
    } else if let selection {
      range = placement.frames(ofAxis: selection).clamped(toLength: plot.framesRead)
      if range.isEmpty { return nil }
    }
    return SpectrumStretch(
      plot: plot.number, restarts: plot.restartCount, range: range, channels: channels(of: plot),
      format: format)
  }

  private func show(
    _ answer: StretchReading.Answer, _ part: SpectrumStretch, _ stretch: Stretch,
    holding held: StretchSpectrum?
  ) {
    switch answer {
    case .partial(let spectrum, let share):
      subject?.stretch = stretch
      subject?.spectrum = spectrum
      if subject?.progress != nil { subject?.progress = share }
    case .whole(let spectrum):
      past = job.map { (part, $0.progress) }
      job = nil
      subject?.stretch = stretch
      subject?.spectrum = held.flatMap { old in spectrum.map { $0.holding(old) } } ?? spectrum
      subject?.progress = nil
      // It may have grown meanwhile.
      if stretch != .heard { update() }
    case .failed(let problem):
      past = nil
      job = nil
      subject?.stretch = stretch
      subject?.spectrum = nil
      subject?.progress = nil
      subject?.problem = problem
    }
  }

  // MARK: Comparing

  private func updateComparison(with plot: PlotViewModel) {
    // While a file is read again, its waveform cannot be read, but it is there.
    if case .waveform(let waveform) = comparison,
      !lanes.plots.contains(where: { LaneWaveform($0) == waveform })
    {
      return comparison = .none
    }
    switch comparison {
    case .none: setComparison(nil)
    case .reference(let id):
      let format = SpectrumFormat(spectrograms.settings, sampleRate: plot.sampleRate)
      setComparison(
        lanes.references.first { $0.id == id }.map {
          Curve(name: $0.name, levels: $0.levels(format, plot.sampleRate), sampleRate: $0.sampleRate)
        })
    case .waveform(let waveform):
      guard let second = readable.first(where: { LaneWaveform($0) == waveform }), second !== plot,
        let part = part(of: second)
      else { return setComparison(nil) }
      guard part != otherWanted else { return }
      // What is heard, and what grows, is read as fast as it can be shown.
      if other != nil, playhead != nil || otherWanted.map(part.continues) == true { return }
      otherWanted = part
      let (name, rate) = (second.laneName, second.sampleRate)
      other = StretchReading.begin(part, after: nil, of: second) { [weak self] answer in
        guard let self else { return }
        switch answer {
        case .partial(let spectrum, _): compared = Curve(name: name, levels: spectrum.mean, sampleRate: rate)
        case .whole(let spectrum):
          other = nil
          compared = spectrum.map { Curve(name: name, levels: $0.mean, sampleRate: rate) }
        case .failed:
          other = nil
          compared = nil
        }
      }
    }
  }

  private func setComparison(_ curve: Curve?) {
    other = nil
    otherWanted = nil
    if compared != curve { compared = curve }
  }
}
