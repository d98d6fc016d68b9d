// BandSource.swift
// A recording of which only a band of frequencies sounds. Everything stays where it is in time: what is heard at a frame
// was recorded there, so playheads, loops and seeks need to know nothing of it.

import AudioFormats
import HostIO
import Spectral
import Synchronization
import SystemPackage
import WaveformCore

/// The samples of another source, filtered.
public final class BandSource: SampleSource {
  public let base: any SampleSource
  public let pass: BandPass
  private let isOwner: Bool
  private let state: Mutex<State>
  private let isCancelled = Atomic<Bool>(false)

  private struct State {
    let filter: BandFilter
    /// What was read last: the next block begins with it.
    var slice: SampleSlice?
    /// The block that was made last; one that the end of a growing recording cut off is made again.
    var made: (number: Int, samples: [Float])?
  }

  /// - Parameter isOwner: true to cancel `base` as well; otherwise somebody else does.
  public init(_ base: any SampleSource, _ pass: BandPass, isOwner: Bool = false) {
    self.base = base
    self.pass = pass
    self.isOwner = isOwner
    state = Mutex(State(filter: BandFilter(pass)))
  }

  public var channels: Int { base.channels }
  public var sampleRate: Int { base.sampleRate }
  public var path: FilePath { base.path }
  public var access: SampleAccess { base.access }
  public var origin: any SampleSource { base.origin }

  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let first = max(0, range.lowerBound)
    var samples: [Float] = []
    samples.reserveCapacity(max(0, range.upperBound - first) * channels)
    var next = first
    while next < range.upperBound, !isCancelled.load(ordering: .acquiring) {
      let part = next..<range.upperBound
      let made = try state.withLock { state in
        Result { () throws(AudioFileError) in try frames(part, &state) }
      }.get()
      guard !made.isEmpty else { break }
      samples += made
      next += made.count / channels
    }
    return SampleSlice(range: first..<next, channels: channels, samples: samples)
  }

  /// The first frames of a stretch, up to the end of a block; empty at the end of the recording.
  private func frames(_ range: FrameRange, _ state: inout State) throws(AudioFileError) -> ArraySlice<Float> {
    let size = state.filter.block, number = range.lowerBound / size
    let from = range.lowerBound - number * size, to = min(range.upperBound - number * size, size)
    if let made = state.made, made.number == number { return made.samples[from * channels..<to * channels] }
    let around = state.filter.frames(ofBlock: number)
    let needed = max(0, around.lowerBound)..<around.upperBound
    let slice = try base.read(needed, keeping: state.slice)
    state.slice = slice
    let samples = state.filter.samples(ofBlock: number, of: slice)
    // At the end of what exists there is less.
    let whole = slice.range.upperBound >= needed.upperBound
    state.made = whole ? (number, samples) : nil
    let end = min(to, slice.range.upperBound - number * size)
    return end > from ? samples[from * channels..<end * channels] : []
  }

  public func follow(_ state: FileState) { base.follow(state) }

  public func cancel() {
    isCancelled.store(true, ordering: .releasing)
    if isOwner { base.cancel() }
  }
}
