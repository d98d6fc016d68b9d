// UnrolledReader.swift
// Reads a recording in the order in which it is played: loops are unrolled, and their seams crossfaded if
// wanted. Reading blocks: used on the engine's thread only.

import AudioFormats
import Glibc
import HostIO
import WaveformCore

/// Reads along the recording and its loop.
struct UnrolledReader {
  let source: any SampleSource
  /// The frame at which reading ends; may grow.
  var length: Int
  /// Frames before the end of a loop that are crossfaded with those before its start; 0 for none.
  var fade = 0
  /// Not empty. Reading that starts behind it never enters it.
  private(set) var loop: FrameRange?
  /// The frame that is read next, and the number of frames read so far.
  private(set) var cursor: Int
  private(set) var count = 0
  /// Why samples could not be read; silence replaces them.
  private(set) var failure: AudioFileError?

  private var slice: SampleSlice
  private var isWhole = true
  private var fadeIn: [Float] = []
  private var scratch: [Float] = []

  init(source: any SampleSource, length: Int, from frame: Int, loop: FrameRange?) {
    self.source = source
    self.length = length
    self.loop = loop
    cursor = frame
    slice = SampleSlice(range: frame..<frame, channels: source.channels, samples: [])
  }

  /// Changes the loop; everything read so far ends before `frame`.
  mutating func setLoop(_ loop: FrameRange?, at frame: Int) {
    self.loop = loop
    cursor = frame
    fadeIn = []
  }

  /// Crossfades loops for 5 ms if the order says so.
  mutating func setFade(_ order: PlaybackOrder) {
    let wanted = order.crossfadesLoop ? source.sampleRate / 200 : 0
    if wanted != fade {
      fade = wanted
      fadeIn = []
    }
  }

  private var isInLoop: Bool { loop.map { cursor < $0.upperBound } ?? false }

  /// Lends the next frames to `body`, at most `maximum`.
  ///
  /// - Parameter piece: how many frames to ask of the source at a time, at least 1.
  /// - Returns: how many frames were lent; 0 at the end.
  mutating func next(_ maximum: Int, piece: Int, _ body: (UnsafeBufferPointer<Float>) -> Void) -> Int {
    let isInLoop = isInLoop
    let end = isInLoop ? loop!.upperBound : length
    guard cursor < end, maximum > 0 else { return 0 }
    if !slice.range.contains(cursor) { load(cursor..<min(end, cursor + piece)) }
    let fade = isInLoop ? min(fade, loop!.count / 2) : 0
    let seam = end - fade
    let limit = min(cursor < seam ? seam : end, slice.range.upperBound)
    let taken = min(maximum, limit - cursor)
    let channels = source.channels
    let first = (cursor - slice.range.lowerBound) * channels
    if cursor < seam {
      slice.withSamples { body(UnsafeBufferPointer(rebasing: $0[first..<first + taken * channels])) }
    } else {
      mix(from: first, place: cursor - seam, frames: taken, fade: fade)
      scratch.withUnsafeBufferPointer { body($0) }
    }
    cursor += taken
    count += taken
    if isInLoop, cursor == end {
      cursor = loop!.lowerBound
      // Drop a slice with missing samples: the next round may be able to read them.
      if !isWhole { slice = SampleSlice(range: cursor..<cursor, channels: channels, samples: []) }
    }
    return taken
  }

  /// Reads a stretch; silence replaces what cannot be read.
  private mutating func load(_ range: FrameRange) {
    (slice, isWhole) = samples(of: range)
  }

  private mutating func samples(of range: FrameRange) -> (SampleSlice, isWhole: Bool) {
    var samples: [Float] = []
    do throws(AudioFileError) {
      let slice = try source.read(range)
      if slice.range == range { return (slice, true) }
      if slice.range.lowerBound == range.lowerBound, slice.range.count < range.count {
        slice.withSamples { samples = Array($0) }
      }
    } catch { failure = error }
    let missing = range.count * source.channels - samples.count
    samples.append(contentsOf: repeatElement(0, count: missing))
    return (SampleSlice(range: range, channels: source.channels, samples: samples), false)
  }

  /// The frames before the end of the loop fade out while those before its start fade in, so that the start
  /// follows without a step. Each is half a cosine; together they add up to 1.
  private mutating func mix(from first: Int, place: Int, frames: Int, fade: Int) {
    let channels = source.channels
    if fadeIn.count != fade * channels {
      let start = loop!.lowerBound
      let lead = max(0, start - fade)..<start
      fadeIn = Array(repeating: 0, count: (fade - lead.count) * channels)
      if !lead.isEmpty { samples(of: lead).0.withSamples { fadeIn += $0 } }
    }
    scratch.removeAll(keepingCapacity: true)
    slice.withSamples { samples in
      for frame in 0..<frames {
        let weight = Self.rise(Double(place + frame + 1) / Double(fade + 1))
        for channel in 0..<channels {
          let out = samples[first + frame * channels + channel]
          let into = fadeIn[(place + frame) * channels + channel]
          scratch.append(out + (into - out) * weight)
        }
      }
    }
  }

  /// From 0 to 1, horizontal at both ends.
  static func rise(_ part: Double) -> Float { Float(0.5 - 0.5 * cos(.pi * part)) }
}
