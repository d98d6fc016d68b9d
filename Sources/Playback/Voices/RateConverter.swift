// RateConverter.swift
// The one place where libsamplerate is called. Used on one thread.

import CSampleRate

/// Brings sound to another sample rate. What comes out begins with what went in: the converter's own delay is none
/// of the caller's business.
final class RateConverter {
  private let state: OpaquePointer?
  private let channels: Int
  private let ratio: Double
  private var rest: [Float] = []

  /// - Parameters:
  ///   - source: frames per second.
  ///   - target: frames per second; a ratio of more than 256 gives silence, for libsamplerate refuses it.
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
  /// - Returns: what has become ready.
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

  /// As many frames as there would have been.
  private func silence() -> [Float] {
    let frames = Int(Double(rest.count / channels) * ratio)
    if frames > 0 { rest.removeFirst(min(rest.count, Int(Double(frames) / ratio) * channels)) }
    return [Float](repeating: 0, count: frames * channels)
  }
}
