// Speaker.swift
// The loudspeakers for which channels are meant. A pure value.

import Localization

/// The place of a channel's loudspeaker.
public enum Speaker: Hashable, Sendable {
  case frontLeft, frontRight, frontCenter, lowFrequency, rearLeft, rearRight, frontLeftOfCenter,
    frontRightOfCenter
  case rearCenter, sideLeft, sideRight, topCenter, topFrontLeft, topFrontCenter, topFrontRight, topRearLeft
  case topRearCenter, topRearRight
  case wideLeft, wideRight, surroundDirectLeft, surroundDirectRight, lowFrequency2, topSideLeft, topSideRight
  case bottomFrontCenter, bottomFrontLeft, bottomFrontRight
  /// The only channel of a recording: heard from all sides.
  case mono
  /// A channel whose place is not known; counted from 0.
  case auxiliary(Int)

  /// All that have a place, in the order of the bits of WAVEFORMATEXTENSIBLE's mask; those without a bit follow.
  package static let placed: [Speaker] = [
    .frontLeft, .frontRight, .frontCenter, .lowFrequency, .rearLeft, .rearRight, .frontLeftOfCenter,
    .frontRightOfCenter, .rearCenter, .sideLeft, .sideRight, .topCenter, .topFrontLeft, .topFrontCenter,
    .topFrontRight, .topRearLeft, .topRearCenter, .topRearRight, .wideLeft, .wideRight, .surroundDirectLeft,
    .surroundDirectRight, .lowFrequency2, .topSideLeft, .topSideRight, .bottomFrontCenter, .bottomFrontLeft,
    .bottomFrontRight,
  ]

  /// How many of them have a bit in that mask (Windows SDK, `ksmedia.h`).
  static let maskBits = 18

  /// ffmpeg's names of `placed` (`ffmpeg -layouts`), in the same order.
  private static let codes = [
    "FL", "FR", "FC", "LFE", "BL", "BR", "FLC", "FRC", "BC", "SL", "SR", "TC", "TFL", "TFC", "TFR", "TBL",
    "TBC", "TBR", "WL", "WR", "SDL", "SDR", "LFE2", "TSL", "TSR", "BFC", "BFL", "BFR",
  ]

  private static let places = Dictionary(
    uniqueKeysWithValues: placed.enumerated().map { ($0.element, $0.offset) })
  private static let named = Dictionary(uniqueKeysWithValues: zip(codes, placed))

  /// Its place among `placed`; nil for a channel without a place.
  var place: Int? { Self.places[self] }

  /// Its bit in a channel mask of WAVEFORMATEXTENSIBLE; nil where it has none.
  package var maskBit: Int? {
    if self == .mono { return Speaker.frontCenter.place }
    return place.flatMap { $0 < Self.maskBits ? $0 : nil }
  }

  /// Its short name in ffmpeg's words: "FL", "BL"; nil for a channel without a place.
  package var code: String? { place.map { Self.codes[$0] } }

  /// - Parameter code: in ffmpeg's words: "FL", "BL".
  package init?(code: some StringProtocol) {
    guard let speaker = Self.named[String(code)] else { return nil }
    self = speaker
  }

  /// True for one of low frequencies only.
  package var isLowFrequency: Bool { self == .lowFrequency || self == .lowFrequency2 }

  /// The same behind for one at the side, and the other way round; nil for all others.
  package var otherSurround: Speaker? {
    switch self {
    case .sideLeft: .rearLeft
    case .sideRight: .rearRight
    case .rearLeft: .sideLeft
    case .rearRight: .sideRight
    default: nil
    }
  }

  /// What people write for it beside a lane (SMPTE ST 377-12, ITU-R BS.2051).
  ///
  /// - Parameter isAlone: of a pair at the side or behind: there is no other pair.
  func label(isAlone: Bool) -> Sentence {
    switch self {
    // Translators: The short names of loudspeakers, from here on: left, right, center.
    case .frontLeft: Sentence("L", context: "loudspeaker")
    case .frontRight: Sentence("R", context: "loudspeaker")
    case .frontCenter: Sentence("C", context: "loudspeaker")
    // Translators: low-frequency effects
    case .lowFrequency: Sentence("LFE", context: "loudspeaker")
    case .lowFrequency2: Sentence("LFE2", context: "loudspeaker")
    // Translators: the surround pair: left, right
    case .rearLeft where isAlone, .sideLeft where isAlone: Sentence("Ls", context: "loudspeaker")
    case .rearRight where isAlone, .sideRight where isAlone: Sentence("Rs", context: "loudspeaker")
    // Translators: the surround pair behind, where there is another one at the sides: left, right
    case .rearLeft: Sentence("Lrs", context: "loudspeaker")
    case .rearRight: Sentence("Rrs", context: "loudspeaker")
    // Translators: the surround pair at the sides, where there is another one behind: left, right
    case .sideLeft: Sentence("Lss", context: "loudspeaker")
    case .sideRight: Sentence("Rss", context: "loudspeaker")
    // Translators: center surround
    case .rearCenter: Sentence("Cs", context: "loudspeaker")
    // Translators: between left and center, between right and center
    case .frontLeftOfCenter: Sentence("Lc", context: "loudspeaker")
    case .frontRightOfCenter: Sentence("Rc", context: "loudspeaker")
    // Translators: wide: left, right
    case .wideLeft: Sentence("Lw", context: "loudspeaker")
    case .wideRight: Sentence("Rw", context: "loudspeaker")
    // Translators: surround direct: left, right
    case .surroundDirectLeft: Sentence("Lsd", context: "loudspeaker")
    case .surroundDirectRight: Sentence("Rsd", context: "loudspeaker")
    // Translators: above the listener: center
    case .topCenter: Sentence("Tc", context: "loudspeaker")
    // Translators: above in front: left, center, right
    case .topFrontLeft: Sentence("Tfl", context: "loudspeaker")
    case .topFrontCenter: Sentence("Tfc", context: "loudspeaker")
    case .topFrontRight: Sentence("Tfr", context: "loudspeaker")
    // Translators: above behind: left, center, right
    case .topRearLeft: Sentence("Tbl", context: "loudspeaker")
    case .topRearCenter: Sentence("Tbc", context: "loudspeaker")
    case .topRearRight: Sentence("Tbr", context: "loudspeaker")
    // Translators: above at the sides: left, right
    case .topSideLeft: Sentence("Tsl", context: "loudspeaker")
    case .topSideRight: Sentence("Tsr", context: "loudspeaker")
    // Translators: below in front: left, center, right
    case .bottomFrontLeft: Sentence("Bfl", context: "loudspeaker")
    case .bottomFrontCenter: Sentence("Bfc", context: "loudspeaker")
    case .bottomFrontRight: Sentence("Bfr", context: "loudspeaker")
    case .mono: Sentence("M", context: "loudspeaker")
    case .auxiliary(let number): Sentence(verbatim: String(number + 1))
    }
  }
}
