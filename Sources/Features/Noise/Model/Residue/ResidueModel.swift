// ResidueModel.swift
// What noise reduction took away, while somebody looks at it. Main actor; samples are read on threads that nobody waits for,
// and of changes that come faster than they can be read the last counts.

import AudioFormats
import HostIO
import Observation
import WaveformModel

/// The residue of the waveform that is cleaned: its picture and its figure.
@Observable @MainActor final class ResidueModel {
  /// What was found last; it stays until there is another one. Nil before the first, and when nothing is cleaned.
  private(set) var report: ResidueReport?
  /// Why nothing could be found, and what can be done: sentences.
  private(set) var problem: String?
  /// True while it can be seen.
  var isShown = false { didSet { if isShown != oldValue { begin() } } }

  @ObservationIgnored private var subject: ResidueSubject?
  /// What `report` or `problem` is of, or will be when the reading has ended; nil: what is looked at is read.
  @ObservationIgnored private var read: ResidueSubject?
  /// What is read when `delay` is over.
  @ObservationIgnored private var awaited: ResidueSubject?
  @ObservationIgnored private var delay: Delay?
  /// Nil is what it finds when samples end too early.
  @ObservationIgnored private var reading: BackgroundReading<ResidueReport?>?

  /// A slider that is dragged, and a view that is moved, change more often than can be read.
  private static let quiet = Duration.milliseconds(60)

  init() {}

  /// Looks at another residue from now on; nil: there is none.
  func look(at subject: ResidueSubject?) {
    // What came to nothing is tried again.
    guard subject != self.subject || read == nil else { return }
    if subject?.plot != self.subject?.plot {
      // Nothing of another waveform is shown meanwhile.
      stop()
      (report, problem, read) = (nil, nil, nil)
    }
    self.subject = subject
    begin()
  }

  private func begin() {
    guard let subject else {
      stop()
      read = nil
      if report != nil { report = nil }
      if problem != nil { problem = nil }
      return
    }
    guard isShown, subject.isComplete else { return stop() }
    guard subject != read, delay == nil || subject != awaited else { return }
    stop()
    awaited = subject
    delay = Delay(Self.quiet) { [weak self] in self?.readNow() }
  }

  private func stop() {
    delay = nil
    guard let reading else { return }
    reading.cancel()
    self.reading = nil
    // What was begun is not known.
    read = nil
  }

  private func readNow() {
    delay = nil
    guard let subject else { return }
    read = subject
    let (residue, clean, range, floor) = (subject.residue, subject.clean, subject.range, subject.floor)
    let profile = subject.profile
    reading = BackgroundReading { (goesOn, _) throws(AudioFileError) in
      .some(try ResidueReport.read(residue, clean, range, floor: floor, profile: profile, goesOn: goesOn))
    } progressed: { _ in
    } ended: { [weak self] result in
      self?.show(result)
    }
    if reading == nil { read = nil }
  }

  private func show(_ result: Result<ResidueReport?, AudioFileError>) {
    reading = nil
    switch result {
    case .success(let report?):
      self.report = report
      problem = nil
    case .success(nil):
      // The samples ended, or their source was closed: they may be there at the next look.
      read = nil
    case .failure(let error):
      report = nil
      problem = "\(error.message) \(error.advice)"
    }
  }
}
