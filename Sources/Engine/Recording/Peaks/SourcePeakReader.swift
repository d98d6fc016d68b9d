// SourcePeakReader.swift
// Makes peaks of samples that are in no file, in the background: what is looked at first, as a preview, then everything
// from its beginning. One detached thread that nobody waits for; it ends after the block at hand when it is cancelled.

import AudioFormats
import HostIO
import Synchronization
import SystemPackage
import WaveformCore

/// The peaks of one `SampleSource`.
public final class SourcePeakReader: PeakFeed {
  /// What is read.
  public struct Request: Sendable {
    /// What errors are about.
    public let path: FilePath
    /// Of the result: as many channels and frames as the source gives.
    public let description: AudioDescription
    /// Frames of the source.
    public let length: Int
    /// What is looked at, in frames of the source; empty when nothing is.
    public let visible: FrameRange

    public init(path: FilePath, description: AudioDescription, length: Int, visible: FrameRange) {
      self.path = path
      self.description = description
      self.length = length
      self.visible = visible
    }
  }

  public let samples: (any SampleSource)?
  private let source: any SampleSource
  private let request: Request
  private let onEvent: @Sendable (PeakReader.Event) -> Void
  private let isStarted = Atomic<Bool>(false)
  private let isCancelled = Atomic<Bool>(false)

  /// - Parameters:
  ///   - source: what is read. It stays with whoever gave it.
  ///   - samples: what close views and the player get: the same samples.
  ///   - onEvent: called on the reader's thread.
  public init(
    _ request: Request, of source: any SampleSource, samples: any SampleSource,
    onEvent: @escaping @Sendable (PeakReader.Event) -> Void
  ) {
    self.request = request
    self.source = source
    self.samples = samples
    self.onEvent = onEvent
  }

  public func start() {
    guard !isStarted.exchange(true, ordering: .relaxed) else { return }
    if !BackgroundThread.start({ self.run() }) {
      deliver(.failed(AudioFileError(.outOfMemory, path: request.path)))
    }
  }

  public func cancel() { isCancelled.store(true, ordering: .releasing) }

  private var goesOn: Bool { !isCancelled.load(ordering: .acquiring) }

  private func deliver(_ event: PeakReader.Event) { if goesOn { onEvent(event) } }

  // MARK: The reader's thread

  private func run() {
    let began = MonotonicTime.now
    do throws(AudioFileError) {
      let pyramid = PeakPyramid<Float>(channels: source.channels, expectedFrames: request.length)
      deliver(.opened(request.description, .float(pyramid)))
      try preview()
      let events = EventPace(expectedFrames: request.length)
      let taker = PeakTaker(PeakBuilder(pyramid))
      let isWhole = try source.take(request.length, into: taker, goesOn: { self.goesOn }) {
        if events.isDue(framesRead: $0) { self.deliver(.progress(framesRead: $0)) }
      }
      guard isWhole else { return }
      var report = ReadReport(
        frames: request.length, framesPromised: request.length, nonFiniteSamples: taker.nonFiniteSamples,
        isComplete: true, warnings: [], seeking: .exact)
      report.description = request.description
      report.readingTime = .seconds(MonotonicTime.now - began)
      deliver(.finished(report))
    } catch {
      deliver(.failed(error))
    }
  }

  /// Samples of all channels that are read whole for a first picture, places in a longer one, and frames of each.
  private static let samplesAtOnce = 1 << 19, places = 256, framesPerPlace = 512
  /// Probes that a view that is read whole is made of.
  private static let probes = 4096

  /// A first picture of what is looked at, where the samples are at hand. What begins at the beginning is soon there
  /// anyway.
  private func preview() throws(AudioFileError) {
    let visible = request.visible.clamped(toLength: request.length)
    guard source.access == .direct, !visible.isEmpty else { return }
    var probes: [PeakPreview.Probe] = []
    if visible.count * source.channels <= Self.samplesAtOnce {
      guard visible.lowerBound > 0 else { return }
      let slice = try source.read(visible)
      let size = min(max(visible.count / Self.probes, 1), 256)
      for first in stride(from: slice.range.lowerBound, to: slice.range.upperBound, by: size) {
        probes.append(slice.probe(first..<min(first + size, slice.range.upperBound)))
      }
    } else {
      let step = Double(visible.count) / Double(Self.places)
      for place in 0..<Self.places {
        guard goesOn else { return }
        let first = visible.lowerBound + Int((Double(place) + 0.5) * step) - Self.framesPerPlace / 2
        let slice = try source.read((first..<first + Self.framesPerPlace).clamped(toLength: request.length))
        if !slice.range.isEmpty { probes.append(slice.probe(slice.range)) }
      }
    }
    if !probes.isEmpty { deliver(.preview(PeakPreview(length: request.length, probes: probes))) }
  }
}

extension SampleSlice {
  /// - Parameter frames: lie in the slice.
  fileprivate func probe(_ frames: FrameRange) -> PeakPreview.Probe {
    let first = (frames.lowerBound - range.lowerBound) * channels
    return withSamples { samples in
      PeakPreview.Probe(
        firstFrame: frames.lowerBound, channels: channels,
        samples: UnsafeBufferPointer(rebasing: samples[first..<first + frames.count * channels]))
    }
  }
}
