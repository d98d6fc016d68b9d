// ReorderedSource.swift
// A recording whose channels stand in another order: so that those of two recordings meet that are for the same
// loudspeaker.

import HostIO
import SystemPackage
import WaveformCore

/// The samples of another source, with their channels in another order.
private final class ReorderedSource: SampleSource {
  private let base: any SampleSource
  /// The places of the channels in a frame of the base.
  private let order: [Int]
  var channels: Int { order.count }
  var sampleRate: Int { base.sampleRate }
  var path: FilePath { base.path }
  var access: SampleAccess { base.access }
  var origin: any SampleSource { base.origin }

  init(_ base: any SampleSource, _ order: [Int]) {
    self.base = base
    self.order = order
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let slice = try base.read(range)
    let samples = slice.withSamples { $0.ordered(order, of: channels) }
    return SampleSlice(range: slice.range, channels: channels, samples: samples)
  }

  func another() -> any SampleSource {
    let other = base.another()
    return other === base ? self : ReorderedSource(other, order)
  }

  func follow(_ state: FileState) { base.follow(state) }

  func cancel() { base.cancel() }
}

extension SampleSource {
  /// The same samples in the order of another recording's loudspeakers, where both have the same ones.
  ///
  /// - Parameters:
  ///   - layout: of the other recording.
  ///   - own: of this one.
  package func inOrder(of layout: ChannelLayout, from own: ChannelLayout) -> any SampleSource {
    guard let order = layout.order(of: own), order != Array(0..<channels), order.count == channels else {
      return self
    }
    return ReorderedSource(self, order)
  }
}
