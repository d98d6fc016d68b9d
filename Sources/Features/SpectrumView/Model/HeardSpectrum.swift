// HeardSpectrum.swift
// Spectra of what is heard now, one after the other, on one thread that keeps its transform. Main actor; what has been
// computed is picked up with the next sound, so that curve and waveform are drawn in the same frame.

import AudioFormats
import HostIO
import Spectral
import Synchronization
import WaveformCore

/// The spectrum of the last window of a recording that grows.
@MainActor final class HeardSpectrum {
  /// Milliseconds from one spectrum to the next at least: what eyes can follow.
  static let pace = 50
  /// Decibels a second by which held peaks fall.
  static let fall = 10.0

  private final class Analysis: Sendable {
    let analyzer = Mutex<(channels: [Int], analyzer: StretchAnalyzer)?>(nil)
    let isCancelled = Atomic(false)
  }

  private enum Outcome: Sendable {
    case spectrum(StretchSpectrum?)
    case failed(String)
  }

  private let analysis = Analysis()
  private let worker = BackgroundWorker()
  private var isReading = false
  private var outcome: Outcome?
  /// Frames up to which the last spectrum reaches, and when it was asked for.
  private var end = 0, askedAt = Int.min
  private var shownAt: Int?

  isolated deinit { analysis.isCancelled.store(true, ordering: .relaxed) }

  /// True when it is time for the next spectrum.
  ///
  /// - Parameter now: milliseconds of a steady clock.
  func isDue(at now: Int) -> Bool { !isReading && (askedAt == .min || now - askedAt >= Self.pace) }

  /// Begins to compute the spectrum of the last window, and of all sound since the one before.
  ///
  /// - Parameter length: frames that there are.
  func ask(
    at now: Int, for length: Int, of source: any SampleSource, channels: [Int], _ format: SpectrumFormat
  ) {
    askedAt = now
    // Nothing between two spectra is left out, unless the machine is too slow.
    let first = max(min(end - format.size + format.hop, length - format.size), length - 4 * format.size)
    end = length
    isReading = true
    let analysis = analysis
    isReading = worker.run { [weak self] in
      guard !analysis.isCancelled.load(ordering: .relaxed) else { return }
      let outcome = Self.analyze(first..<length, of: source, channels, format, with: analysis)
      Task { @MainActor in
        self?.outcome = outcome
        self?.isReading = false
      }
    }
  }

  private nonisolated static func analyze(
    _ frames: FrameRange, of source: any SampleSource, _ channels: [Int], _ format: SpectrumFormat,
    with analysis: Analysis
  ) -> Outcome {
    do throws(AudioFileError) {
      let slice = try source.read(max(0, frames.lowerBound)..<frames.upperBound)
      return analysis.analyzer.withLock { kept in
        if let kept, kept.channels == channels, kept.analyzer.format == format {
          kept.analyzer.reset()
        } else {
          kept = (channels, StretchAnalyzer(format, channels: channels))
        }
        guard let analyzer = kept?.analyzer else { return .spectrum(nil) }
        analyzer.append(silence: -frames.lowerBound)
        analyzer.append(slice)
        return .spectrum(analyzer.spectrum(sampleRate: source.sampleRate))
      }
    } catch {
      return .failed("\(error.message) \(error.advice)")
    }
  }

  /// What has been computed since the last call; nil when that is nothing.
  ///
  /// - Parameter held: the spectrum before, whose peaks are held, and fall slowly.
  func take(at now: Int, holding held: StretchSpectrum?) -> (spectrum: StretchSpectrum?, problem: String?)? {
    guard let outcome else { return nil }
    self.outcome = nil
    switch outcome {
    case .failed(let problem): return (nil, problem)
    case .spectrum(let spectrum):
      let fall = Self.fall * Double(now - (shownAt ?? now)) / 1000
      shownAt = now
      return (held.flatMap { held in spectrum?.holding(held, fallenBy: fall) } ?? spectrum, nil)
    }
  }
}
