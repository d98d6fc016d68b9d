// ExportProgress.swift
// An export that is under way, and what became of it, in words.

import AudioExport
import HostIO
import Localization
import Observation
import SystemPackage

/// The export of a window; one at a time.
@Observable @MainActor final class ExportProgress {
  enum State: Equatable, Sendable {
    case idle
    /// 0…1.
    case running(name: String, fraction: Double)
    /// Sentences that say what happened; false when something is missing in the file.
    case done(String, isWhole: Bool)
    case failed(String)
  }

  private(set) var state = State.idle
  /// Gives up what is running.
  @ObservationIgnored private var giveUp: (() -> Void)?
  /// Of several files, how many are complete, and how many there will be.
  @ObservationIgnored private var written: (count: Int, of: Int)?
  /// Counts exports: what an earlier one still says is not listened to.
  @ObservationIgnored private var exportCount = 0

  init() {}

  isolated deinit { giveUp?() }

  var isRunning: Bool { if case .running = state { true } else { false } }

  /// Begins what was chosen; what was running is given up.
  ///
  /// - Parameter isNew: see `OutputFile`.
  func start(_ choice: ExportViewModel, to target: FilePath, isNew: Bool = false) {
    cancel()
    exportCount += 1
    let (number, name) = (exportCount, target.displayName)
    let export = choice.export(to: target, isNew: isNew) { [weak self] event in
      Task { @MainActor in self?.take(event, of: number, name: name) }
    }
    giveUp = { export.cancel() }
    state = .running(name: name, fraction: 0)
    export.start()
  }

  /// Begins to write the ranges of marks; what was running is given up.
  func start(_ choice: ExportViewModel, _ plan: RangePlan) {
    cancel()
    exportCount += 1
    let (number, count) = (exportCount, plan.paths.count)
    do throws(AudioFileError) {
      let batch = try choice.export(plan) { [weak self] event in
        Task { @MainActor in self?.take(event, of: number, plan) }
      }
      giveUp = { batch.cancel() }
      written = (0, count)
      state = .running(name: Self.text(count), fraction: 0)
      batch.start()
    } catch {
      state = .failed(error.message)
    }
  }

  private static func text(_ count: Int) -> String {
    localized("\(count) file", plural: "\(count) files", count: count)
  }

  /// Gives up what is running; no half of a file is left.
  func cancel() {
    giveUp?()
    let complete = written
    end(.idle)
    guard let complete, complete.count > 0 else { return }
    state = .done(
      localized(
        "The export was cancelled: \(complete.count) of \(complete.of) file are there.",
        plural: "The export was cancelled: \(complete.count) of \(complete.of) files are there.",
        count: complete.of), isWhole: true)
  }

  private func take(_ event: ExportBatch.Event, of number: Int, _ plan: RangePlan) {
    guard number == exportCount else { return }
    let all = plan.paths.count
    switch event {
    case .progress(let fraction, let count):
      written = (max(written?.count ?? 0, count), plan.paths.count)
      state = .running(name: Self.text(all), fraction: fraction)
    case .finished(let losses):
      let folder = plan.folder.displayName
      let text = localized(
        "\(all) file exported into “\(folder)”.", plural: "\(all) files exported into “\(folder)”.",
        count: all)
      end(.done(([text] + losses).joined(separator: " "), isWhole: losses.isEmpty))
    case .cancelled: end(.idle)
    case .failed(let error, let count):
      let complete = localized(
        "\(count) of \(all) file are there.", plural: "\(count) of \(all) files are there.", count: all)
      end(.failed(count == 0 ? error.message : "\(error.message) \(complete)"))
    }
  }

  private func take(_ event: AudioExport.Event, of number: Int, name: String) {
    guard number == exportCount else { return }
    switch event {
    case .progress(let fraction): state = .running(name: name, fraction: fraction)
    case .finished(let losses):
      end(
        .done(
          ([localized("“\(name)” has been exported.")] + losses).joined(separator: " "),
          isWhole: losses.isEmpty))
    case .cancelled: end(.idle)
    case .failed(let error): end(.failed(error.message))
    }
  }

  private func end(_ state: State) {
    giveUp = nil
    written = nil
    // Events come each by itself, and perhaps in another order: what is over stays over.
    exportCount += 1
    self.state = state
  }
}
