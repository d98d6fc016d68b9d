// HumSearch.swift
// Reads sections from all over a recording, to find what hums in it and what is left without that. One
// thread; memory holds one section.

import WaveformCore

/// The hum of a recording, and its sections.
struct HumSearch {
  /// Sections at most, and their longest, in seconds.
  private static let most = 24, seconds = 5.0
  /// Seconds of sound that tell a hum from a note that is held.
  private static let leastSeconds = 4.0
  /// Sections that are looked at for a hum, which goes on from one to the next, and where there are many channels.
  private static let enough = 12, fewest = 6

  /// The stretches that are read, evenly spread; together they are the whole of a short recording.
  let sections: [FrameRange]
  /// The lines of each channel; empty where none hums.
  private(set) var lines: [[NoiseLine]] = []

  /// - Parameters:
  ///   - length: frames of the recording.
  ///   - sampleRate: frames per second, > 0.
  ///   - read: the samples of a range.
  init<Failure: Error>(
    length: Int, sampleRate: Int, read: (FrameRange) throws(Failure) -> SampleSlice
  ) throws(Failure) {
    let longest = Self.seconds * Double(sampleRate)
    let count = min(Self.most, Int((Double(length) / longest).rounded(.up)))
    let frames = min(Int(longest), length / max(1, count))
    sections = (0..<count).map { index in
      let first = count == 1 ? 0 : Int(Double(length - frames) * Double(index) / Double(count - 1))
      return first..<first + frames
    }
    guard Double(length) >= Self.leastSeconds * Double(sampleRate) else { return }
    let meter = SteadyTones.Meter(sampleRate: sampleRate)
    var found: [[SteadyTones]] = [], next = 0
    while next < count {
      let slice = try read(sections[next])
      if found.isEmpty { found = Array(repeating: [], count: slice.channels) }
      for channel in found.indices {
        if let tones = meter.measure(slice.samples(of: channel)) { found[channel].append(tones) }
      }
      next += max(1, count / Self.enough, min(found.count / 2, count / Self.fewest))
    }
    let all = found.map { MainsHum.lines(in: $0) }
    if all.contains(where: { !$0.isEmpty }) { lines = all }
  }
}

extension SampleSlice {
  /// The samples of one channel.
  func samples(of channel: Int) -> [Float] {
    withSamples { all in stride(from: channel, to: all.count, by: channels).map { all[$0] } }
  }

  /// The same without the steady tones of each channel.
  func without(_ lines: [[NoiseLine]], sampleRate: Int) -> SampleSlice {
    let planes = (0..<channels).map { channel in
      LineCanceller.samples(samples(of: channel), without: lines[channel], sampleRate: sampleRate)
    }
    var all: [Float] = []
    all.reserveCapacity(range.count * channels)
    for frame in 0..<range.count { for plane in planes { all.append(plane[frame]) } }
    return SampleSlice(range: range, channels: channels, samples: all)
  }
}
