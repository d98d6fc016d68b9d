// FunctionViewModel.swift
// A dialog in which a formula is typed: its values, what is wrong with them and where, and what the signal looks like. Every
// change computes anew; the computation before is cancelled at once and never waited for.

import AudioFormats
import Functions
import Localization
import Observation
import Playback
import WaveformCore
import WaveformModel

/// The choice of a function, for a new lane or for one that there is.
@Observable @MainActor public final class FunctionViewModel {
  public var formula: String { didSet { if formula != oldValue { adopt() } } }
  /// Seconds, or minutes and seconds, as the user writes them.
  public var durationText: String { didSet { if durationText != oldValue { adopt() } } }
  /// Frames per second, as the user writes it.
  public var rateText: String { didSet { if rateText != oldValue { adopt() } } }
  /// How many channels have the formula; several formulas say it themselves.
  public var channels: Int { didSet { if channels != oldValue { adopt() } } }

  /// What the values mean; nil while they make no sense.
  public private(set) var signal: FunctionSignal? { didSet { tell(oldValue) } }
  /// Why they make none.
  public private(set) var problem: Problem?
  /// The waveform of the last values that made sense.
  public private(set) var diagram: DiagramViewModel?
  /// Called with each signal that the values come to mean.
  @ObservationIgnored public var onSignal: (@MainActor (FunctionSignal) -> Void)?

  public struct Problem: Equatable, Sendable {
    /// A sentence.
    public let text: String
    /// The formula, and marks below what is wrong; nil when that is not the formula.
    public let marked: String?
  }

  @ObservationIgnored private let style: WaveformStyle
  /// A length whose text has fewer decimals than it has frames.
  @ObservationIgnored private let given: (text: String, sampleRate: Int, frames: Int)

  /// - Parameters:
  ///   - signal: what to begin with; nil: a sine, as long as the recordings that it is to be compared with.
  ///   - diagram: the waveforms beside which it will lie.
  public init(_ signal: FunctionSignal?, in diagram: DiagramViewModel) {
    let rate = signal?.sampleRate ?? (diagram.sampleRate > 0 ? diagram.sampleRate : 48_000)
    let frames = min(
      signal?.frames ?? (diagram.length > 0 ? diagram.length : 10 * rate), FunctionSignal.mostFrames)
    let duration = Numerals.shown(Timecode(frames: frames, sampleRate: rate).text)
    given = (duration, rate, frames)
    formula = signal?.formula ?? ReadyFunction.sine.formula
    durationText = duration
    rateText = String(rate)
    channels = signal?.channels ?? 1
    style = diagram.look.style.over
    adopt()
  }

  isolated deinit { cancel() }

  /// Ends the computation; returns at once.
  public func cancel() {
    diagram?.removeAll()
    diagram = nil
  }

  /// The ready signal whose formula this is; nil: one of the user's own.
  public var ready: ReadyFunction? { ReadyFunction.allCases.first { $0.formula == formula } }

  /// True when the formula itself says how many channels there are.
  public var hasFormulas: Bool { formula.contains(";") }

  /// What the signal is, in words.
  public var summary: String? {
    signal.map { summary(frames: $0.frames, sampleRate: $0.sampleRate) }
  }

  /// Takes the values over.
  private func adopt() {
    guard let rate = RawFormat.rate(rateText) else { return refuse(RawFormat.rateProblem) }
    let isGiven = durationText == given.text && rate == given.sampleRate
    let time = Numerals.typed(durationText.filter { !$0.isWhitespace }).flatMap { ClockTime($0) }
    guard let frames = isGiven ? given.frames : time?.frame(sampleRate: rate) else {
      return refuse(
        localized("“\(durationText)” is no length. Write seconds, or minutes and seconds: 90 or 1:30."))
    }
    do throws(FormulaError) {
      let next = try FunctionSignal(
        formula, sampleRate: rate, frames: frames, channels: hasFormulas ? nil : channels)
      problem = nil
      if next != signal { signal = next }
    } catch {
      signal = nil
      problem = Problem(text: error.message, marked: error.marked(in: formula, reach: 20))
    }
  }

  private func refuse(_ sentence: String) {
    signal = nil
    problem = Problem(text: sentence, marked: nil)
  }

  private func tell(_ past: FunctionSignal?) {
    guard let signal, signal != past else { return }
    // What is looked at stays while the values make no sense.
    if diagram?.plots.first?.function != signal {
      cancel()
      let next = DiagramViewModel(player: SilentPlayer())
      next.look.style = style
      next.lanes.insert(PlotViewModel(signal))
      diagram = next
    }
    onSignal?(signal)
  }
}

extension FunctionViewModel: PreviewedChoice {
  public var isAcceptable: Bool { signal != nil }
}
