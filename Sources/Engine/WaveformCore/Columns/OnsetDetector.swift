// OnsetDetector.swift
// Where sounds begin: for snapping, for finding, for marks. A pure value: samples in, frames out. Every answer depends
// only on the samples shortly before it, so a recording can be searched piece by piece, from anywhere.

/// Finds the beginnings of sounds in samples.
///
/// Time is cut into hops of 5 ms. An onset is a hop that is 6 dB louder than the loudest one of the 50 ms before it, and
/// louder than −64 dBFS: as a whole, or in its changes from sample to sample, where a soft hiss rises over a loud hum.
/// Neither an offset nor a steady noise or tone above 20 Hz counts, nor the click with which a sound is cut off. Of hops
/// that grow louder one after the other the first one counts. Within it the onset is the first frame that leaves what the
/// 50 ms before it had reached. Before the recording there is silence.
public struct OnsetDetector: Equatable, Sendable {
  /// Frames of a hop.
  private let hop: Int
  /// Hops of what a hop is compared with, and of what decides about those: an onset's own beginning is not looked at twice.
  private static let memory = 10, reach = 2 * memory + 1
  /// Hops after it in which the sound goes on.
  private static let after = 4
  /// Ratios of energies: 6 dB; the rise of the changes that goes with it, without which it may be a slow rumble; and the
  /// one that is no rumble. The ratio of amplitudes by which a frame leaves what was there before.
  private static let rise = 4.0, slightRise = 1.2, clearRise = 10.0, leap = Float(1.25)
  /// −70 dBFS: nothing is quieter. As a mean square and as an amplitude.
  private static let quiet = 1e-7, quietest = Float(3.2e-4)

  /// - Parameter sampleRate: frames per second, > 0.
  public init(sampleRate: Int) { hop = max(8, sampleRate / 200) }

  /// The frames that have to be read for the onsets in `range`, clamped to the recording.
  public func frames(for range: FrameRange, length: Int) -> FrameRange {
    let first = range.lowerBound / hop - Self.reach, last = range.upperBound / hop + 2 + Self.after
    return (first * hop..<last * hop).clamped(toLength: length)
  }

  /// The onsets in `range`, in ascending order.
  ///
  /// - Parameter slice: holds `frames(for: range)`; what it lacks counts as silent.
  /// - Complexity: O(frames of `range` × channels)
  public func onsets(in range: FrameRange, of slice: SampleSlice) -> [Int] {
    let range = range.clamped(to: slice.range)
    guard !range.isEmpty else { return [] }
    let first = range.lowerBound / hop - Self.reach
    // A sound that begins at the end of a hop may be loud enough only in the next one.
    let count = range.upperBound / hop + 2 - first
    return slice.withSamples { samples in
      let stretch = Stretch(samples: samples, range: slice.range, channels: slice.channels)
      var hops: [Hop] = []
      hops.reserveCapacity(count)
      for index in first..<first + count + Self.after {
        hops.append(stretch.hop(index * hop..<(index + 1) * hop, before: hops.last))
      }
      var rises = [Rise?](repeating: nil, count: count)
      for index in Self.memory..<count { rises[index] = Self.rise(at: index, of: hops) }
      var onsets: [Int] = []
      for index in Self.reach..<count where rises[index] != nil {
        guard !rises[index - Self.memory..<index].contains(where: { $0 != nil }) else { continue }
        let onset = frame(of: rises[index]!, at: index, of: hops, from: first, in: stretch)
        if range.contains(onset) { onsets.append(onset) }
      }
      return onsets
    }
  }

  /// In what a hop has risen.
  private struct Rise {
    var isLouder: Bool, isBrighter: Bool
  }

  private static func rise(at index: Int, of hops: [Hop]) -> Rise? {
    var energy = quiet, changes = quiet
    for before in hops[index - memory..<index] {
      energy = max(energy, before.energy)
      changes = max(changes, before.changes)
    }
    let hop = hops[index]
    let least = hop.changes > slightRise * changes ? rise : clearRise
    let goesOn = hops[index + 1...index + after].contains { $0.energy * rise > energy }
    let found = Rise(
      isLouder: hop.energy > least * energy, isBrighter: goesOn && hop.changes > rise * changes)
    return found.isLouder || found.isBrighter ? found : nil
  }

  /// The frame at which the hop, or the one before it, leaves what there was before both.
  private func frame(
    of rise: Rise, at index: Int, of hops: [Hop], from first: Int, in stretch: Stretch
  ) -> Int {
    var swing = Self.quietest, change = Self.quietest
    for before in hops[index - Self.memory..<index - 1] {
      swing = max(swing, before.swing)
      change = max(change, before.change)
    }
    let start = (first + index) * hop
    let frames = max(start - hop, 0)..<start + hop
    return stretch.firstFrame(
      of: frames, middles: hops[index - 2].means, swing: rise.isLouder ? Self.leap * swing : .infinity,
      change: rise.isBrighter ? Self.leap * change : .infinity) ?? max(start, 0)
  }

  /// What is known of 5 ms.
  private struct Hop {
    /// Of each channel, in full scale.
    var means: [Float]
    /// Mean squares of the distances from the mean and of the changes from sample to sample: of the loudest channel.
    var energy = 0.0, changes = 0.0
    /// The largest distance from the mean of the hop before, and the largest change.
    var swing: Float = 0, change: Float = 0
  }

  /// The samples that are searched; silent outside.
  private struct Stretch {
    let samples: UnsafeBufferPointer<Float>
    let range: FrameRange
    let channels: Int

    private func sample(_ frame: Int, _ channel: Int) -> Float {
      let value = samples[(frame - range.lowerBound) * channels + channel]
      return value.isFinite ? value : 0
    }

    func hop(_ frames: FrameRange, before: Hop?) -> Hop {
      var hop = Hop(means: [Float](repeating: 0, count: channels))
      let inside = frames.clamped(to: range)
      guard !inside.isEmpty else { return hop }
      let count = Double(inside.count)
      for channel in 0..<channels {
        let middle = before?.means[channel] ?? 0
        // Where the recording begins, an offset is no change.
        var last = sample(max(inside.lowerBound - 1, range.lowerBound), channel)
        var sum = 0.0, squares = 0.0, changes = 0.0
        for frame in inside {
          let value = sample(frame, channel), change = value - last
          sum += Double(value)
          squares += Double(value) * Double(value)
          changes += Double(change) * Double(change)
          hop.swing = max(hop.swing, (value - middle).magnitude)
          hop.change = max(hop.change, change.magnitude)
          last = value
        }
        hop.means[channel] = Float(sum / count)
        hop.energy = max(hop.energy, (squares - sum * sum / count) / count)
        hop.changes = max(hop.changes, changes / count)
      }
      return hop
    }

    /// The first frame at which a channel is farther from its middle than `swing`, or changes by more than `change`.
    func firstFrame(of frames: FrameRange, middles: [Float], swing: Float, change: Float) -> Int? {
      frames.clamped(to: range).first { frame in
        (0..<channels).contains { channel in
          let value = sample(frame, channel)
          let last = sample(max(frame - 1, range.lowerBound), channel)
          return (value - middles[channel]).magnitude > swing || (value - last).magnitude > change
        }
      }
    }
  }
}
