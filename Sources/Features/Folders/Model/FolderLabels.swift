// FolderLabels.swift
// The labels of recordings, kept in their marks: read and written by a thread of their own, one file after the other.
// Main actor.

import HostIO
import Localization
import Marks
import Observation
import Recording
import SystemPackage
import WaveformModel

/// Reads and keeps labels.
@Observable @MainActor final class FolderLabels {
  /// What the user should know: a sentence; and how many there were.
  private(set) var notice: (text: String, count: Int) = ("", 0)
  /// Counts the labels that were written.
  private(set) var savings = 0
  /// Called with what was found in files, and with what had to be taken back.
  @ObservationIgnored var onLabels: ([FolderRow.ID: Int?]) -> Void = { _ in }

  /// Reads; writing does not wait for it.
  @ObservationIgnored private let worker = BackgroundWorker()
  /// Writes for all lists, and outlives them: what was labelled is kept, whatever is closed then.
  private static let writer = BackgroundWorker()
  private static let unsaved = UnwrittenMarks()
  /// Labels that are still to be written, by file: what is read meanwhile is older.
  @ObservationIgnored private var unwritten: [FolderRow.ID: Int] = [:]

  /// So many files are told of at once.
  private static let batch = 64

  /// Looks for the labels of files.
  func read(_ rows: [FolderRow]) {
    for start in stride(from: 0, to: rows.count, by: Self.batch) {
      let part = rows[start..<min(start + Self.batch, rows.count)]
      worker.run { [weak self] in
        var found: [FolderRow.ID: Int?] = [:]
        for row in part {
          // Marks that cannot be read are told of where they are shown.
          let document = try? KeptMarks(of: row.path).glance()
          found.updateValue(document?.label, forKey: row.id)
        }
        let labels = found
        Task { @MainActor in self?.tell(labels) }
      }
    }
  }

  private func tell(_ found: [FolderRow.ID: Int?]) {
    let settled = found.filter { unwritten[$0.key] == nil }
    if !settled.isEmpty { onLabels(settled) }
  }

  /// Keeps a label.
  ///
  /// - Parameters:
  ///   - label: nil: none.
  ///   - row: with the label that is told again when this one cannot be kept.
  ///   - frames: length and rate of the recording; nil: they are looked for.
  func set(_ label: Int?, of row: FolderRow, frames: (length: Int, rate: Int)?) {
    unwritten[row.id, default: 0] += 1
    let unsaved = Self.unsaved
    _ = unsaved.begin(row.path)
    let isQueued = Self.writer.run { [weak self] in
      let problem = Self.write(label, of: row.path, frames)
      unsaved.end()
      Task { @MainActor in self?.ended(row, problem) }
    }
    if !isQueued {
      unsaved.end()
      ended(row, localized("there is no memory"))
    }
  }

  /// Waits until labels are written, but not for ever: a disk may have gone.
  func finish() { Self.unsaved.waitForNone(seconds: 5) }

  private func ended(_ row: FolderRow, _ problem: String?) {
    savings += 1
    let left = (unwritten[row.id] ?? 1) - 1
    unwritten[row.id] = left > 0 ? left : nil
    guard let problem else { return }
    notice = (
      localized("The label of “\(row.name)” is not kept: \(problem)."), notice.count + 1
    )
    if left == 0 { onLabels([row.id: row.label]) }
  }

  /// - Returns: why it was not kept; nil when it was.
  private nonisolated static func write(
    _ label: Int?, of path: FilePath, _ frames: (length: Int, rate: Int)?
  ) -> String? {
    let shape: (length: Int, rate: Int)
    if let frames {
      shape = frames
    } else {
      let summary = Result { () throws(AudioFileError) in
        try RecordingSummary.glance(path, parts: 1, cache: nil)
      }
      switch summary {
      case .success(let summary): shape = (summary.frames, summary.sampleRate)
      case .failure(let error): return error.reason
      }
    }
    let files = KeptMarks(of: path)
    do throws(MarkError) {
      let document = try files.load(rate: shape.rate)?.document ?? MarkDocument(sampleRate: shape.rate)
      let labelled = document.labelled(label, length: shape.length)
      guard labelled != document else { return nil }
      let saved = Result { () throws(AudioFileError) in try files.save(labelled) }
      if case .failure(let error) = saved { return error.reason }
      return nil
    } catch {
      return error.reason
    }
  }
}
