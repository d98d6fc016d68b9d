// ChannelSource.swift
// A recording of which only some channels sound: so that these are heard alone, each where it is heard otherwise.

import HostIO
import SystemPackage
import WaveformCore

/// The samples of another source; those of other channels are 0.
public final class ChannelSource: SampleSource {
  public let base: any SampleSource
  public let sounding: Set<Int>
  public var channels: Int { base.channels }
  public var sampleRate: Int { base.sampleRate }
  public var path: FilePath { base.path }
  public var access: SampleAccess { base.access }
  public var origin: any SampleSource { base.origin }

  public init(_ base: any SampleSource, sounding: Set<Int>) {
    self.base = base
    self.sounding = sounding
  }

  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let slice = try base.read(range)
    let silent = (0..<channels).filter { !sounding.contains($0) }
    var samples = slice.withSamples { Array($0) }
    for channel in silent {
      for index in stride(from: channel, to: samples.count, by: channels) { samples[index] = 0 }
    }
    return SampleSlice(range: slice.range, channels: slice.channels, samples: samples)
  }

  public func follow(_ state: FileState) { base.follow(state) }

  public func cancel() { base.cancel() }
}
