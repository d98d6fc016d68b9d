// StretchReading.swift
// Reads a stretch block by block on a thread of its own, and tells of its spectrum as it grows. Main actor; it ends with its
// owner. What it tells hops to the main actor.

import AudioFormats
import HostIO
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

  private final class Cancellation: Sendable {
    let flag = Atomic(false)
  }

  private let cancellation = Cancellation()

  /// - Parameters:
  ///   - frames: may lie outside the recording, where there is silence.
  ///   - length: frames of the recording.
  ///   - answer: called on the main actor, the last time with `whole` or `failed`; not after the reading has gone.
  /// - Returns: nil when the system gives no thread.
  init?(
    _ frames: FrameRange, of source: any SampleSource, length: Int, channels: [Int], _ format: SpectrumFormat,
    _ answer: @escaping @MainActor (Answer) -> Void
  ) {
    let cancellation = cancellation
    let isStarted = BackgroundThread.start {
      let goesOn = { @Sendable in !cancellation.flag.load(ordering: .relaxed) }
      let tell = { @Sendable (news: Answer) -> Void in
        Task { @MainActor in if goesOn() { answer(news) } }
      }
      do throws(AudioFileError) {
        let analyzer = StretchAnalyzer(format, channels: channels)
        analyzer.append(silence: min(0, frames.upperBound) - min(frames.lowerBound, 0))
        let inside = frames.clamped(toLength: length)
        var frame = inside.lowerBound, told = MonotonicTime.milliseconds
        while frame < inside.upperBound, goesOn() {
          let slice = try source.read(frame..<min(frame + Self.block, inside.upperBound))
          if slice.range.isEmpty { break }
          analyzer.append(slice)
          frame = slice.range.upperBound
          guard MonotonicTime.milliseconds - told >= Self.pace, frame < inside.upperBound else { continue }
          told = MonotonicTime.milliseconds
          if let spectrum = analyzer.spectrum(sampleRate: source.sampleRate) {
            tell(.partial(spectrum, Double(frame - inside.lowerBound) / Double(inside.count)))
          }
        }
        analyzer.append(silence: frames.upperBound - max(frame, frames.lowerBound))
        tell(.whole(analyzer.spectrum(sampleRate: source.sampleRate)))
      } catch {
        tell(.failed("\(error.message) \(error.advice)"))
      }
    }
    if !isStarted { return nil }
  }

  isolated deinit { cancellation.flag.store(true, ordering: .relaxed) }

  /// Frames that are read at once; milliseconds from one partial answer to the next.
  private nonisolated static let block = 1 << 16, pace = 150
}
