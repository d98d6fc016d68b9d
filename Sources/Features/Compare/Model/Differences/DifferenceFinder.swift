// DifferenceFinder.swift
// Where two recordings differ: found in the background while somebody looks at it, once their difference is there. Main
// actor.

import AudioFormats
import Comparing
import HostIO
import Localization
import Observation
import WaveformCore
import WaveformModel

/// The places at which two recordings differ, as they are laid now.
@Observable @MainActor final class DifferenceFinder {
  /// True while the places can be seen.
  var isWanted = false { didSet { if isWanted, !oldValue { begin() } } }
  /// How far two recordings are the same.
  enum Agreement: Sendable {
    /// They are the same bit for bit, in all their samples.
    case identical
    /// They are, as laid, where both have samples.
    case identicalInCommon
    case different
    /// There is no time at which both have samples.
    case apart
  }

  /// Nil while that is not known.
  private(set) var agreement: Agreement?
  /// The power of the difference over that of the louder of the two, in dB; nil while that is not known, and where
  /// nothing differs.
  private(set) var nullDepth: Double?
  /// The same by octaves and over time; nil while that is not known, and where nothing differs.
  private(set) var depths: NullDepths?
  /// The first, last and worst, then the longest stretches that are identical, in their order.
  private(set) var places: [DifferencePlace] = []
  /// Stretches that are identical and not listed.
  private(set) var unlisted = 0
  /// The share that has been looked at, in percent; nil when nothing is looked at.
  private(set) var percent: Int?
  /// Why nothing is known, and what can be done: sentences.
  private(set) var problem: String?

  /// The most stretches that are listed.
  nonisolated static let mostStretches = 8

  /// What is to be looked at.
  private struct Subject {
    let reading: ComparedReading
    let laid: LaidPair
    /// Frames of A.
    let length: Int
  }

  private var subject: Subject?
  @ObservationIgnored private var reading: BackgroundReading<DifferenceReport>?

  init() {}

  /// Looks at two recordings from now on, as soon as somebody wants to know.
  func look(_ reading: ComparedReading, _ laid: LaidPair, length: Int) {
    guard subject?.laid != laid || subject?.reading !== reading else { return }
    forget()
    subject = Subject(reading: reading, laid: laid, length: length)
    if isWanted { begin() }
  }

  /// Nothing is known any more; what is on its way is given up.
  func forget() {
    reading?.cancel()
    reading = nil
    subject = nil
    agreement = nil
    nullDepth = nil
    depths = nil
    places = []
    unlisted = 0
    percent = nil
    problem = nil
  }

  private func begin() {
    guard let subject, reading == nil, agreement == nil, problem == nil else { return }
    percent = 0
    reading = BackgroundReading { (goesOn, progressed) throws(AudioFileError) in
      try subject.reading.report(subject.laid, goesOn: goesOn, progressed: progressed)
    } progressed: { [weak self] in
      self?.percent = min($0 * 100 / max(subject.length, 1), 100)
    } ended: { [weak self] in
      self?.take($0)
    }
    if reading == nil {
      percent = nil
      problem = localized("There is no memory to look for differences. Close other windows.")
    }
  }

  private func take(_ result: Result<DifferenceReport, AudioFileError>) {
    reading = nil
    percent = nil
    switch result {
    case .failure(let error): problem = "\(error.message) \(error.advice)"
    case .success(let report):
      agreement = report.agreement
      nullDepth = report.nullDepth
      depths = report.levels
      (places, unlisted) = report.places(atMost: Self.mostStretches)
    }
  }
}
