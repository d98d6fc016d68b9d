// TimeStretcher.swift
// The only calls of Rubber Band (R3, in real time). Used on one thread.

import CRubberBand

/// Makes sound longer or shorter without changing its pitch.
final class TimeStretcher {
  private let state: RubberBandState
  private let channels: Int
  private let planes: UnsafeMutablePointer<Float>
  private let pointers: UnsafeMutablePointer<UnsafePointer<Float>?>
  private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  /// Frames at the beginning that must be dropped: the output then begins with the first frame of the input.
  private var surplus: Int
  /// When sound is slowed down, sudden beginnings come early, as soon as a window contains them: by (1 ÷
  /// speed − 1) times this part of the delay. Measured with Rubber Band 3.1.2 at speeds of 0.25 to 0.8:
  /// clicks came 20.8, 13, 6.8 and 1 ms early, ± 3.5 ms; at 1.25 to 3 they come within 3 ms.
  private static let lead = 0.15
  private static let room = 2048

  /// - Parameter speed: 0.25…3; 2 makes half as many frames.
  init(sampleRate: Int, channels: Int, speed: Double) {
    self.channels = channels
    let options =
      RubberBandOptionProcessRealTime.rawValue | RubberBandOptionEngineFiner.rawValue
      | RubberBandOptionThreadingNever.rawValue
      | (channels == 2 ? RubberBandOptionChannelsTogether.rawValue : 0)
    state = rubberband_new(
      UInt32(sampleRate), UInt32(channels), RubberBandOptions(options), 1 / speed, 1)
    rubberband_set_max_process_size(state, UInt32(Self.room))
    planes = .allocate(capacity: Self.room * channels)
    planes.initialize(repeating: 0, count: Self.room * channels)
    pointers = .allocate(capacity: channels)
    targets = .allocate(capacity: channels)
    for channel in 0..<channels {
      pointers.advanced(by: channel).initialize(to: UnsafePointer(planes + channel * Self.room))
      targets.advanced(by: channel).initialize(to: planes + channel * Self.room)
    }
    let delay = Double(rubberband_get_start_delay(state))
    surplus = Int(delay - max(0, 1 / speed - 1) * Self.lead * delay)
    var pad = Int(rubberband_get_preferred_start_pad(state))
    while pad > 0 {
      let frames = min(pad, Self.room)
      rubberband_process(state, pointers, UInt32(frames), 0)
      pad -= frames
    }
  }

  deinit {
    rubberband_delete(state)
    planes.deallocate()
    pointers.deallocate()
    targets.deallocate()
  }

  /// - Parameter input: interleaved frames.
  /// - Returns: the frames that are ready; most of them belong to earlier input.
  func process(_ input: [Float]) -> [Float] {
    var output: [Float] = []
    var place = 0
    let all = input.count / channels
    while place < all {
      let frames = min(Self.room, all - place)
      for channel in 0..<channels {
        for frame in 0..<frames {
          planes[channel * Self.room + frame] = input[(place + frame) * channels + channel]
        }
      }
      rubberband_process(state, pointers, UInt32(frames), 0)
      place += frames
      retrieve(into: &output)
    }
    return output
  }

  private func retrieve(into output: inout [Float]) {
    while true {
      let ready = Int(rubberband_available(state))
      guard ready > 0 else { return }
      let frames = Int(rubberband_retrieve(state, targets, UInt32(min(ready, Self.room))))
      guard frames > 0 else { return }
      let dropped = min(surplus, frames)
      surplus -= dropped
      for frame in dropped..<frames {
        for channel in 0..<channels { output.append(planes[channel * Self.room + frame]) }
      }
    }
  }
}
