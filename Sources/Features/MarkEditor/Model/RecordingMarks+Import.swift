// RecordingMarks+Import.swift
// Marks from files of other programs, which are read on threads of their own; what became of it is a sentence.

import AudioExport
import HostIO
import Localization
import Marks
import SystemPackage
import WaveformModel

extension RecordingMarks {
  /// Reads a file, whose marks come as tiers of their own: one step to undo.
  ///
  /// - Parameter ended: called once.
  func take(_ path: FilePath, ended: @escaping @MainActor (MarkFileOutcome) -> Void) {
    let name = path.displayName
    guard let recording, let rate = document?.sampleRate else {
      return ended(
        .failed(localized("The marks of the recording are still being read: try “\(name)” again.")))
    }
    let isStarted = BackgroundThread.start { [weak self] in
      let result = Result { () throws(MarkError) in try MarkTransfer.read(path, rate: rate).reading }
      Task { @MainActor in
        guard let self else { return }
        switch result {
        case .failure(let error):
          ended(.failed(error.sentence { localized("“\(name)” could not be read: \($0).") }))
        case .success(let reading):
          guard self.recording == recording else {
            return ended(.failed(localized("Another recording is shown by now: “\(name)” was not taken.")))
          }
          ended(self.take(reading, from: path))
        }
      }
    }
    if !isStarted { ended(.failed(localized("There is no memory to read “\(name)”."))) }
  }

  /// Takes the cue points or chapters of the recording itself.
  func takeOwn(ended: @escaping @MainActor (MarkFileOutcome) -> Void) {
    if let recording { take(recording, ended: ended) }
  }

  private func take(_ reading: MarkReading, from path: FilePath) -> MarkFileOutcome {
    let name = path.displayName, count = reading.document.count
    guard count > 0 else {
      return .failed(([localized("“\(name)” has no marks.")] + reading.remarks).joined(separator: " "))
    }
    let tier = path == recording ? localized("Cue Points") : path.stem ?? name
    guard make(document?.importing(reading.document, named: tier), .imported) else {
      return .failed(localized("“\(name)” has more marks than can be added to those that there are."))
    }
    if path == recording { offer = 0 }
    let tiers = reading.document.tiers.count
    let marks = localized("\(count) mark", plural: "\(count) marks", count: count)
    var sentences = [
      tiers == 1
        // Translators: “5 marks”, and a file
        ? localized("\(marks) from “\(name)”.")
        // Translators: “5 marks”, a number of tiers, and a file
        : localized(
          "\(marks) in \(tiers) tier from “\(name)”.", plural: "\(marks) in \(tiers) tiers from “\(name)”.",
          count: tiers)
    ]
    if let length {
      let outside = reading.document.tiers.reduce(0) { sum, tier in
        sum + tier.marks.count { $0.range.lowerBound < 0 || $0.range.upperBound > length }
      }
      if outside > 0 {
        sentences.append(
          localized(
            "\(outside) mark reaches beyond the recording.",
            plural: "\(outside) marks reach beyond the recording.", count: outside))
      }
    }
    return MarkFileOutcome(
      text: (sentences + reading.remarks).joined(separator: " "), isDone: true,
      isIncomplete: sentences.count > 1 || !reading.remarks.isEmpty)
  }
}
