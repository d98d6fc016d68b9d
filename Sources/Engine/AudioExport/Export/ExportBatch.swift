// ExportBatch.swift
// Writes several parts of a source into files of their own, one after the other, on one thread. Each file appears whole
// or not at all; when the batch is cancelled or fails, those that are complete stay.

import HostIO
import Localization
import SystemPackage
import WaveformCore

/// Files that are written in the background.
public final class ExportBatch: Sendable {
  /// One of the files.
  public struct Part: Sendable {
    let path: FilePath
    /// Frames of the source; not empty.
    let range: FrameRange
    let writer: @Sendable () throws(AudioFileError) -> any SampleWriter

    public init(
      path: FilePath, range: FrameRange,
      writer: @escaping @Sendable () throws(AudioFileError) -> any SampleWriter
    ) {
      self.path = path
      self.range = range
      self.writer = writer
    }
  }

  /// Progress and end. One of the last three is delivered once, as the last event.
  public enum Event: Sendable {
    /// 0…1 of all frames, and how many files are complete.
    case progress(Double, written: Int)
    /// The losses are sentences of one line each, every one once.
    case finished(losses: [String])
    case cancelled
    /// How many files are complete.
    case failed(AudioFileError, written: Int)
  }

  private struct Running: Sendable {
    var isCancelled = false
    var export: AudioExport?
  }

  private let source: ExportSource
  private let parts: [Part]
  private let event: @Sendable (Event) -> Void
  private let running = Monitor(Running())

  /// - Parameter event: called on the batch's own thread.
  public init(_ source: ExportSource, _ parts: [Part], event: @escaping @Sendable (Event) -> Void) {
    self.source = source
    self.parts = parts
    self.event = event
  }

  /// Starts; call it once.
  public func start() {
    if !BackgroundThread.start({ self.runNow() }), let first = parts.first {
      event(.failed(AudioFileError(.outOfMemory, path: first.path), written: 0))
    }
  }

  /// Cancels; it ends soon after.
  public func cancel() {
    running.withLock { running in
      running.isCancelled = true
      return running.export
    }?.cancel()
  }

  /// Runs on the calling thread.
  public func runNow() {
    let total = Double(max(1, parts.reduce(0) { $0 + $1.range.count }))
    var done = 0, losses = BatchLosses()
    for (index, part) in parts.enumerated() {
      let begun = Double(done), count = Double(part.range.count)
      let export = AudioExport(source, range: part.range, path: part.path, writer: part.writer) {
        [event] happened in
        if case .progress(let fraction) = happened {
          event(.progress((begun + fraction * count) / total, written: index))
        }
      }
      let goesOn = running.withLock { running in
        running.export = export
        return !running.isCancelled
      }
      do throws(AudioFileError) {
        guard goesOn else { return event(.cancelled) }
        // Somebody else may have taken the name since it was chosen.
        guard FileState(of: part.path) == nil else {
          throw AudioFileError(
            .writeFailed, path: part.path, detail: Sentence("there is a file of that name by now"))
        }
        guard let found = try export.run() else { return event(.cancelled) }
        losses.add(found, of: part.path)
      } catch {
        return event(.failed(error, written: index))
      }
      done += part.range.count
      event(.progress(Double(done) / total, written: index + 1))
    }
    event(.finished(losses: losses.sentences(of: parts.count).map(\.localized)))
  }
}

/// What is missing in which files.
private struct BatchLosses {
  private var found: [(sentence: Sentence, first: FilePath, count: Int)] = []
  private var places: [Sentence: Int] = [:]

  mutating func add(_ sentences: [Sentence], of path: FilePath) {
    for sentence in sentences {
      if let place = places[sentence] {
        found[place].count += 1
      } else {
        places[sentence] = found.count
        found.append((sentence, path, 1))
      }
    }
  }

  func sentences(of count: Int) -> [Sentence] {
    found.map { loss in
      switch loss.count {
      case 1 where count > 1:
        // Translators: %1$s is the name of a file, %2$s a sentence about it.
        Sentence("“\(loss.first.displayName)”: \(loss.sentence)")
      case count: loss.sentence
      default:
        // Translators: %1$s is a number, %2$s a sentence.
        Sentence("In \(loss.count) of the files: \(loss.sentence)")
      }
    }
  }
}
