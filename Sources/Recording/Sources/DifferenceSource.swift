// DifferenceSource.swift
// The difference of two sources of the same recording, sample by sample: what a filter has removed.

import AudioFormats
import HostIO
import Synchronization
import WaveformCore

/// One source minus another.
public final class DifferenceSource: SampleSource {
  private let minuend: any SampleSource, subtrahend: any SampleSource
  private let isCancelled = Atomic<Bool>(false)

  /// - Parameters:
  ///   - minuend: the source from which the other one is subtracted.
  ///   - subtrahend: has as many channels. The caller keeps both sources and cancels them.
  public init(_ minuend: any SampleSource, minus subtrahend: any SampleSource) {
    precondition(minuend.channels == subtrahend.channels)
    self.minuend = minuend
    self.subtrahend = subtrahend
  }

  public var channels: Int { minuend.channels }
  public var sampleRate: Int { minuend.sampleRate }

  /// The difference as far as both sources have samples.
  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let first = max(0, range.lowerBound)
    guard range.upperBound > first, !isCancelled.load(ordering: .relaxed) else {
      return SampleSlice(range: first..<first, channels: channels, samples: [])
    }
    let whole = try minuend.read(first..<range.upperBound)
    let part = try subtrahend.read(first..<range.upperBound)
    let frames = min(whole.range.count, part.range.count)
    let samples = whole.withSamples { whole in
      part.withSamples { part in (0..<frames * channels).map { whole[$0] - part[$0] } }
    }
    return SampleSlice(range: first..<first + frames, channels: channels, samples: samples)
  }

  /// The slower access of the two.
  public var access: SampleAccess {
    let both = [minuend.access, subtrahend.access]
    return both.contains(.notYet) ? .notYet : both.contains(.forward) ? .forward : .direct
  }

  public func cancel() { isCancelled.store(true, ordering: .relaxed) }
}
