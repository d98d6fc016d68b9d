// ExportProgress.swift
// An export that is under way, and what became of it, in words.

import AudioExport
import HostIO
import Observation
import SystemPackage

/// The export of a window; one at a time.
@Observable @MainActor public final class ExportProgress {
  public enum State: Equatable, Sendable {
    case idle
    /// 0…1.
    case running(name: String, fraction: Double)
    /// Sentences that say what happened; false when something is missing in the file.
    case done(String, isWhole: Bool)
    case failed(String)
  }

  public private(set) var state = State.idle
  @ObservationIgnored private var export: AudioExport?
  /// Counts exports: what an earlier one still says is not listened to.
  @ObservationIgnored private var exportCount = 0

  public init() {}

  isolated deinit { export?.cancel() }

  public var isRunning: Bool { if case .running = state { true } else { false } }

  /// Begins what was chosen; what was running is given up.
  public func start(_ choice: ExportViewModel, to target: FilePath) {
    cancel()
    exportCount += 1
    let (number, name) = (exportCount, target.displayName)
    do throws(AudioFileError) {
      let export = try choice.export(to: target) { [weak self] event in
        Task { @MainActor in self?.take(event, of: number, name: name) }
      }
      self.export = export
      state = .running(name: name, fraction: 0)
      export.start()
    } catch {
      state = .failed(error.message)
    }
  }

  /// Gives up what is running; nothing of it is left.
  public func cancel() {
    export?.cancel()
    export = nil
    exportCount += 1
    state = .idle
  }

  private func take(_ event: AudioExport.Event, of number: Int, name: String) {
    guard number == exportCount else { return }
    switch event {
    case .progress(let fraction): state = .running(name: name, fraction: fraction)
    case .finished(let losses):
      end(.done((["“\(name)” has been exported."] + losses).joined(separator: " "), isWhole: losses.isEmpty))
    case .cancelled: end(.idle)
    case .failed(let error): end(.failed(error.message))
    }
  }

  private func end(_ state: State) {
    export = nil
    // Events come each by itself, and perhaps in another order: what is over stays over.
    exportCount += 1
    self.state = state
  }
}
