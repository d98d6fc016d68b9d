// CoreAudioLayout.swift
// Apple's description of channels, in CAF (`chan`) and AIFF (`CHAN`): a tag that stands for a layout and its order, a
// mask, or a list. Pure functions of bytes.
// Format: Apple Core Audio Format specification 1.0, "Channel Layout Chunk"; `CoreAudioBaseTypes.h`.

import HostIO

extension ChannelLayout {
  /// - Parameters:
  ///   - chunk: the content of the chunk.
  ///   - channels: at least 1.
  /// - Returns: nil where it says nothing of so many channels.
  package static func of(coreAudio chunk: [UInt8], channels: Int) -> ChannelLayout? {
    guard let tag = chunk.number(at: 0, size: 4, bigEndian: true),
      let mask = chunk.number(at: 4, size: 4, bigEndian: true),
      let count = chunk.number(at: 8, size: 4, bigEndian: true)
    else { return nil }
    switch tag {
    case 0:
      guard count == channels, chunk.count >= 12 + 20 * count else { return nil }
      return of(labels: (0..<count).compactMap { chunk.number(at: 12 + 20 * $0, size: 4, bigEndian: true) })
    case 1 << 16: return mask.nonzeroBitCount == channels ? of(mask: mask, channels: channels) : nil
    default:
      guard tag & 0xFFFF == channels else { return nil }
      switch tag >> 16 {
      case 147: return .discrete(channels)
      case 107: return channels == 4 ? .discrete(["W", "X", "Y", "Z"]) : nil
      case 190, 191: return .ambisonic(channels)
      case let number:
        let speakers = layouts[number].map { SpeakerLayouts.list($0) }
        return speakers?.count == channels ? .of(speakers!) : nil
      }
    }
  }

  /// - Parameter labels: `AudioChannelLabel` of each channel. Those up to 18 are the bits of WAVEFORMATEXTENSIBLE's mask,
  ///   counted from 1.
  private static func of(labels: [Int]) -> ChannelLayout? {
    if !labels.isEmpty, labels.allSatisfy({ 1 << 16..<1 << 17 ~= $0 || $0 == 400 }) {
      return .discrete(labels.count)
    }
    // Where a pair behind has names of its own, the surround pair is at the sides.
    let hasRear = labels.contains(33)
    return .of(
      labels.map { label in
        switch label {
        case 5 where hasRear: .sideLeft
        case 6 where hasRear: .sideRight
        case 1...Speaker.maskBits: Speaker.placed[label - 1]
        case 33: .rearLeft
        case 34: .rearRight
        case 35: .wideLeft
        case 36: .wideRight
        case 37: .lowFrequency2
        case 42: .frontCenter
        default: nil
        }
      })
  }

  /// The upper half of `AudioChannelLayoutTag`, whose lower half is the number of channels. Apple's Ls and Rs are at the
  /// sides, its Rls and Rrs behind.
  private static let layouts: [Int: String] = [
    101: "FL FR", 102: "FL FR", 103: "FL FR", 105: "FL FR", 106: "FL FR", 108: "FL FR BL BR",
    109: "FL FR BL BR FC", 110: "FL FR BL BR FC BC", 111: "FL FR BL BR FC BC SL SR",
    112: "FL FR BL BR TFL TFR TBL TBR", 113: "FL FR FC", 114: "FC FL FR", 115: "FL FR FC BC",
    116: "FC FL FR BC", 117: "FL FR FC SL SR", 118: "FL FR SL SR FC", 119: "FL FC FR SL SR",
    120: "FC FL FR SL SR", 121: "FL FR FC LFE SL SR", 122: "FL FR SL SR FC LFE", 123: "FL FC FR SL SR LFE",
    124: "FC FL FR SL SR LFE", 125: "FL FR FC LFE SL SR BC", 126: "FL FR FC LFE SL SR FLC FRC",
    127: "FC FLC FRC FL FR SL SR LFE", 128: "FL FR FC LFE SL SR BL BR", 129: "FL FR SL SR FC LFE FLC FRC",
    131: "FL FR BC", 132: "FL FR SL SR", 133: "FL FR LFE", 134: "FL FR LFE BC", 135: "FL FR LFE SL SR",
    136: "FL FR FC LFE", 137: "FL FR FC LFE BC", 138: "FL FR SL SR LFE", 139: "FL FR SL SR FC BC",
    140: "FL FR SL SR FC BL BR", 141: "FC FL FR SL SR BC", 142: "FC FL FR SL SR BC LFE",
    143: "FC FL FR SL SR BL BR", 144: "FC FL FR SL SR BL BR BC", 148: "FL FR SL SR FC FLC FRC", 149: "FC LFE",
    150: "FL FC FR", 151: "FL FC FR BC", 152: "FL FC FR LFE", 153: "FL FR BC LFE", 154: "FL FC FR BC LFE",
    155: "FL FC FR SL SR BC", 156: "FL FC FR SL SR BL BR", 157: "FL FC FR SL SR LFE BC",
    158: "FL FC FR SL SR LFE TC", 159: "FL FC FR SL SR LFE TFC", 160: "FL FC FR SL SR LFE BL BR",
    161: "FL FC FR SL SR LFE FLC FRC", 162: "FL FC FR SL SR LFE SDL SDR", 163: "FL FC FR SL SR LFE WL WR",
    164: "FL FC FR SL SR LFE TFL TFR", 165: "FL FC FR SL SR LFE BC TC", 166: "FL FC FR SL SR LFE BC TFC",
    167: "FL FC FR SL SR LFE TC TFC", 168: "FC FL FR LFE", 169: "FC FL FR BC LFE", 170: "FLC FRC FL FR SL SR",
    171: "FC FL FR BL BR TC", 172: "FC BC FL FR BL BR", 173: "FLC FRC FL FR SL SR LFE",
    174: "FC FL FR BL BR TC LFE", 175: "FC BC FL FR BL BR LFE", 176: "FLC FC FRC FL FR SL SR",
    177: "FLC FC FRC FL FR SL SR LFE", 178: "FLC FRC FL FR SL SR BL BR", 179: "FLC FC FRC FL FR SL BC SR",
    180: "FLC FRC FL FR SL SR BL BR LFE", 181: "FLC FC FRC FL FR SL BC SR LFE", 182: "FC FL FR SL SR LFE BC",
    185: "FL FR BL BR", 186: "FL FR FC BL BR", 187: "FL FR FC LFE BL BR", 188: "FL FR FC LFE BC SL SR",
    189: "FL FR FC LFE BL BR SL SR",
  ]
}
