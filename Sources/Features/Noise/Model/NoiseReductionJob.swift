// NoiseReductionJob.swift
// Takes the noise out of a whole recording in the background, and feeds a waveform with the result. What is looked at
// comes first, as a preview in one pass; then everything from its beginning, in two. One detached thread that nobody waits for; it ends
// after the block at hand when the job is cancelled, and its spool is gone with the last one who reads it.

import AudioFormats
import HostIO
import Recording
import Spectral
import Synchronization
import SystemPackage
import WaveformCore

/// One noise reduction of one recording, with one profile or none and one choice of settings.
final class NoiseReductionJob: PeakFeed {
  /// What is to be done.
  struct Request: Sendable {
    let path: FilePath
    /// Of the recording.
    let description: AudioDescription
    /// Frames of the recording.
    let length: Int
    /// Nil: what the settings find without one is taken away.
    let profile: NoiseProfile?
    let settings: NoiseReductionSettings
    /// What is looked at, in frames of the recording; empty when nothing is.
    let visible: FrameRange
    var place = SpoolPlace.standard
    /// Shared with the jobs that compute one after the other.
    var turns = NoiseJobTurns()
  }

  private let spool: GrowingSpool
  private let clean: CleanSource
  private let request: Request
  private let original: any SampleSource
  private let onEvent: @Sendable (PeakReader.Event) -> Void
  /// Among those that take turns.
  private let number: Int
  private let isStarted = Atomic<Bool>(false)
  private let isCancelled = Atomic<Bool>(false)

  /// - Parameters:
  ///   - original: the samples of the recording. They stay with whoever gave them; a read that hangs is ended by
  ///     cancelling them.
  ///   - onEvent: called on the job's thread.
  init(
    _ request: Request, of original: any SampleSource,
    onEvent: @escaping @Sendable (PeakReader.Event) -> Void
  ) {
    self.request = request
    self.original = original
    self.onEvent = onEvent
    number = request.turns.next()
    spool = GrowingSpool(
      channels: original.channels, sampleRate: original.sampleRate, expectedFrames: request.length,
      for: request.path, in: request.place)
    clean = CleanSource(
      spool, of: original, length: request.length, profile: request.profile, settings: request.settings)
  }

  var samples: (any SampleSource)? { clean }

  func start() {
    guard !isStarted.exchange(true, ordering: .relaxed) else { return }
    // Not on the job's thread: it may have been cancelled by then.
    request.turns.begin(number)
    if !BackgroundThread.start({ self.run() }) {
      request.turns.end(number)
      deliver(.failed(AudioFileError(.outOfMemory, path: request.path)))
    }
  }

  /// True unless it waits for a job that was begun later.
  var isAtTurn: Bool { request.turns.isAtTurn(number) }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    clean.cancel()
    request.turns.end(number)
  }

  var goesOn: Bool { !isCancelled.load(ordering: .acquiring) }

  private func deliver(_ event: PeakReader.Event) { if goesOn { onEvent(event) } }

  // MARK: The job's thread

  /// Why a pass ended early.
  private enum Stop: Error {
    case cancelled
    case failed(AudioFileError)
  }

  private func run() {
    defer { request.turns.end(number) }
    do throws(Stop) {
      let pyramid = PeakPyramid<Float>(channels: original.channels, expectedFrames: request.length)
      deliver(.opened(request.description.ofResult(frames: request.length), .float(pyramid)))
      try preview()
      let frames = try reduce(into: PeakBuilder(pyramid))
      let description = request.description.ofResult(frames: frames)
      var report = ReadReport(
        frames: frames, framesPromised: request.length, nonFiniteSamples: 0, isComplete: true, warnings: [],
        seeking: .exact)
      report.description = description
      spool.end()
      deliver(.finished(report))
    } catch {
      spool.end()
      if case .failed(let error) = error { deliver(.failed(error)) }
    }
  }

  /// A first picture of what is looked at, where the samples are at hand.
  private func preview() throws(Stop) {
    guard original.access == .direct else { return }
    let plan = PreviewPlan(
      visible: request.visible, length: request.length, profile: request.profile,
      settings: request.settings, original)
    var probes: [PeakPreview.Probe] = []
    for round in plan.rounds {
      var gatherer = ProbeGatherer(round, channels: original.channels)
      try reduce(round.segments, .look) { gatherer.take($0) }
      probes += gatherer.probes
      if !probes.isEmpty { deliver(.preview(PeakPreview(length: request.length, probes: probes))) }
    }
  }

  /// The whole from its beginning.
  ///
  /// - Returns: frames that there were.
  private func reduce(into builder: PeakBuilder<Float>) throws(Stop) -> Int {
    let events = EventPace(expectedFrames: request.length)
    var frames = 0
    try reduce([0..<request.length], .whole) { (samples) throws(AudioFileError) in
      try self.spool.append(samples)
      builder.append(samples)
      frames += samples.count / self.original.channels
      if events.isDue(framesRead: frames) { self.deliver(.progress(framesRead: frames)) }
    }
    builder.finish()
    return frames
  }

  /// Reduces stretches of the recording as if they followed each other.
  private func reduce(
    _ segments: [FrameRange], _ effort: NoiseReductionEffort,
    write: NoiseReductionStream.Write<AudioFileError>
  ) throws(Stop) {
    let stream = try stream(effort)
    do throws(AudioFileError) {
      for segment in segments {
        let isWhole = try original.forEachBlock(
          of: segment, frames: NoiseReductionStream.blockFrames,
          goesOn: { self.request.turns.wait(for: self.number) && self.goesOn }
        ) { (slice) throws(AudioFileError) in
          try slice.withSamples { (samples) throws(AudioFileError) in
            try stream.append(samples, write: write)
          }
        }
        if !isWhole { break }
      }
      if goesOn { try stream.finish(write: write) }
    } catch { throw .failed(error) }
    guard goesOn else { throw .cancelled }
  }

  private func stream(_ effort: NoiseReductionEffort) throws(Stop) -> NoiseReductionStream {
    do throws(NoiseProfileError) {
      return NoiseReductionStream(
        try NoiseReducer(
          request.profile, settings: request.settings, channels: original.channels,
          sampleRate: original.sampleRate, effort: effort))
    } catch {
      throw .failed(AudioFileError(.noNoise, path: request.path, detail: error.detail))
    }
  }
}
