// SpeakerLayouts.swift
// The layouts that have a name, and the orders that formats have fixed. Pure values.

/// Named and fixed layouts of loudspeakers.
package enum SpeakerLayouts {
  /// ffmpeg's layouts and its order of channels (`ffmpeg -layouts`, 5.1 to 7.1).
  private static let named: [(name: String, speakers: [Speaker])] = [
    ("stereo", "FL FR"), ("2.1", "FL FR LFE"), ("3.0", "FL FR FC"), ("3.0(back)", "FL FR BC"),
    ("4.0", "FL FR FC BC"), ("quad", "FL FR BL BR"), ("quad(side)", "FL FR SL SR"), ("3.1", "FL FR FC LFE"),
    ("5.0", "FL FR FC BL BR"), ("5.0(side)", "FL FR FC SL SR"), ("4.1", "FL FR FC LFE BC"),
    ("5.1", "FL FR FC LFE BL BR"), ("5.1(side)", "FL FR FC LFE SL SR"), ("6.0", "FL FR FC BC SL SR"),
    ("6.0(front)", "FL FR FLC FRC SL SR"), ("hexagonal", "FL FR FC BL BR BC"),
    ("3.1.2", "FL FR FC LFE TFL TFR"), ("6.1", "FL FR FC LFE BC SL SR"),
    ("6.1(back)", "FL FR FC LFE BL BR BC"),
    ("6.1(front)", "FL FR LFE FLC FRC SL SR"), ("7.0", "FL FR FC BL BR SL SR"),
    ("7.0(front)", "FL FR FC FLC FRC SL SR"), ("7.1", "FL FR FC LFE BL BR SL SR"),
    ("7.1(wide)", "FL FR FC LFE BL BR FLC FRC"), ("7.1(wide-side)", "FL FR FC LFE FLC FRC SL SR"),
    ("5.1.2", "FL FR FC LFE SL SR TFL TFR"), ("5.1.2(back)", "FL FR FC LFE BL BR TFL TFR"),
    ("octagonal", "FL FR FC BL BR BC SL SR"), ("cube", "FL FR BL BR TFL TFR TBL TBR"),
    ("5.1.4", "FL FR FC LFE SL SR TFL TFR TBL TBR"), ("7.1.2", "FL FR FC LFE BL BR SL SR TFL TFR"),
    ("7.1.4", "FL FR FC LFE BL BR SL SR TFL TFR TBL TBR"),
    ("7.2.3", "FL FR FC LFE BL BR SL SR TFL TFR TBC LFE2"),
    ("9.1.4", "FL FR FC LFE BL BR FLC FRC SL SR TFL TFR TBL TBR"),
    ("9.1.6", "FL FR FC LFE BL BR FLC FRC SL SR TFL TFR TBL TBR TSL TSR"),
    ("hexadecagonal", "FL FR FC BL BR BC SL SR TFL TFC TFR TBL TBC TBR WL WR"),
    (
      "22.2",
      "FL FR FC LFE BL BR FLC FRC BC SL SR TC TFL TFC TFR TBL TBC TBR LFE2 TSL TSR BFC BFL BFR"
    ),
  ].map { ($0.0, list($0.1)) }

  /// Loudspeakers by ffmpeg's short names, with blanks between them.
  static func list(_ codes: String) -> [Speaker] {
    codes.split(separator: " ").map { Speaker(code: $0)! }
  }

  /// ffmpeg's name of a layout, whatever the order of its channels.
  package static func name(of speakers: [Speaker]) -> String? {
    named.first { $0.speakers.count == speakers.count && Set($0.speakers) == Set(speakers) }?.name
  }

  /// What ffmpeg's name of a layout means: "5.1(side)", or the loudspeakers themselves, "3 channels (FL+FR+LFE2)".
  ///
  /// - Parameter channels: at least 1.
  /// - Returns: the usual layout of so many channels where the name says nothing else.
  package static func layout(ffmpeg name: String, channels: Int) -> ChannelLayout {
    if let found = named.first(where: { $0.name == name })?.speakers, found.count == channels {
      return .of(found)
    }
    if name.hasPrefix("ambisonic") { return .ambisonic(channels) }
    var list = name[...]
    if let open = name.firstIndex(of: "("), name.hasSuffix(")") {
      list = name[name.index(after: open)..<name.index(before: name.endIndex)]
    }
    let codes = list.split(separator: "+")
    return codes.count == channels ? .of(codes.map { Speaker(code: $0) }) : .usual(channels)
  }

  /// The order of Vorbis (Vorbis I specification, section 4.3.9), which Opus shares (RFC 7845, section 5.1.1.2).
  ///
  /// - Parameter channels: 1 to 8; more have no meaning.
  package static func vorbis(_ channels: Int) -> ChannelLayout {
    vorbis[channels].map { .of($0) } ?? .discrete(channels)
  }

  private static let vorbis: [Int: [Speaker]] = [
    1: list("FC"), 2: list("FL FR"), 3: list("FL FC FR"), 4: list("FL FR BL BR"), 5: list("FL FC FR BL BR"),
    6: list("FL FC FR BL BR LFE"), 7: list("FL FC FR SL SR BC LFE"), 8: list("FL FC FR SL SR BL BR LFE"),
  ]

  /// The order of FLAC where no tag says something else (RFC 9639, section 9.1.3). Five and six have "back or surround"
  /// loudspeakers: the sides are what `flac` and ffmpeg make of them.
  ///
  /// - Parameter channels: 1 to 8.
  package static func flac(_ channels: Int) -> ChannelLayout {
    flac[channels].map { .of($0) } ?? .usual(channels)
  }

  private static let flac: [Int: [Speaker]] = [
    1: list("FC"), 2: list("FL FR"), 3: list("FL FR FC"), 4: list("FL FR BL BR"), 5: list("FL FR FC SL SR"),
    6: list("FL FR FC LFE SL SR"), 7: list("FL FR FC LFE BC SL SR"), 8: list("FL FR FC LFE BL BR SL SR"),
  ]

  /// The order of ALAC (`ALACAudioTypes.h` of Apple's Lossless Audio Codec 1.0).
  ///
  /// - Parameter channels: 1 to 8.
  package static func alac(_ channels: Int) -> ChannelLayout {
    alac[channels].map { .of($0) } ?? .usual(channels)
  }

  private static let alac: [Int: [Speaker]] = [
    1: list("FC"), 2: list("FL FR"), 3: list("FC FL FR"), 4: list("FC FL FR BC"), 5: list("FC FL FR SL SR"),
    6: list("FC FL FR SL SR LFE"), 7: list("FC FL FR SL SR BC LFE"), 8: list("FC FLC FRC FL FR SL SR LFE"),
  ]
}
