// LiveSource.swift
// Samples whose computation may change while somebody reads them. Any thread may read.

import AudioFormats
import HostIO
import Synchronization
import SystemPackage
import WaveformCore

/// A source that stands for others, one after the other, of the same channels and rate.
///
/// Whoever has it need not be told of a change: a player goes on with it, without a gap, and hears the next one as soon as
/// what it has ready is used up.
final class LiveSource: SampleSource {
  let channels: Int
  let sampleRate: Int
  private let present: Mutex<any SampleSource>

  init(_ first: any SampleSource) {
    channels = first.channels
    sampleRate = first.sampleRate
    present = Mutex(first)
  }

  /// Gives the samples of another source from now on; a read that has begun ends with the one before.
  ///
  /// - Parameter next: of the same channels and rate.
  func become(_ next: any SampleSource) {
    precondition(next.channels == channels && next.sampleRate == sampleRate)
    present.withLock { $0 = next }
  }

  /// The source that is read now.
  var now: any SampleSource { present.withLock { $0 } }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice { try now.read(range) }

  var path: FilePath { now.path }

  var access: SampleAccess { now.access }

  /// One that follows the changes as well where a jump costs little; else of what is read now.
  func another() -> any SampleSource { access == .direct ? self : now.another() }

  /// Those that it stands for belong to whoever gave them, who cancels them.
  func cancel() {}
}
