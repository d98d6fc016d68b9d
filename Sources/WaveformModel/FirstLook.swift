// FirstLook.swift
// What of a recording is computed before everything else, so that a picture of it is there at once. Pure values.

import AudioFormats
import HostIO
import Spectral
import WaveformCore

/// Which stretches show what is looked at, soon.
///
/// A short view is computed whole. Of a long one, short stretches all over it are: first few, then more in between.
struct FirstLook {
  /// Stretches of a recording, one after the other as if they followed each other.
  struct Round {
    /// What is read of each stretch: what settles the estimates, what is shown, and what its last windows reach into.
    var segments: [FrameRange] = []
    /// The part of each that is shown.
    var shown: [FrameRange] = []
    /// Frames of a probe.
    var framesPerProbe = 1
  }

  let rounds: [Round]

  /// Samples of all channels that are computed whole: some 50 ms of two cores.
  private static let samplesAtOnce = 3 << 19
  /// Stretches of a long view in its first round, and in the one after it.
  private static let places = [112, 336]
  /// Probes that a view that is computed whole is made of.
  private static let probes = 4096

  init(visible: FrameRange, length: Int, profile: NoiseProfile, _ source: any SampleSource) {
    let visible = visible.clamped(toLength: length)
    let window = profile.format.size
    let isShort = visible.count * source.channels <= Self.samplesAtOnce
    // What begins at the beginning is soon there anyway.
    guard !visible.isEmpty, !isShort || visible.lowerBound > 0 else {
      rounds = []
      return
    }
    func segment(_ shown: FrameRange, settling: Int) -> FrameRange {
      (shown.lowerBound - settling..<shown.upperBound + window).clamped(toLength: length)
    }
    if isShort {
      // A second before it: the estimates are then those of the whole, but for less than anybody sees.
      rounds = [
        Round(
          segments: [segment(visible, settling: source.sampleRate)], shown: [visible],
          framesPerProbe: min(max(visible.count / Self.probes, 1), 256))
      ]
      return
    }
    rounds = Self.places.indices.map { round in
      let count = Self.places[round]
      let step = Double(visible.count) / Double(count)
      var result = Round(framesPerProbe: window / 2)
      for index in 0..<count {
        // Of the second round only those that the first one has not shown: it has three for each.
        if round > 0, index % 3 == 1 { continue }
        let first = visible.lowerBound + Int((Double(index) + 0.5) * step) - window / 4
        let shown = (first..<first + window / 2).clamped(toLength: length)
        result.segments.append(segment(shown, settling: window * 3 / 2))
        result.shown.append(shown)
      }
      return result
    }
  }
}

/// Reads stretches of a recording one after the other.
struct SegmentReader {
  private let segments: [FrameRange]
  private let channels: Int
  private var index = 0
  /// Frames of the segment that have been read.
  private var done = 0

  init(_ segments: [FrameRange], channels: Int) {
    self.segments = segments
    self.channels = channels
  }

  /// Fills `buffer` as far as there is something.
  ///
  /// - Returns: frames, 0 at the end.
  mutating func read(
    from source: any SampleSource, into buffer: UnsafeMutableBufferPointer<Float>
  ) throws(AudioFileError) -> Int {
    let room = buffer.count / channels
    var filled = 0
    while filled < room, index < segments.count {
      let segment = segments[index]
      let first = segment.lowerBound + done
      let slice = try source.read(first..<min(segment.upperBound, first + room - filled))
      slice.withSamples { samples in
        if let target = buffer.baseAddress, let origin = samples.baseAddress {
          (target + filled * channels).update(from: origin, count: samples.count)
        }
      }
      filled += slice.range.count
      done += slice.range.count
      if slice.range.isEmpty || done >= segment.count {
        index += 1
        done = 0
      }
    }
    return filled
  }
}

/// Makes probes of what comes out when the segments of a round went in.
struct ProbeGatherer {
  private let round: FirstLook.Round
  private let channels: Int
  private var index = 0
  /// The frame of the recording that comes next, within the segment.
  private var next: Int
  private var rest: [Float] = []
  private(set) var probes: [PeakPreview.Probe] = []

  init(_ round: FirstLook.Round, channels: Int) {
    self.round = round
    self.channels = channels
    next = round.segments.first?.lowerBound ?? 0
  }

  /// Takes the frames that come next.
  mutating func take(_ samples: UnsafeBufferPointer<Float>) {
    var taken = 0
    let count = samples.count / channels
    while taken < count, index < round.segments.count {
      let (segment, shown) = (round.segments[index], round.shown[index])
      let part = min(count - taken, segment.upperBound - next)
      let inside = (next..<next + part).clamped(to: shown)
      if !inside.isEmpty {
        let first = (taken + inside.lowerBound - next) * channels
        rest += samples[first..<first + inside.count * channels]
        makeProbes(upTo: inside.upperBound, isLast: inside.upperBound == shown.upperBound)
      }
      taken += part
      next += part
      if next == segment.upperBound {
        index += 1
        if index < round.segments.count { next = round.segments[index].lowerBound }
      }
    }
  }

  private mutating func makeProbes(upTo end: Int, isLast: Bool) {
    var first = end - rest.count / channels
    var used = 0
    rest.withUnsafeBufferPointer { samples in
      while first < end {
        let frames = min(round.framesPerProbe, end - first)
        guard frames == round.framesPerProbe || isLast else { break }
        probes.append(
          PeakPreview.Probe(
            firstFrame: first, channels: channels,
            samples: UnsafeBufferPointer(rebasing: samples[used..<used + frames * channels])))
        used += frames * channels
        first += frames
      }
    }
    rest.removeFirst(used)
  }
}
