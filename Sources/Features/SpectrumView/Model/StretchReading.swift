// StretchReading.swift
// Reads a stretch block by block on a thread of its own, and tells of its spectrum as it grows. Main actor; it ends with its
// owner. What it tells hops to the main actor.

import AudioFormats
import HostIO
import Localization
import Spectral
import Synchronization
import WaveformCore

/// One reading of a stretch, from its start to its end or until nobody holds it.
@MainActor final class StretchReading {
  enum Answer: Sendable {
    /// The spectrum of what has been read, and its share of the whole.
    case partial(StretchSpectrum, Double)
    /// Nil: the samples end before a single window.
    case whole(StretchSpectrum?)
    /// Sentences.
    case failed(String)
  }

  /// Sound: it belongs to the thread of a reading until that has told of its end, and then to the next reading.
  struct Progress: @unchecked Sendable {
    fileprivate let analyzer: StretchAnalyzer
  }

  private final class Cancellation: Sendable {
    let flag = Atomic(false)
  }

  /// What has been read: at the end another reading may go on from there.
  let progress: Progress
  private let cancellation = Cancellation()

  /// - Parameters:
  ///   - frames: may lie outside the recording, where there is silence.
  ///   - name: of the recording, for sentences.
  ///   - length: frames of the recording.
  ///   - past: of a reading that ended where this one begins; nil: there was none.
  ///   - answer: called on the main actor, the last time with `whole` or `failed`; not after the reading has gone.
  /// - Returns: nil when the system gives no thread.
  init?(
    _ frames: FrameRange, of source: any SampleSource, name: String, length: Int, channels: [Int],
    _ format: SpectrumFormat, after past: Progress?, _ answer: @escaping @MainActor (Answer) -> Void
  ) {
    let cancellation = cancellation
    let progress = past ?? Progress(analyzer: StretchAnalyzer(format, channels: channels))
    self.progress = progress
    let isStarted = BackgroundThread.start {
      let goesOn = { @Sendable in !cancellation.flag.load(ordering: .relaxed) }
      let tell = { @Sendable (news: Answer) -> Void in
        Task { @MainActor in if goesOn() { answer(news) } }
      }
      let analyzer = progress.analyzer
      do throws(AudioFileError) {
        let inside = frames.clamped(toLength: length)
        analyzer.append(silence: min(0, frames.upperBound) - min(frames.lowerBound, 0))
        var told = MonotonicTime.milliseconds
        let isWhole = try source.forEachBlock(of: inside, goesOn: goesOn) { slice in
          analyzer.append(slice)
          let frame = slice.range.upperBound
          guard MonotonicTime.milliseconds - told >= Self.pace, frame < inside.upperBound else { return }
          told = MonotonicTime.milliseconds
          if let spectrum = analyzer.spectrum(sampleRate: source.sampleRate) {
            tell(.partial(spectrum, Double(frame - inside.lowerBound) / Double(inside.count)))
          }
        }
        guard isWhole else { return }
        analyzer.append(silence: frames.upperBound - max(inside.upperBound, frames.lowerBound))
        tell(.whole(analyzer.spectrum(sampleRate: source.sampleRate)))
      } catch {
        tell(.failed(error.isEarlyEnd ? Self.shorter(name) : "\(error.message) \(error.advice)"))
      }
    }
    if !isStarted { return nil }
  }

  isolated deinit { cancellation.flag.store(true, ordering: .relaxed) }

  private nonisolated static func shorter(_ name: String) -> String {
    localized("“\(name)” is not what it was when it was opened. Reload it to see its spectrum.")
  }

  /// Milliseconds from one partial answer to the next.
  private nonisolated static let pace = 150
}
