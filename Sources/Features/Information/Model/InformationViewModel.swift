// InformationViewModel.swift
// What a window tells of one of its recordings, and the comparison of its checksum. Knows no view. Main actor; the
// comparison has a thread of its own.

import AudioExport
import AudioFormats
import HostIO
import Observation
import WaveformModel

/// The properties of a recording of a diagram.
@Observable @MainActor public final class InformationViewModel {
  public typealias Group = InformationSheet.Group
  public typealias Row = InformationSheet.Row
  public typealias Kind = InformationSheet.Kind

  /// How far the comparison of the checksum has come.
  public enum Verification: Equatable, Sendable {
    /// The recording has nothing to compare with.
    case impossible
    case possible
    /// 0…1.
    case running(Double)
    case same
    /// A sentence that says what is wrong.
    case failed(String)
  }

  private let diagram: DiagramViewModel
  private weak var chosen: PlotViewModel?
  private var run = Run()

  /// A comparison, and the waveform that it is about.
  private struct Run {
    /// Counts comparisons: what an earlier one still says is not listened to.
    var number = 0
    weak var plot: PlotViewModel?
    var comparison: ChecksumVerification?
    var fraction = 0.0
    var outcome: ChecksumVerification.Outcome?
    var failure: String?
  }

  public init(_ diagram: DiagramViewModel) { self.diagram = diagram }

  isolated deinit { run.comparison?.cancel() }

  /// Tells of this waveform, as long as it is shown; nil: of the first.
  public func show(_ plot: PlotViewModel?) { chosen = plot?.original ?? plot }

  /// The recording that is told of: of a window that shows another one by now, the first.
  public var plot: PlotViewModel? {
    let plots = diagram.plots.filter { !$0.isComputed }
    return plots.first { $0 === chosen } ?? plots.first
  }

  private var sheet: InformationSheet? {
    guard let plot, let description = plot.description else { return nil }
    return InformationSheet(
      name: plot.path.displayName, description, plot.report, plot.information,
      verified: ofShown?.outcome)
  }

  /// What is known, in groups; empty while nothing is.
  public var groups: [Group] { sheet?.groups ?? [] }

  /// All of it as lines.
  public var text: String { sheet?.text ?? "" }

  // MARK: The checksum

  /// The comparison of the recording that is shown.
  private var ofShown: Run? { run.plot === plot && run.plot != nil ? run : nil }

  public var verification: Verification {
    guard let plot, plot.options.raw == nil, case .samples = plot.information?.checksum else {
      return .impossible
    }
    guard let run = ofShown else { return .possible }
    if run.comparison != nil { return .running(run.fraction) }
    if let failure = run.failure { return .failed(failure) }
    switch run.outcome {
    case nil: return .possible
    case .same: return .same
    case .differs(let md5): return .failed(ChecksumVerification.Outcome.differs(md5: md5).sentence)
    case .impossible(let reason): return .failed(reason)
    }
  }

  /// Begins to compare, or to compare once more.
  public func verify() {
    guard verification != .impossible, let plot else { return }
    cancel()
    let number = run.number
    let comparison = ChecksumVerification(plot.path) { [weak self] event in
      Task { @MainActor in self?.take(event, of: number) }
    }
    run.plot = plot
    run.comparison = comparison
    comparison.start()
  }

  /// Gives up a comparison; what came of one that has ended is forgotten too.
  public func cancel() {
    run.comparison?.cancel()
    run = Run(number: run.number + 1)
  }

  private func take(_ event: ChecksumVerification.Event, of number: Int) {
    guard number == run.number, run.comparison != nil else { return }
    switch event {
    case .progress(let fraction): run.fraction = max(run.fraction, fraction)
    case .finished(let outcome): (run.comparison, run.outcome) = (nil, outcome)
    case .cancelled: run.comparison = nil
    case .failed(let error): (run.comparison, run.failure) = (nil, error.message)
    }
  }
}
