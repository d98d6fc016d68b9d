// AxisConverter.swift
// Random access to a recording at another rate, and the only calls of libsamplerate. Used on one thread.
// Frame n of the axis lies at n × source rate ÷ axis rate in the recording. A converter that begins anew
// begins with a whole frame of the recording, so it must begin where a frame of each falls together: every
// (axis rate ÷ greatest common divisor) frames. It begins one filter's length early as well, so that each
// frame is what it would have been if everything before it had been converted.

import AudioFormats
import CSampleRate
import HostIO
import WaveformCore

/// Reads a recording as if it had the rate of the time axis.
final class AxisConverter {
  private let source: any SampleSource
  private let sampleRate: Int
  private let channels: Int
  /// Frames of the axis, and of the recording, from one common frame to the next.
  private let period: Int, step: Int
  /// How many frames of the axis the filter looks back: with libsamplerate's medium quality 46 frames of the
  /// lower rate.
  private let lead: Int

  private var converter: RateConverter?
  /// The frame of the axis that comes next from `ready` or the converter.
  private var next = 0
  /// The frame of the recording that is fed next.
  private var cursor = 0
  private var ready: [Float] = []
  /// Frames to drop before `next`.
  private var surplus = 0
  /// The end of the recording when it was last read, in its own frames; nil while it is not known.
  private var end: Int?

  /// - Parameter sampleRate: of the axis.
  init(_ source: any SampleSource, to sampleRate: Int) {
    self.source = source
    self.sampleRate = sampleRate
    channels = source.channels
    let common = Self.commonDivisor(source.sampleRate, sampleRate)
    period = sampleRate / common
    step = source.sampleRate / common
    lead = 64 * (1 + sampleRate / source.sampleRate)
  }

  private static func commonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : commonDivisor(b, a % b) }

  /// - Parameter range: frames at the rate of the axis, from the recording's first.
  /// - Returns: a slice from the start of `range`; shorter at the end of the recording.
  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    if converter == nil || range.lowerBound != next { begin(at: range.lowerBound) }
    do throws(AudioFileError) {
      while ready.count < range.count * channels { try feed(range.count - ready.count / channels) }
    } catch {
      converter = nil
      throw error
    }
    let existing = end.map { ($0 * sampleRate + source.sampleRate - 1) / source.sampleRate } ?? .max
    let count = min(range.count, max(0, existing - range.lowerBound))
    let samples = Array(ready.prefix(count * channels))
    ready.removeFirst(range.count * channels)
    next = range.upperBound
    return SampleSlice(
      range: range.lowerBound..<range.lowerBound + count, channels: channels, samples: samples)
  }

  private func begin(at frame: Int) {
    converter = RateConverter(from: source.sampleRate, to: sampleRate, channels: channels)
    // Rounded down, also before the recording's first frame, where silence is fed.
    let meeting = Int((Double(frame - lead) / Double(period)).rounded(.down))
    cursor = meeting * step
    surplus = frame - meeting * period
    ready.removeAll(keepingCapacity: true)
    end = nil
  }

  /// Feeds another piece of the recording, and silence after its end.
  ///
  /// - Parameter frames: how many are wanted.
  private func feed(_ frames: Int) throws(AudioFileError) {
    let count = min(max(256, (frames + surplus) * step / period), 8192)
    let range = cursor..<cursor + count
    let inside = max(0, range.lowerBound)..<max(0, range.upperBound)
    var input = [Float](repeating: 0, count: (range.count - inside.count) * channels)
    if !inside.isEmpty {
      let slice = try source.read(inside)
      let isUsable = slice.range.lowerBound == inside.lowerBound && slice.range.count <= inside.count
      if isUsable { slice.withSamples { input += $0 } }
      let known = isUsable ? slice.range.count : 0
      end = known < inside.count ? min(end ?? .max, inside.lowerBound + known) : nil
    }
    input += Array(repeating: 0, count: range.count * channels - input.count)
    cursor = range.upperBound
    ready += converter?.process(input) ?? []
    let dropped = min(surplus, ready.count / channels)
    surplus -= dropped
    ready.removeFirst(dropped * channels)
  }
}

/// Converts sound to another sample rate. The output begins with the first frame of the input: the
/// converter's own delay is removed.
final class RateConverter {
  private let state: OpaquePointer?
  private let channels: Int
  private let ratio: Double
  private var rest: [Float] = []

  /// - Parameters:
  ///   - source: frames per second.
  ///   - target: frames per second. A ratio above 256 gives silence, because libsamplerate refuses it.
  init(from source: Int, to target: Int, channels: Int) {
    self.channels = channels
    ratio = Double(target) / Double(source)
    var error: Int32 = 0
    guard src_is_valid_ratio(ratio) != 0 else {
      state = nil
      return
    }
    state = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), Int32(channels), &error)
  }

  deinit { if let state { src_delete(state) } }

  /// - Parameter input: interleaved frames.
  /// - Returns: the frames that are ready.
  func process(_ input: [Float]) -> [Float] {
    rest += input
    guard let state else { return silence() }
    var output: [Float] = []
    let room = 2048
    while true {
      var used = 0
      let piece = [Float](unsafeUninitializedCapacity: room * channels) { buffer, count in
        rest.withUnsafeBufferPointer { rest in
          var data = SRC_DATA()
          data.data_in = rest.baseAddress
          data.input_frames = rest.count / channels
          data.data_out = buffer.baseAddress
          data.output_frames = room
          data.src_ratio = ratio
          src_process(state, &data)
          used = data.input_frames_used
          count = data.output_frames_gen * channels
        }
      }
      rest.removeFirst(used * channels)
      output += piece
      if used == 0, piece.isEmpty { return output }
    }
  }

  /// As many frames as the conversion would have given.
  private func silence() -> [Float] {
    let frames = Int(Double(rest.count / channels) * ratio)
    if frames > 0 { rest.removeFirst(min(rest.count, Int(Double(frames) / ratio) * channels)) }
    return [Float](repeating: 0, count: frames * channels)
  }
}
