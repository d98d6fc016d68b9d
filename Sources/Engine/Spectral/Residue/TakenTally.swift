// TakenTally.swift
// Measures what noise reduction takes while it goes through a stream: some stretches of it, evenly spread.
// Any thread.

import Synchronization
import WaveformCore

/// What a stream took away of a noise: known when the stream has ended.
public final class TakenTally: Sendable {
  /// Stretches that are measured, and their seconds.
  private static let stretches = 48, seconds = 1.0

  private struct State {
    let meter: TakenMeter
    var original: Stretches, clean: Stretches
    /// Stretches of the original of which the clean ones have not come out yet.
    var waiting: [SampleSlice] = []
  }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - profile: that by which noise is reduced; nil: there was none.
  ///   - length: frames of the recording; a guess is enough.
  ///   - sampleRate: frames per second, > 0.
  public init(_ profile: NoiseProfile?, length: Int, sampleRate: Int) {
    let frames = Int(Self.seconds * Double(sampleRate))
    let stretches = Stretches(frames: frames, period: max(frames, length / Self.stretches))
    state = Mutex(
      State(meter: TakenMeter(profile, sampleRate: sampleRate), original: stretches, clean: stretches))
  }

  /// What was taken until now.
  public var taken: NoiseTaken { state.withLock { $0.meter.taken } }

  /// Takes in the next interleaved frames of the original.
  func take(original samples: UnsafeBufferPointer<Float>, channels: Int) {
    state.withLock { $0.waiting += $0.original.take(samples, channels) }
  }

  /// Takes in the next interleaved frames that came out clean.
  func take(clean samples: UnsafeBufferPointer<Float>, channels: Int) {
    state.withLock { state in
      for slice in state.clean.take(samples, channels) {
        state.meter.append(original: state.waiting.removeFirst(), clean: slice)
      }
    }
  }

  /// Cuts stretches out of what goes by.
  private struct Stretches {
    let frames: Int, period: Int
    private var position = 0
    private var samples: [Float] = []

    init(frames: Int, period: Int) {
      self.frames = frames
      self.period = period
    }

    /// - Returns: the stretches that have become whole.
    mutating func take(_ block: UnsafeBufferPointer<Float>, _ channels: Int) -> [SampleSlice] {
      var whole: [SampleSlice] = [], next = 0
      let count = block.count / channels
      while next < count {
        let place = position % period
        let part = min(count - next, (place < frames ? frames : period) - place)
        if place < frames { samples += block[next * channels..<(next + part) * channels] }
        (position, next) = (position + part, next + part)
        guard place < frames, place + part == frames else { continue }
        whole.append(SampleSlice(range: position - frames..<position, channels: channels, samples: samples))
        samples.removeAll(keepingCapacity: true)
      }
      return whole
    }
  }
}
