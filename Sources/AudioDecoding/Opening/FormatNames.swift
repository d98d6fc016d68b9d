// FormatNames.swift
// Names of libsndfile's formats and channels as people write them.

import CSndfile

package enum FormatNames {
  /// - Parameter format: `SF_INFO.format`.
  package static func container(_ format: Int32) -> String {
    containers[format & Int32(SF_FORMAT_TYPEMASK)] ?? "sound"
  }

  /// - Parameter format: `SF_INFO.format`.
  package static func encoding(_ format: Int32) -> String {
    encodings[format & Int32(SF_FORMAT_SUBMASK)] ?? "unknown encoding"
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
    return count == 2 ? ["L", "R"] : (1...count).map { String($0) }
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

  private static let containers: [Int32: String] = [
    SF_FORMAT_WAV: "WAV", SF_FORMAT_AIFF: "AIFF", SF_FORMAT_AU: "AU", SF_FORMAT_RAW: "raw",
    SF_FORMAT_PAF: "PAF",
    SF_FORMAT_SVX: "SVX", SF_FORMAT_NIST: "NIST", SF_FORMAT_VOC: "VOC", SF_FORMAT_IRCAM: "IRCAM",
    SF_FORMAT_W64: "W64", SF_FORMAT_MAT4: "MAT4", SF_FORMAT_MAT5: "MAT5", SF_FORMAT_PVF: "PVF",
    SF_FORMAT_XI: "XI",
    SF_FORMAT_HTK: "HTK", SF_FORMAT_SDS: "SDS", SF_FORMAT_AVR: "AVR", SF_FORMAT_WAVEX: "WAV",
    SF_FORMAT_SD2: "SD2",
    SF_FORMAT_FLAC: "FLAC", SF_FORMAT_CAF: "CAF", SF_FORMAT_WVE: "WVE", SF_FORMAT_OGG: "Ogg",
    SF_FORMAT_MPC2K: "MPC2K", SF_FORMAT_RF64: "RF64", SF_FORMAT_MPEG: "MPEG",
  ].keyed

  private static let encodings: [Int32: String] = [
    SF_FORMAT_PCM_S8: "8-bit PCM", SF_FORMAT_PCM_U8: "8-bit PCM", SF_FORMAT_PCM_16: "16-bit PCM",
    SF_FORMAT_PCM_24: "24-bit PCM", SF_FORMAT_PCM_32: "32-bit PCM", SF_FORMAT_FLOAT: "32-bit float",
    SF_FORMAT_DOUBLE: "64-bit float", SF_FORMAT_ULAW: "µ-law", SF_FORMAT_ALAW: "A-law",
    SF_FORMAT_IMA_ADPCM: "IMA ADPCM", SF_FORMAT_MS_ADPCM: "MS ADPCM", SF_FORMAT_GSM610: "GSM 6.10",
    SF_FORMAT_VOX_ADPCM: "VOX ADPCM", SF_FORMAT_NMS_ADPCM_16: "NMS ADPCM",
    SF_FORMAT_NMS_ADPCM_24: "NMS ADPCM",
    SF_FORMAT_NMS_ADPCM_32: "NMS ADPCM", SF_FORMAT_G721_32: "G.721", SF_FORMAT_G723_24: "G.723",
    SF_FORMAT_G723_40: "G.723", SF_FORMAT_DWVW_12: "12-bit DWVW", SF_FORMAT_DWVW_16: "16-bit DWVW",
    SF_FORMAT_DWVW_24: "24-bit DWVW", SF_FORMAT_DWVW_N: "DWVW", SF_FORMAT_DPCM_8: "8-bit DPCM",
    SF_FORMAT_DPCM_16: "16-bit DPCM", SF_FORMAT_VORBIS: "Vorbis", SF_FORMAT_OPUS: "Opus",
    SF_FORMAT_ALAC_16: "16-bit ALAC", SF_FORMAT_ALAC_20: "20-bit ALAC", SF_FORMAT_ALAC_24: "24-bit ALAC",
    SF_FORMAT_ALAC_32: "32-bit ALAC", SF_FORMAT_MPEG_LAYER_I: "MP1", SF_FORMAT_MPEG_LAYER_II: "MP2",
    SF_FORMAT_MPEG_LAYER_III: "MP3",
  ].keyed

  private static let speakers: [Int32: String] = [
    SF_CHANNEL_MAP_MONO: "M", SF_CHANNEL_MAP_LEFT: "L", SF_CHANNEL_MAP_RIGHT: "R", SF_CHANNEL_MAP_CENTER: "C",
    SF_CHANNEL_MAP_FRONT_LEFT: "L", SF_CHANNEL_MAP_FRONT_RIGHT: "R", SF_CHANNEL_MAP_FRONT_CENTER: "C",
    SF_CHANNEL_MAP_REAR_CENTER: "Cs", SF_CHANNEL_MAP_REAR_LEFT: "Ls", SF_CHANNEL_MAP_REAR_RIGHT: "Rs",
    SF_CHANNEL_MAP_LFE: "LFE", SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: "Lc",
    SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: "Rc", SF_CHANNEL_MAP_SIDE_LEFT: "Lss",
    SF_CHANNEL_MAP_SIDE_RIGHT: "Rss",
    SF_CHANNEL_MAP_TOP_CENTER: "Tc", SF_CHANNEL_MAP_TOP_FRONT_LEFT: "Tfl",
    SF_CHANNEL_MAP_TOP_FRONT_RIGHT: "Tfr",
    SF_CHANNEL_MAP_TOP_FRONT_CENTER: "Tfc", SF_CHANNEL_MAP_TOP_REAR_LEFT: "Tbl",
    SF_CHANNEL_MAP_TOP_REAR_RIGHT: "Tbr", SF_CHANNEL_MAP_TOP_REAR_CENTER: "Tbc",
    SF_CHANNEL_MAP_AMBISONIC_B_W: "W",
    SF_CHANNEL_MAP_AMBISONIC_B_X: "X", SF_CHANNEL_MAP_AMBISONIC_B_Y: "Y", SF_CHANNEL_MAP_AMBISONIC_B_Z: "Z",
  ].keyed
}

extension Dictionary where Value == String, Key: BinaryInteger {
  /// The constants of C enums import with differing integer types.
  fileprivate var keyed: [Int32: String] {
    [Int32: String](map { (Int32(truncatingIfNeeded: $0.key), $0.value) }) { first, _ in first }
  }
}
