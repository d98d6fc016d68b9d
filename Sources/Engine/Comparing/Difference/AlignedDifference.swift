// AlignedDifference.swift
// The difference of two recordings after alignment, sample by sample. Nothing is computed ahead: each read reads both.

import AudioFormats
import HostIO
import Synchronization
import SystemPackage
import WaveformCore

/// B − A on A's frames and channels: what B has that A has not, at A's level.
///
/// Exact to the sample where the offset is whole and the rates are equal; A − A is digital silence. Where B has no sound it
/// counts as silence, so that the difference is −A. It ends where A ends.
public final class AlignedDifference: SampleSource {
  public let alignment: Alignment
  private let a: any SampleSource, b: any SampleSource
  private let aligned: AlignedSource
  /// Those that nobody else reads: they end with this one.
  private let owned: [any SampleSource]
  private let isCancelled = Atomic<Bool>(false)

  /// - Parameters:
  ///   - a, b: the caller keeps both, and cancels those that are not owned.
  ///   - alignment: of B against A.
  ///   - owned: those of the two that are cancelled with the difference.
  public init(
    _ b: any SampleSource, minus a: any SampleSource, _ alignment: Alignment = .identity,
    owning owned: [any SampleSource] = []
  ) {
    self.owned = owned
    self.a = a
    self.b = b
    self.alignment = alignment
    aligned = AlignedSource(b, alignment, channels: a.channels, sampleRate: a.sampleRate)
  }

  public var channels: Int { a.channels }
  public var sampleRate: Int { a.sampleRate }
  /// That of A, with which the difference ends.
  public var path: FilePath { a.path }

  /// The difference as far as A has samples.
  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let first = max(0, range.lowerBound)
    guard range.upperBound > first, !isCancelled.load(ordering: .relaxed) else {
      return SampleSlice(range: first..<first, channels: channels, samples: [])
    }
    let whole = try a.read(first..<range.upperBound)
    let part = try aligned.read(whole.range)
    let samples = whole.withSamples { a in
      part.withSamples { b in
        [Float](unsafeUninitializedCapacity: a.count) { difference, count in
          for index in 0..<a.count { difference[index] = b[index] - a[index] }
          count = a.count
        }
      }
    }
    return SampleSlice(range: whole.range, channels: channels, samples: samples)
  }

  /// The slower access of the two.
  public var access: SampleAccess {
    let both = [a.access, b.access]
    return both.contains(.notYet) ? .notYet : both.contains(.forward) ? .forward : .direct
  }

  public func another() -> any SampleSource {
    guard access != .direct else { return self }
    let others = (a: a.another(), b: b.another())
    // One that jumps at little cost is the same, and stays with whoever has it.
    let own = [(a, others.a), (b, others.b)].compactMap { $0 === $1 ? nil : $1 }
    return AlignedDifference(others.b, minus: others.a, alignment, owning: own)
  }

  public func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    for source in owned { source.cancel() }
  }

  deinit { for source in owned { source.cancel() } }
}
