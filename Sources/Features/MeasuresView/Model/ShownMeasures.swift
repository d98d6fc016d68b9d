// ShownMeasures.swift
// What the panel of measures shows: of what is selected, or of everything. Main actor.

import HostIO
import Localization
import Measures
import Observation
import Recording
import WaveformCore
import WaveformModel

extension DiagramViewModel {
  /// The measures that the panel shows.
  var shownMeasures: ShownMeasures { model { ShownMeasures($0) } }
}

/// The measures of a diagram's waveforms while somebody looks at them.
@Observable @MainActor final class ShownMeasures {
  /// True while the measures can be seen.
  var isShown = false {
    didSet {
      guard isShown != oldValue else { return }
      if isShown { measures.watch { [weak self] in self?.update() } } else { measures.watch(nil) }
    }
  }
  /// What is known of each waveform, in the order of the lanes.
  private(set) var subjects: [Subject] = []
  /// The waveform and channel that were chosen; nil: the first one, all channels.
  var choice: Choice?

  /// A waveform, and one of its channels or all of them.
  struct Choice: Hashable, Sendable {
    var plot: Int
    /// Nil: all channels.
    var channel: Int?
  }

  private let lanes: LaneList
  private let measures: MeasuresModel
  /// In frames of the time axis; nil: everything.
  @ObservationIgnored private var selection: FrameRange?
  /// By the numbers of waveforms.
  @ObservationIgnored private var stretches: [Int: MeasuredStretch] = [:]

  init(_ diagram: DiagramViewModel) {
    lanes = diagram.lanes
    measures = diagram.measures
    diagram.events.listen(self) { [weak diagram] shown, event in
      switch event {
      case .selected: shown.select(diagram?.selection?.range)
      case .emptied: shown.forget()
      case .referencesChanged: break
      }
    }
    select(diagram.selection?.range)
  }

  private func select(_ range: FrameRange?) {
    selection = range?.isEmpty == false ? range : nil
    if isShown { update() }
  }

  private func forget() {
    stretches = [:]
    selection = nil
    choice = nil
    subjects = []
  }

  private func update() {
    let plots = lanes.plots
    var known: [Int: MeasuredStretch] = [:]
    for plot in plots {
      guard let measurement = measures.measurement(of: plot) else { continue }
      // A waveform that was computed anew is measured anew.
      let past = stretches[plot.number].flatMap { $0.measurement === measurement ? $0 : nil }
      let stretch = past ?? MeasuredStretch(of: measurement) { [weak self] in self?.show() }
      known[plot.number] = stretch
      stretch.measure(
        selection.map { lanes.placement(of: plot).frames(ofAxis: $0).clamped(toLength: plot.length) },
        channels: lanes.pickedChannels(of: plot).flatMap { $0.isEmpty ? nil : $0 })
    }
    stretches = known
    show()
  }

  private func show() {
    guard isShown else { return }
    let measured = lanes.plots.filter { lanes.selectedChannels(of: $0)?.isEmpty != true }
    let next = measured.map { Subject($0, measures.measurement(of: $0), stretches[$0.number]) }
    if next != subjects { subjects = next }
  }
}

extension ShownMeasures {
  /// What is known of one waveform.
  struct Subject: Equatable, Sendable {
    /// `PlotViewModel.number`.
    let plot: Int
    let name: String
    /// A name for each channel; empty for mono.
    let labels: [String]
    /// The name of a single one of several channels that is selected.
    var onlyLabel: String? { labels.count == 1 ? labels[0] : nil }
    /// Of the selection or of everything; those of the stretch before until the next ones are there. Nil until the
    /// waveform has been measured.
    let measures: Measures?
    /// True when `measures` are those of a selection.
    let isSelection: Bool
    /// The share that has been measured, 0…1; nil at the end.
    let progress: Double?
    /// Why there are no measures, and what can be done: sentences.
    let problem: String?

    /// - Parameters:
    ///   - measurement: nil while it is not measured.
    ///   - stretch: of that; nil while there is none.
    @MainActor init(_ plot: PlotViewModel, _ measurement: PlotMeasurement?, _ stretch: MeasuredStretch?) {
      self.plot = plot.number
      name = plot.laneName
      labels = (stretch?.channels ?? Array(0..<plot.channels)).compactMap { plot.label(ofChannel: $0) }
      measures = stretch?.measures
      isSelection = stretch?.isSelection ?? false
      let failure = stretch?.problem ?? measurement?.problem
      progress = measures == nil && failure == nil ? measurement?.progress ?? 0 : nil
      problem = plot.isFailed ? localized("“\(plot.path.displayName)” could not be read.") : failure
    }
  }

  /// The choices that there are: all channels of each waveform, and each of them.
  var choices: [(choice: Choice, title: String)] {
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
  var subject: Subject? { subjects.first { $0.plot == choice?.plot } ?? subjects.first }

  /// The measures that were chosen.
  var chosen: ChannelMeasures? {
    guard let subject, let measures = subject.measures else { return nil }
    guard let channel = choice?.channel, choice?.plot == subject.plot,
      measures.channels.indices.contains(channel)
    else { return measures.whole }
    return measures.channels[channel]
  }

  /// The forms in which all measures can be copied.
  enum Form: String, CaseIterable, Sendable {
    case text, csv, json
  }

  /// What measures are of, in tables: the file, what was made of it, and the channels unless they are all.
  private func name(_ plot: PlotViewModel, _ subject: Subject) -> String {
    let isPart = (1..<plot.channels).contains(subject.labels.count)
    let parts = [plot.isComputed ? subject.name : nil, isPart ? subject.labels.joined(separator: ", ") : nil]
    return plot.path.string + parts.compactMap { $0.map { " (\($0))" } }.joined()
  }

  /// The measures of all waveforms; nil while there are none.
  func text(_ form: Form) -> String? {
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
