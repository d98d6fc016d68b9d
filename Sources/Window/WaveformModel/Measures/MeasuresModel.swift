// MeasuresModel.swift
// The measures of a diagram's waveforms: of what is selected, or of everything. Main actor; a waveform is measured once, on
// threads that nobody waits for, and any stretch is answered from that by a thread of its own.

import HostIO
import Localization
import Measures
import Observation
import Recording
import WaveformCore

/// Measures the waveforms of a diagram while somebody looks at them.
///
/// Nothing is measured before `isShown`: opening a recording must not take longer for what may never be asked for. From then
/// on every waveform that has been read to its end is measured once.
@Observable @MainActor public final class MeasuresModel {
  /// True while the measures can be seen.
  public var isShown = false {
    didSet { if isShown != oldValue { update() } }
  }
  /// True while loudness over time can be seen.
  var isDrawn = false {
    didSet { if isDrawn != oldValue { update() } }
  }
  /// Loudness over time, by the numbers of waveforms; empty while it cannot be seen.
  private var curves: [Int: LoudnessCurve] = [:]
  /// What is known of each waveform, in the order of the lanes.
  public private(set) var subjects: [Subject] = []
  /// The waveform and channel that were chosen; nil: the first one, all channels.
  public var choice: Choice?

  /// A waveform, and one of its channels or all of them.
  public struct Choice: Hashable, Sendable {
    public var plot: Int
    /// Nil: all channels.
    public var channel: Int?

    public init(plot: Int, channel: Int? = nil) {
      self.plot = plot
      self.channel = channel
    }
  }

  private let lanes: LaneList
  @ObservationIgnored private var selection: FrameRange?
  @ObservationIgnored private var scope: ChannelScope?
  @ObservationIgnored private var measurements: [Int: PlotMeasurement] = [:]
  /// Who waits for the blocks of a waveform, by its number.
  @ObservationIgnored private var waiting: [Int: [@MainActor (Result<MeasuredBlocks, Problem>) -> Void]] = [:]

  /// Why something could not be measured, and what can be done: sentences.
  package struct Problem: Error {
    package let text: String

    package init(text: String) { self.text = text }
  }

  init(_ lanes: LaneList) {
    self.lanes = lanes
    lanes.events.listen(self) { measures, event in
      if case .advanced = event { return }
      measures.update()
    }
  }

  /// Measures another stretch from now on.
  ///
  /// - Parameters:
  ///   - selection: in frames of the time axis; nil or empty: everything.
  ///   - scope: the selected channels; nil: all.
  func select(_ selection: FrameRange?, _ scope: ChannelScope?) {
    let next = selection?.isEmpty == false ? selection : nil
    guard next != self.selection || scope != self.scope else { return }
    self.selection = next
    self.scope = scope
    update()
  }

  /// Loudness over time, as far as it has been measured; nil while it cannot be seen.
  public func curve(of plot: PlotViewModel) -> LoudnessCurve? { curves[plot.number] }

  /// Has a waveform measured, once it has been read to its end.
  ///
  /// - Parameter answer: called when it has been, at once if it is already, or when the waveform goes before.
  package func ask(
    for plot: PlotViewModel, _ answer: @escaping @MainActor (Result<MeasuredBlocks, Problem>) -> Void
  ) {
    waiting[plot.number, default: []].append(answer)
    update()
  }

  /// Forgets all waveforms.
  func forget() {
    waiting = [:]
    for measurement in measurements.values { measurement.cancel() }
    measurements = [:]
    curves = [:]
    selection = nil
    scope = nil
    choice = nil
    subjects = []
  }

  private func update() {
    guard isShown || isDrawn || !waiting.isEmpty else {
      if !curves.isEmpty { curves = [:] }
      return
    }
    let plots = lanes.plots
    func isGone(_ number: Int) -> Bool { !plots.contains { $0.number == number } }
    for (number, measurement) in measurements where isGone(number) || measurement.isOutdated {
      measurement.cancel()
      measurements[number] = nil
    }
    for number in Array(waiting.keys) where isGone(number) {
      tell(
        number,
        .failure(Problem(text: localized("The recording was removed, or is read again: search again."))))
    }
    for plot in plots where plot.isComplete {
      // What is drawn over another waveform has no line.
      guard isShown || isDrawn && !plot.coversOriginal || waiting[plot.number] != nil else { continue }
      if plot.isFailed {
        tell(plot.number, .failure(Problem(text: localized("“\(plot.path.displayName)” could not be read."))))
        continue
      }
      let measurement =
        measurements[plot.number]
        ?? PlotMeasurement(plot) { [weak self] in self?.show() }
      measurements[plot.number] = measurement
      guard isShown else { continue }
      measurement.measure(
        selection.map { lanes.placement(of: plot).frames(ofAxis: $0).clamped(toLength: plot.length) },
        channels: lanes.pickedChannels(of: plot).flatMap { $0.isEmpty ? nil : $0 })
    }
    show()
  }

  private func tell(_ number: Int, _ answer: Result<MeasuredBlocks, Problem>) {
    for each in waiting.removeValue(forKey: number) ?? [] { each(answer) }
  }

  private func show() {
    for number in waiting.keys {
      guard let measurement = measurements[number] else { continue }
      if let blocks = measurement.blocks {
        tell(number, .success(blocks))
      } else if let problem = measurement.problem {
        tell(number, .failure(Problem(text: problem)))
      }
    }
    let drawn = isDrawn ? measurements.mapValues(\.curve) : [:]
    if drawn != curves { curves = drawn }
    guard isShown else { return }
    let measured = lanes.plots.filter {
      lanes.selectedChannels(of: $0)?.isEmpty != true
    }
    let next = measured.map { Subject($0, measurements[$0.number]) }
    if next != subjects { subjects = next }
  }
}

extension MeasuresModel {
  /// What is known of one waveform.
  public struct Subject: Equatable, Sendable {
    /// `PlotViewModel.number`.
    public let plot: Int
    public let name: String
    /// A name for each channel; empty for mono.
    public let labels: [String]
    /// The name of a single one of several channels that is selected.
    public var onlyLabel: String? { labels.count == 1 ? labels[0] : nil }
    /// Of the selection or of everything; those of the stretch before until the next ones are there. Nil until the
    /// waveform has been measured.
    public let measures: Measures?
    /// True when `measures` are those of a selection.
    public let isSelection: Bool
    /// The share that has been measured, 0…1; nil at the end.
    public let progress: Double?
    /// Why there are no measures, and what can be done: sentences.
    public let problem: String?

    @MainActor init(_ plot: PlotViewModel, _ measurement: PlotMeasurement?) {
      self.plot = plot.number
      name = plot.laneName
      labels = (measurement?.channels ?? Array(0..<plot.channels)).compactMap { plot.label(ofChannel: $0) }
      measures = measurement?.measures
      isSelection = measurement?.isSelection ?? false
      progress = measures == nil && measurement?.problem == nil ? measurement?.progress ?? 0 : nil
      problem =
        plot.isFailed ? localized("“\(plot.path.displayName)” could not be read.") : measurement?.problem
    }
  }

  /// The choices that there are: all channels of each waveform, and each of them.
  public var choices: [(choice: Choice, title: String)] {
    let isAlone = subjects.count == 1
    return subjects.flatMap { subject in
      let name = isAlone ? "" : subject.name
      // A single one of several, when that is selected.
      if let label = subject.onlyLabel {
        return [(Choice(plot: subject.plot), Self.title(ofChannel: label, in: name))]
      }
      let all = [(Choice(plot: subject.plot), name.isEmpty ? localized("All Channels") : name)]
      return subject.labels.isEmpty
        ? all
        : all
          + subject.labels.enumerated().map {
            (
              Choice(plot: subject.plot, channel: $0.offset), Self.title(ofChannel: $0.element, in: name)
            )
          }
    }
  }

  private static func title(ofChannel label: String, in name: String) -> String {
    // Translators: a recording, and a channel of it
    name.isEmpty ? localized("Channel \(label)") : localized("\(name): \(label)")
  }

  /// The waveform that was chosen, or the first one.
  public var subject: Subject? { subjects.first { $0.plot == choice?.plot } ?? subjects.first }

  /// The measures that were chosen.
  public var chosen: ChannelMeasures? {
    guard let subject, let measures = subject.measures else { return nil }
    guard let channel = choice?.channel, choice?.plot == subject.plot,
      measures.channels.indices.contains(channel)
    else { return measures.whole }
    return measures.channels[channel]
  }

  /// The forms in which all measures can be copied.
  public enum Form: String, CaseIterable, Sendable {
    case text, csv, json
  }

  /// What measures are of, in tables: the file, what was made of it, and the channels unless they are all.
  private func name(_ plot: PlotViewModel, _ subject: Subject) -> String {
    let isPart = (1..<plot.channels).contains(subject.labels.count)
    let parts = [plot.isComputed ? subject.name : nil, isPart ? subject.labels.joined(separator: ", ") : nil]
    return plot.path.string + parts.compactMap { $0.map { " (\($0))" } }.joined()
  }

  /// The measures of all waveforms; nil while there are none.
  public func text(_ form: Form) -> String? {
    let measured = lanes.plots.compactMap { plot in
      subjects.first { $0.plot == plot.number }.flatMap { subject in
        subject.measures.map {
          (subject, $0, name(plot, subject))
        }
      }
    }
    guard !measured.isEmpty else { return nil }
    return switch form {
    case .text:
      measured.map { subject, measures, _ in
        let channel = subject.onlyLabel.map { ": \($0)" } ?? ""
        return MeasureTexts.text(of: measures, labels: subject.labels, path: subject.name + channel)
      }
      .joined(separator: "\n\n") + "\n"
    case .csv:
      ([MeasureTexts.header] + measured.map { MeasureTexts.line(of: $0.1, path: $0.2) })
        .joined(separator: "\n") + "\n"
    case .json: MeasureTexts.jsonText(of: measured.map { ($0.1, $0.2) }) + "\n"
    }
  }
}
