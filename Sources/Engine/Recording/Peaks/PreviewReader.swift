// PreviewReader.swift
// Reads samples at places all over a recording while the exact reader is still at the beginning. Two detached threads
// with a decoder each; no other thread waits for them. The result is shown as a picture, and never added to the peaks.

import AudioDecoding
import Glibc
import Decoding
import HostIO
import Synchronization
import WaveformCore

/// The threads that make one recording's preview.
package final class PreviewReader: Sendable {
  private struct Found {
    /// By the index of the probe; nil before it has been tried.
    var probes: [PeakPreview.Probe??]
    /// Probes from the first on that have been tried.
    var tried = 0
    /// Probes in the last preview.
    var shown = 0
    var isOver = false
  }

  private let plan: ProbePlan
  private let channels: Int
  private let open: @Sendable () -> (any Decoder)?
  private let goesOn: @Sendable () -> Bool
  private let deliver: @Sendable (PeakPreview) -> Void
  private let next = Atomic<Int>(0)
  private let found: Mutex<Found>
  private let limits: Limits
  private let start = MonotonicTime.now

  /// Seconds from the start: for all probes together, and for those of the first round, without which no preview is
  /// shown. On a slow disk, even the second limit is short compared with reading everything.
  struct Limits {
    var all = 0.6
    var firstRound = 6.0
    /// Probes in all.
    var probes = ProbePlan.count
  }

  /// - Parameters:
  ///   - open: gives each thread a decoder of its own; called on that thread.
  ///   - goesOn: returns false when no preview is needed any more.
  ///   - deliver: called on one of the threads, never on both at once, and not after `stop`.
  init(
    plan: ProbePlan, channels: Int, limits: Limits = Limits(),
    open: @escaping @Sendable () -> (any Decoder)?, goesOn: @escaping @Sendable () -> Bool,
    deliver: @escaping @Sendable (PeakPreview) -> Void
  ) {
    self.plan = plan
    self.channels = channels
    self.open = open
    self.goesOn = goesOn
    self.deliver = deliver
    self.limits = limits
    found = Mutex(Found(probes: Array(repeating: nil, count: ProbePlan.count)))
  }

  /// Starts the threads; returns at once.
  func begin() {
    for _ in 0..<2 { _ = BackgroundThread.start { self.run() } }
  }

  /// After this has returned, nothing is delivered any more. Waits for no decoder.
  func stop() { found.withLock { $0.isOver = true } }

  /// The work of one thread.
  func run() {
    guard let decoder = open() else { return }
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: plan.framesPerProbe * channels)
    defer { buffer.deallocate() }
    while goesOn() {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < limits.probes else { return }
      let limit = index < ProbePlan.rounds[0] ? limits.firstRound : limits.all
      guard MonotonicTime.now - start < limit else { break }
      guard let frame = decoder.seekNear(toFrame: plan.firstFrame(ofProbe: index)) else {
        // A decoder that cannot jump to the first places cannot jump to others either.
        if index < 2 { return }
        enter(nil, index)
        continue
      }
      let count = max(0, decoder.read(into: buffer)) * channels
      let samples = UnsafeBufferPointer(rebasing: buffer[..<min(count, buffer.count)])
      enter(
        count > 0 ? PeakPreview.Probe(firstFrame: frame, channels: channels, samples: samples) : nil, index)
    }
    finish()
  }

  /// Keeps a probe, and delivers a preview when a round is complete.
  private func enter(_ probe: PeakPreview.Probe?, _ index: Int) {
    found.withLock { found in
      found.probes[index] = .some(probe)
      while found.tried < found.probes.count, found.probes[found.tried] != nil { found.tried += 1 }
      if let round = ProbePlan.rounds.last(where: { $0 <= found.tried }), round > found.shown {
        show(&found, upTo: found.tried)
      }
    }
  }

  /// When the time is up: delivers the probes after the last round, if at least one round was complete.
  private func finish() {
    found.withLock { found in
      if found.tried > found.shown, found.shown > 0 { show(&found, upTo: found.tried) }
    }
  }

  /// Delivers a preview with the lock held, so that no older one overtakes a newer one.
  private func show(_ found: inout Found, upTo count: Int) {
    guard !found.isOver, goesOn() else { return }
    found.shown = count
    let probes = found.probes[..<count].compactMap { $0 ?? nil }
    if !probes.isEmpty { deliver(PeakPreview(length: plan.length, probes: probes)) }
  }
}

extension AudioFileReader {
  /// A preview of this recording, if it is worth the work and the decoder can jump. It uses its own decoders.
  package func preview(
    goesOn: @escaping @Sendable () -> Bool, deliver: @escaping @Sendable (PeakPreview) -> Void
  ) -> PreviewReader? {
    guard source.canJump, ProbePlan.isWorthwhile(description, isPlain: source.isPlain) else { return nil }
    let source = source
    return PreviewReader(
      plan: ProbePlan(length: description.expectedFrames, channels: description.channels),
      channels: description.channels,
      open: { try? source.open() }, goesOn: goesOn, deliver: deliver)
  }

  /// Reads a few places all over this recording, on the calling thread and with a decoder of its own.
  ///
  /// - Returns: nil where reading everything hardly takes longer, and where the decoder cannot jump.
  func sketch() -> PeakPreview? {
    if case .ffmpeg(let stream) = source.access { return sketch(stream) }
    let plan = ProbePlan(length: description.expectedFrames, channels: description.channels)
    let probes = ProbePlan.rounds[1]
    guard source.canJump, plan.length / 4 > probes * plan.framesPerProbe else { return nil }
    let found = Mutex<PeakPreview?>(nil)
    let source = source
    PreviewReader(
      plan: plan, channels: description.channels, limits: .init(all: 0.15, probes: probes),
      open: { try? source.open() }, goesOn: { true },
      deliver: { preview in found.withLock { $0 = preview } }
    ).run()
    return found.withLock { $0 }
  }

  /// Few places, because each takes ffmpeg some milliseconds, and long ones.
  private func sketch(_ stream: FFmpegStream) -> PeakPreview? {
    // Few seconds of a million samples: however many channels there are, and however fast.
    let count = min(description.sampleRate / 2, (1 << 20) / description.channels)
    let places = 24, length = description.expectedFrames
    guard length / 4 > places * count else { return nil }
    let starts = (0..<places).map { length / (2 * places) * (2 * $0 + 1) - count / 2 }
    let size = count * description.channels
    return FFmpeg.places(file, stream, at: starts, count: count)?.withUnsafeBufferPointer { samples in
      PeakPreview(
        length: length,
        probes: starts.enumerated().map { index, start in
          PeakPreview.Probe(
            firstFrame: start, channels: description.channels,
            samples: UnsafeBufferPointer(rebasing: samples[index * size..<(index + 1) * size]))
        })
    }
  }
}
