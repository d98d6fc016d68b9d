// FormatNames.swift
// Translates libsndfile's formats and loudspeakers.

import AudioFormats
import CSndfile

package enum FormatNames {
  /// - Parameter format: `SF_INFO.format`.
  package static func container(_ format: Int32) -> Container {
    containers[format & Int32(SF_FORMAT_TYPEMASK)].map { Container($0) } ?? .unknown
  }

  /// - Parameter format: `SF_INFO.format`.
  package static func encoding(_ format: Int32) -> Encoding {
    encodings[format & Int32(SF_FORMAT_SUBMASK)].map { Encoding(Encoding.Codec($0), bits: $1) }
      ?? Encoding(.unknown)
  }

  /// - Parameter map: loudspeakers by `SF_CHANNEL_MAP_…`; nil when the file does not say.
  package static func layout(_ channels: Int, map: [Int32]?) -> ChannelLayout {
    guard let map, map.count == channels else { return .usual(channels) }
    let parts = map.compactMap { field[$0] }
    return parts.count == channels && channels > 1 ? .discrete(parts) : .of(map.map { speakers[$0] })
  }

  /// Codes of containers.
  private static let containers = [
    SF_FORMAT_WAV: "wav", SF_FORMAT_AIFF: "aiff", SF_FORMAT_AU: "au", SF_FORMAT_RAW: "raw",
    SF_FORMAT_PAF: "paf", SF_FORMAT_SVX: "svx", SF_FORMAT_NIST: "nist", SF_FORMAT_VOC: "voc",
    SF_FORMAT_IRCAM: "ircam", SF_FORMAT_W64: "w64", SF_FORMAT_MAT4: "mat4", SF_FORMAT_MAT5: "mat5",
    SF_FORMAT_PVF: "pvf", SF_FORMAT_XI: "xi", SF_FORMAT_HTK: "htk", SF_FORMAT_SDS: "sds",
    SF_FORMAT_AVR: "avr", SF_FORMAT_WAVEX: "wav", SF_FORMAT_SD2: "sd2", SF_FORMAT_FLAC: "flac",
    SF_FORMAT_CAF: "caf", SF_FORMAT_WVE: "wve", SF_FORMAT_OGG: "ogg", SF_FORMAT_MPC2K: "mpc2k",
    SF_FORMAT_RF64: "rf64", SF_FORMAT_MPEG: "mp3",
  ].keyed

  /// Codes of codecs, and bits.
  private static let encodings =
    ([
      SF_FORMAT_PCM_S8: ("pcm", 8), SF_FORMAT_PCM_U8: ("pcm", 8), SF_FORMAT_PCM_16: ("pcm", 16),
      SF_FORMAT_PCM_24: ("pcm", 24), SF_FORMAT_PCM_32: ("pcm", 32), SF_FORMAT_FLOAT: ("float", 32),
      SF_FORMAT_DOUBLE: ("float", 64), SF_FORMAT_ULAW: ("ulaw", nil), SF_FORMAT_ALAW: ("alaw", nil),
      SF_FORMAT_IMA_ADPCM: ("adpcm_ima_wav", nil), SF_FORMAT_MS_ADPCM: ("adpcm_ms", nil),
      SF_FORMAT_GSM610: ("gsm", nil), SF_FORMAT_VOX_ADPCM: ("adpcm_vox", nil),
      SF_FORMAT_NMS_ADPCM_16: ("adpcm_nms", nil), SF_FORMAT_NMS_ADPCM_24: ("adpcm_nms", nil),
      SF_FORMAT_NMS_ADPCM_32: ("adpcm_nms", nil), SF_FORMAT_G721_32: ("g721", nil),
      SF_FORMAT_G723_24: ("g723", nil), SF_FORMAT_G723_40: ("g723", nil), SF_FORMAT_DWVW_12: ("dwvw", 12),
      SF_FORMAT_DWVW_16: ("dwvw", 16), SF_FORMAT_DWVW_24: ("dwvw", 24), SF_FORMAT_DWVW_N: ("dwvw", nil),
      SF_FORMAT_DPCM_8: ("dpcm", 8), SF_FORMAT_DPCM_16: ("dpcm", 16), SF_FORMAT_VORBIS: ("vorbis", nil),
      SF_FORMAT_OPUS: ("opus", nil), SF_FORMAT_ALAC_16: ("alac", 16), SF_FORMAT_ALAC_20: ("alac", 20),
      SF_FORMAT_ALAC_24: ("alac", 24), SF_FORMAT_ALAC_32: ("alac", 32), SF_FORMAT_MPEG_LAYER_I: ("mp1", nil),
      SF_FORMAT_MPEG_LAYER_II: ("mp2", nil), SF_FORMAT_MPEG_LAYER_III: ("mp3", nil),
    ] as [Int: (String, Int?)]).keyed

  private static let speakers: [Int32: Speaker] = [
    SF_CHANNEL_MAP_LEFT: .frontLeft, SF_CHANNEL_MAP_RIGHT: .frontRight, SF_CHANNEL_MAP_CENTER: .frontCenter,
    SF_CHANNEL_MAP_FRONT_LEFT: .frontLeft, SF_CHANNEL_MAP_FRONT_RIGHT: .frontRight,
    SF_CHANNEL_MAP_FRONT_CENTER: .frontCenter, SF_CHANNEL_MAP_REAR_CENTER: .rearCenter,
    SF_CHANNEL_MAP_REAR_LEFT: .rearLeft, SF_CHANNEL_MAP_REAR_RIGHT: .rearRight,
    SF_CHANNEL_MAP_LFE: .lowFrequency, SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: .frontLeftOfCenter,
    SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: .frontRightOfCenter, SF_CHANNEL_MAP_SIDE_LEFT: .sideLeft,
    SF_CHANNEL_MAP_SIDE_RIGHT: .sideRight, SF_CHANNEL_MAP_TOP_CENTER: .topCenter,
    SF_CHANNEL_MAP_TOP_FRONT_LEFT: .topFrontLeft, SF_CHANNEL_MAP_TOP_FRONT_RIGHT: .topFrontRight,
    SF_CHANNEL_MAP_TOP_FRONT_CENTER: .topFrontCenter, SF_CHANNEL_MAP_TOP_REAR_LEFT: .topRearLeft,
    SF_CHANNEL_MAP_TOP_REAR_RIGHT: .topRearRight, SF_CHANNEL_MAP_TOP_REAR_CENTER: .topRearCenter,
  ].keyed

  /// The parts of a sound field.
  private static let field: [Int32: String] = [
    SF_CHANNEL_MAP_AMBISONIC_B_W: "W", SF_CHANNEL_MAP_AMBISONIC_B_X: "X", SF_CHANNEL_MAP_AMBISONIC_B_Y: "Y",
    SF_CHANNEL_MAP_AMBISONIC_B_Z: "Z",
  ].keyed
}

extension Dictionary where Key: BinaryInteger {
  /// The constants of C enums import with differing integer types.
  fileprivate var keyed: [Int32: Value] {
    [Int32: Value](map { (Int32(truncatingIfNeeded: $0.key), $0.value) }) { first, _ in first }
  }
}
