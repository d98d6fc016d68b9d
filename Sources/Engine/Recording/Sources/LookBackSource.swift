// LookBackSource.swift
// Ranges that follow each other and overlap, for a decoder that only goes forwards: a read that begins a little before
// the end of the last one would send it back to the beginning. Any thread; requests are served one after the other.

import AudioFormats
import HostIO
import Synchronization
import SystemPackage
import WaveformCore

/// A source that keeps the last frames that were read.
final class LookBackSource: SampleSource {
  private let base: any SampleSource
  /// Frames before the end of the last read that need not be read again.
  private let reach: Int
  private let last = Mutex<SampleSlice?>(nil)

  init(_ base: any SampleSource, reach: Int) {
    self.base = base
    self.reach = reach
  }

  var channels: Int { base.channels }
  var sampleRate: Int { base.sampleRate }
  var path: FilePath { base.path }
  var access: SampleAccess { base.access }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let result = last.withLock { last in
      Result { () throws(AudioFileError) in
        let slice = try base.read(range, keeping: last, slack: reach)
        last = slice.part(slice.range.upperBound - reach..<slice.range.upperBound)
        return slice.part(range)
      }
    }
    return try result.get()
  }

  func follow(_ state: FileState) { base.follow(state) }

  func cancel() { base.cancel() }
}
