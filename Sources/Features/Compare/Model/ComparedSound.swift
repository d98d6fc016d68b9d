// ComparedSound.swift
// Which of two waveforms that are compared is heard, or their difference: by gains alone, so at once and at the same place.
// Main actor; loudness is measured in the background.

import Glibc
import Localization
import Measures
import Observation
import WaveformCore
import WaveformModel

/// What is heard of a comparison.
@Observable @MainActor final class ComparedSound {
  /// What can be heard.
  enum Choice: String, CaseIterable, Sendable {
    case first, second, difference
    /// One of the two, at random in each trial of a blind test.
    case blind
  }

  /// Gains of both in dB, ≤ 0, at which they are equally loud: the louder one is lowered, so that nothing clips.
  struct Match: Equatable, Sendable {
    let first: Double, second: Double

    /// - Parameters:
    ///   - first, second: integrated loudness in LUFS.
    init(first: Double, second: Double) {
      self.first = min(0, second - first)
      self.second = min(0, first - second)
    }
  }

  private(set) var choice = Choice.first
  /// True when both are to be heard equally loud.
  private(set) var isMatched = false
  /// The gains for that; nil while they are not wanted or not known.
  private(set) var match: Match?
  /// Why loudness is not known, and what can be done: sentences.
  private(set) var problem: String?
  /// The blind test; nil while there is none.
  private(set) var test: BlindTest?
  /// Why the last blind test has ended, in a sentence; nil when it was given up, and once there is another.
  private(set) var ending: String?

  private let voices: Voices
  private let measures: MeasuresModel
  private var pair: ComparedPair?
  private var difference: PlotViewModel?
  private var adjustment = PairAdjustment()
  /// Integrated loudness in LUFS by the numbers of waveforms; nil for silence.
  private var loudness: [Int: Double?] = [:]
  /// Waveforms that are being measured.
  @ObservationIgnored private var asked: Set<Int> = []

  init(_ voices: Voices, _ measures: MeasuresModel) {
    self.voices = voices
    self.measures = measures
  }

  /// Lets one of them be heard. What X is stays secret, and the difference needs to be there.
  func choose(_ next: Choice) {
    guard pair != nil, next != .blind || test != nil, next != .difference || difference != nil else { return }
    choice = next
    ending = nil
    apply()
  }

  /// Lets both be heard equally loud, or as they are.
  func match(_ isMatched: Bool) {
    self.isMatched = isMatched
    if isMatched { measure() }
    apply()
  }

  /// True when the difference is heard.
  var hearsDifference: Bool { pair != nil && choice == .difference }

  // MARK: Blind

  /// Begins a blind test with its first trial, or gives it up.
  func testBlindly(_ isOn: Bool) {
    guard pair != nil || !isOn else { return }
    ending = nil
    test = isOn ? BlindTest() : nil
    choice = isOn ? .blind : .first
    apply()
  }

  /// Says what X is. The next trial begins, and its X is heard.
  func answer(_ side: BlindTest.Side) {
    guard test != nil else { return }
    test?.answer(side)
    choice = .blind
    apply()
  }

  /// What a blind test does not survive.
  enum Loss {
    /// A recording is another one than that which the answers were about.
    case hasChanged
    /// It could not be read again, so nobody knows.
    case isLost
  }

  /// Ends a blind test.
  func endTest(because plot: PlotViewModel, _ loss: Loss) {
    guard let ended = test else { return }
    testBlindly(false)
    let name = plot.laneName
    ending =
      switch loss {
      case .hasChanged:
        localized(
          "“\(name)” has changed, so the blind test has ended. Right answers: \(ended.right) of \(ended.total)."
        )
      case .isLost:
        localized(
          """
          “\(name)” could not be read again, so the blind test has ended. Right answers: \(ended.right) of \
          \(ended.total).
          """)
      }
  }

  // MARK: What is compared

  /// One of the two was read again: until it is known to have changed, a blind test goes on.
  func exchange(for pair: ComparedPair) {
    guard self.pair != nil else { return }
    self.pair = pair
    problem = nil
  }

  /// - Parameters:
  ///   - pair: nil: nothing is compared, and each waveform is heard by itself again.
  ///   - difference: nil while it is not there.
  func adopt(_ pair: ComparedPair?, difference: PlotViewModel?, _ adjustment: PairAdjustment) {
    let isOther = pair?.isSame(as: self.pair) != true
    self.pair = pair
    self.difference = difference
    self.adjustment = adjustment
    if isOther {
      // Answers were about others.
      test = nil
      choice = .first
      problem = nil
      ending = nil
    }
    // Nothing would be heard.
    if difference == nil, choice == .difference { choice = .first }
    if isMatched, pair != nil { measure() }
    apply()
  }

  private func measure() {
    for plot in pair?.plots ?? [] where loudness[plot.number] == nil && asked.insert(plot.number).inserted {
      measures.ask(for: plot) { [weak self, number = plot.number] answer in
        guard let self else { return }
        asked.remove(number)
        // Of one that was read again, the next answer counts.
        guard self.pair?.plots.contains(where: { $0.number == number }) == true else { return }
        switch answer {
        case .success(let blocks): loudness[number] = blocks.measures.whole.loudness.integrated
        case .failure(let failure): problem = failure.text
        }
        apply()
      }
    }
  }

  private func apply() {
    guard let pair else {
      match = nil
      return voices.hear(nil)
    }
    match = matched(pair)
    let heard = choice == .blind ? test.map { $0.hidden == .first ? .first : .second } ?? .first : choice
    func ratio(_ decibels: Double?) -> Float { Float(pow(10, (decibels ?? 0) / 20)) }
    var factors = [
      (pair.first, heard == .first ? ratio(match?.first) : 0),
      (pair.second, heard == .second ? adjustment.factor * ratio(match?.second) : 0),
    ]
    if let difference { factors.append((difference, heard == .difference ? 1 : 0)) }
    voices.hear(ComparedVoices(factors: factors, isSecret: test != nil))
  }

  private func matched(_ pair: ComparedPair) -> Match? {
    guard isMatched, let first = loudness[pair.first.number] ?? nil,
      let second = loudness[pair.second.number] ?? nil
    else { return nil }
    return Match(first: first, second: second + adjustment.gain)
  }
}
