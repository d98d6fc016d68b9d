// PulseFormat.swift
// The formats that PulseAudio takes, and how much sound the server buffers. Pure values.
// Limits: pulse/sample.h and pulse/channelmap.h of PulseAudio 16.

import AudioFormats
import CPulse

/// Formats of PulseAudio: 1…384,000 Hz, 32 channels, each with a position.
enum PulseFormat {
  static let rates = 1...Int(PA_RATE_MAX)

  /// The nearest format that the server plays completely.
  ///
  /// A channel without a position is not heard on loudspeakers that have one. So more than two such channels
  /// become stereo, which the caller mixes.
  static func accepted(for format: StreamFormat) -> StreamFormat {
    let rate = min(max(format.sampleRate, rates.lowerBound), rates.upperBound)
    return StreamFormat(sampleRate: rate, speakers: speakers(for: format.speakers))
  }

  private static func speakers(for speakers: [Speaker]) -> [Speaker] {
    if speakers.allSatisfy({ named[$0] != nil }), speakers.count <= Int(PA_CHANNELS_MAX) { return speakers }
    return speakers.count == 1 ? [.mono] : [.frontLeft, .frontRight]
  }

  static func specification(_ format: StreamFormat) -> pa_sample_spec {
    pa_sample_spec(
      format: PA_SAMPLE_FLOAT32LE, rate: UInt32(clamping: format.sampleRate),
      channels: UInt8(clamping: format.channels))
  }

  static func channelMap(_ format: StreamFormat) -> pa_channel_map {
    var map = pa_channel_map()
    pa_channel_map_init(&map)
    map.channels = UInt8(clamping: format.channels)
    withUnsafeMutableBytes(of: &map.map) {
      let positions = $0.bindMemory(to: pa_channel_position_t.self)
      for (index, speaker) in format.speakers.prefix(positions.count).enumerated() {
        positions[index] = position(speaker)
      }
    }
    return map
  }

  /// The loudspeakers of a device's channels, in the order of files: a server, which has another one, gives each stream
  /// its channels by their names.
  static func speakers(of map: inout pa_channel_map) -> [Speaker] {
    let count = Int(min(max(map.channels, 1), UInt8(PA_CHANNELS_MAX)))
    let known = withUnsafeBytes(of: &map.map) { bytes in
      bytes.bindMemory(to: pa_channel_position_t.self).prefix(count).map { value in
        named.first { $0.value == value }?.key
      }
    }
    let speakers = known.compactMap(\.self)
    if speakers.count == count, Set(speakers).count == count {
      return speakers.sorted { ($0.maskBit ?? .max) < ($1.maskBit ?? .max) }
    }
    return ChannelLayout.usual(count).places
  }

  /// Where PulseAudio has such a loudspeaker.
  private static let named: [Speaker: pa_channel_position_t] = [
    .mono: PA_CHANNEL_POSITION_MONO, .frontLeft: PA_CHANNEL_POSITION_FRONT_LEFT,
    .frontRight: PA_CHANNEL_POSITION_FRONT_RIGHT, .frontCenter: PA_CHANNEL_POSITION_FRONT_CENTER,
    .lowFrequency: PA_CHANNEL_POSITION_LFE, .rearLeft: PA_CHANNEL_POSITION_REAR_LEFT,
    .rearRight: PA_CHANNEL_POSITION_REAR_RIGHT, .rearCenter: PA_CHANNEL_POSITION_REAR_CENTER,
    .sideLeft: PA_CHANNEL_POSITION_SIDE_LEFT, .sideRight: PA_CHANNEL_POSITION_SIDE_RIGHT,
    .frontLeftOfCenter: PA_CHANNEL_POSITION_FRONT_LEFT_OF_CENTER,
    .frontRightOfCenter: PA_CHANNEL_POSITION_FRONT_RIGHT_OF_CENTER,
    .topCenter: PA_CHANNEL_POSITION_TOP_CENTER, .topFrontLeft: PA_CHANNEL_POSITION_TOP_FRONT_LEFT,
    .topFrontCenter: PA_CHANNEL_POSITION_TOP_FRONT_CENTER,
    .topFrontRight: PA_CHANNEL_POSITION_TOP_FRONT_RIGHT, .topRearLeft: PA_CHANNEL_POSITION_TOP_REAR_LEFT,
    .topRearCenter: PA_CHANNEL_POSITION_TOP_REAR_CENTER, .topRearRight: PA_CHANNEL_POSITION_TOP_REAR_RIGHT,
  ]

  /// What a device's samples are.
  static func precision(of format: pa_sample_format_t) -> CaptureFormat.Precision {
    switch format {
    case PA_SAMPLE_U8, PA_SAMPLE_ALAW, PA_SAMPLE_ULAW, PA_SAMPLE_S16LE, PA_SAMPLE_S16BE: .bits16
    case PA_SAMPLE_FLOAT32LE, PA_SAMPLE_FLOAT32BE: .float
    default: .bits24
    }
  }

  private static func position(_ speaker: Speaker) -> pa_channel_position_t {
    if let position = named[speaker] { return position }
    guard case .auxiliary(let number) = speaker else { return PA_CHANNEL_POSITION_INVALID }
    return pa_channel_position_t(PA_CHANNEL_POSITION_AUX0.rawValue + Int32(min(max(number, 0), 31)))
  }
}

/// How many frames the server requests and buffers.
///
/// A stop or a new start drops the buffer, so a large buffer adds no delay there, and it saves wake-ups. But
/// a change of volume is heard that much later: see `PulseDepth`.
struct PulseBuffering: Equatable {
  let frames: Int
  /// The least number of frames that the server asks for.
  let framesPerRequest: Int
  /// At the beginning; and where frames are not ready in time, so much is kept with silence in their place.
  let framesPerStep: Int
  /// Silence before the first frame.
  let framesOfSilence: Int

  static let secondsPerStep = 0.02

  /// - Parameter seconds: of sound that the server keeps.
  init(sampleRate: Int, seconds: Double = PulseDepth.least) {
    let perSecond = Double(sampleRate)
    frames = max(8, Int(perSecond * seconds))
    framesPerRequest = max(2, Int(perSecond * PulseDepth.request(of: seconds)))
    framesPerStep = max(4, Int(perSecond * 0.05))
    framesOfSilence = Int(perSecond * 0.01)
  }
}
