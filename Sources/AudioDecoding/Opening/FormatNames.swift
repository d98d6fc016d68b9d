// FormatNames.swift
// Translates libsndfile's formats, and names its channels as people write them.

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

  /// One short label per channel; empty for mono.
  ///
  /// - Parameter map: loudspeakers by `SF_CHANNEL_MAP_…`; nil when the file does not say.
  package static func channels(_ count: Int, map: [Int32]?) -> [String] {
    guard count > 1 else { return [] }
    let known = map.map { $0.map { speakers[$0] } } ?? []
    if known.count == count, known.allSatisfy({ $0 != nil }), Set(known).count == count {
      return known.map { $0! }
    }
    return AudioDescription.plainLabels(ofChannels: count)
  }

  /// The labels of channels in Vorbis' order (Vorbis I specification, section 4.3.9), which Opus shares; empty for
  /// mono, numbers where the order has no meaning.
  package static func vorbisChannels(_ count: Int) -> [String] {
    switch count {
    case 3: ["L", "C", "R"]
    case 4: ["L", "R", "Ls", "Rs"]
    case 5: ["L", "C", "R", "Ls", "Rs"]
    case 6: ["L", "C", "R", "Ls", "Rs", "LFE"]
    case 7: ["L", "C", "R", "Lss", "Rss", "Cs", "LFE"]
    case 8: ["L", "C", "R", "Lss", "Rss", "Ls", "Rs", "LFE"]
    default: channels(count, map: nil)
    }
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

  private static let speakers: [Int32: String] = [
    SF_CHANNEL_MAP_MONO: "M", SF_CHANNEL_MAP_LEFT: "L", SF_CHANNEL_MAP_RIGHT: "R", SF_CHANNEL_MAP_CENTER: "C",
    SF_CHANNEL_MAP_FRONT_LEFT: "L", SF_CHANNEL_MAP_FRONT_RIGHT: "R", SF_CHANNEL_MAP_FRONT_CENTER: "C",
    SF_CHANNEL_MAP_REAR_CENTER: "Cs", SF_CHANNEL_MAP_REAR_LEFT: "Ls", SF_CHANNEL_MAP_REAR_RIGHT: "Rs",
    SF_CHANNEL_MAP_LFE: "LFE", SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: "Lc",
    SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: "Rc", SF_CHANNEL_MAP_SIDE_LEFT: "Lss",
    SF_CHANNEL_MAP_SIDE_RIGHT: "Rss", SF_CHANNEL_MAP_TOP_CENTER: "Tc", SF_CHANNEL_MAP_TOP_FRONT_LEFT: "Tfl",
    SF_CHANNEL_MAP_TOP_FRONT_RIGHT: "Tfr", SF_CHANNEL_MAP_TOP_FRONT_CENTER: "Tfc",
    SF_CHANNEL_MAP_TOP_REAR_LEFT: "Tbl", SF_CHANNEL_MAP_TOP_REAR_RIGHT: "Tbr",
    SF_CHANNEL_MAP_TOP_REAR_CENTER: "Tbc", SF_CHANNEL_MAP_AMBISONIC_B_W: "W",
    SF_CHANNEL_MAP_AMBISONIC_B_X: "X", SF_CHANNEL_MAP_AMBISONIC_B_Y: "Y", SF_CHANNEL_MAP_AMBISONIC_B_Z: "Z",
  ].keyed
}

extension Dictionary where Key: BinaryInteger {
  /// The constants of C enums import with differing integer types.
  fileprivate var keyed: [Int32: Value] {
    [Int32: Value](map { (Int32(truncatingIfNeeded: $0.key), $0.value) }) { first, _ in first }
  }
}
