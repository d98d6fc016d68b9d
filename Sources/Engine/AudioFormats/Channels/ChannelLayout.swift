// ChannelLayout.swift
// What the channels of a recording stand for: loudspeakers, something else, or nobody knows. Carried with the samples
// from the reader of a file to lanes, measures, players and writers. A pure value.

import HostIO
import Localization

/// The channels of a recording, in the order of its samples.
public enum ChannelLayout: Hashable, Sendable {
  /// Loudspeakers, all different; a single one is `.mono`. Made by `of(_:)`, which keeps to that.
  case speakers([Speaker])
  /// Channels that are no loudspeakers: instruments, microphones, parts of a sound field. The names that are known for
  /// them; numbers for the others. At least two.
  case discrete([String])
  /// More than two channels of which the file does not say what they are.
  case unknown(Int)

  /// What one or two channels are in any case: mono, left and right. Of more channels nothing is known.
  ///
  /// - Parameter channels: at least 1.
  public static func usual(_ channels: Int) -> ChannelLayout {
    switch channels {
    case 1: .speakers([.mono])
    case 2: .speakers([.frontLeft, .frontRight])
    default: .unknown(channels)
    }
  }

  /// - Parameter speakers: one for each channel, at least one; nil where the place is not known.
  /// - Returns: the usual layout of so many channels, unless all are known, differ and are more than one.
  package static func of(_ speakers: [Speaker?]) -> ChannelLayout {
    let known = speakers.compactMap { $0 }.filter { $0.place != nil }
    guard speakers.count > 1, known.count == speakers.count, Set(known).count == known.count else {
      return usual(speakers.count)
    }
    return .speakers(known)
  }

  /// Channels without loudspeakers.
  ///
  /// - Parameter channels: at least 1.
  package static func discrete(_ channels: Int) -> ChannelLayout {
    channels > 2 ? .discrete((1...channels).map { String($0) }) : usual(channels)
  }

  /// The parts of a sound field of spherical harmonics, in the order of their numbers ("ACN", RFC 8486, section 3.1).
  ///
  /// - Parameter channels: two more than a square number where left and right stand behind them.
  package static func ambisonic(_ channels: Int) -> ChannelLayout {
    guard channels > 2 else { return usual(channels) }
    let names = ["W", "Y", "Z", "X"]
    return .discrete((0..<channels).map { channels >= 4 && $0 < 4 ? names[$0] : String($0 + 1) })
  }

  /// At least 1.
  public var channels: Int {
    switch self {
    case .speakers(let speakers): speakers.count
    case .discrete(let names): names.count
    case .unknown(let count): count
    }
  }

  /// The loudspeakers; nil where the channels are none, or nobody knows.
  package var speakers: [Speaker]? { if case .speakers(let speakers) = self { speakers } else { nil } }

  /// ffmpeg's names of the loudspeakers of more than one channel, "FL", "BL"; empty where the channels are none, or nobody
  /// knows. Unlike the labels they tell a pair at the sides from one behind.
  package var loudspeakers: [String] { speakers?.compactMap(\.code) ?? [] }

  /// A loudspeaker for each channel; one without a place for what is none.
  package var places: [Speaker] {
    // Two channels are heard left and right, whatever they are.
    speakers ?? (channels == 2 ? [.frontLeft, .frontRight] : (0..<channels).map { .auxiliary($0) })
  }

  /// Some of the channels.
  ///
  /// - Parameter channels: places among them, all different, at least one.
  package func picking(_ channels: [Int]) -> ChannelLayout {
    switch self {
    case .speakers(let speakers): .of(channels.map { speakers[$0] })
    case .discrete(let names): channels.count > 1 ? .discrete(channels.map { names[$0] }) : .usual(1)
    case .unknown: .usual(channels.count)
    }
  }

  /// The places of the channels of `other`, in the order of these; nil where the two are not the same loudspeakers.
  package func order(of other: ChannelLayout) -> [Int]? {
    guard let speakers, let others = other.speakers, speakers.count == others.count else { return nil }
    for form in [others, Self.withOtherSurround(others)] {
      let found = speakers.compactMap { form.firstIndex(of: $0) }
      if found.count == speakers.count { return found }
    }
    return nil
  }

  /// The places of the channels in ffmpeg's order, which is that of `Speaker.placed`; as they are where nobody knows theirs.
  package var ffmpegOrder: [Int] {
    let asTheyAre = Array(0..<channels)
    guard let speakers else { return asTheyAre }
    return asTheyAre.sorted { speakers[$0].place ?? 0 < speakers[$1].place ?? 0 }
  }

  /// The same with the surround pair behind in place of the only one at the sides, and the other way round. Which of
  /// both is meant by "5.1" differs from format to format.
  package static func withOtherSurround(_ speakers: [Speaker]) -> [Speaker] {
    let hasBoth = speakers.contains { speaker in speaker.otherSurround.map { speakers.contains($0) } == true }
    return hasBoth ? speakers : speakers.map { $0.otherSurround ?? $0 }
  }
}

extension ChannelLayout {
  /// The short names of channels, as they stand beside lanes; empty for a single channel.
  package var names: [Sentence] {
    channels > 1 ? (0..<channels).map { name(ofChannel: $0) } : []
  }

  /// The name of one of them.
  ///
  /// - Parameter channel: must be there.
  package func name(ofChannel channel: Int) -> Sentence {
    switch self {
    case .speakers(let speakers):
      let speaker = speakers[channel]
      return speaker.label(isAlone: speaker.otherSurround.map { !speakers.contains($0) } ?? true)
    case .discrete(let names): return Sentence(verbatim: names[channel])
    case .unknown: return Sentence(verbatim: String(channel + 1))
    }
  }

  /// The same in the reader's language.
  public var labels: [String] { names.map(\.localized) }

  /// The layout in a word, "5.1", or the names of its loudspeakers.
  package var name: Sentence {
    if let speakers, let name = SpeakerLayouts.name(of: speakers) { return Sentence(verbatim: name) }
    return list
  }

  /// The names of its channels, one after the other.
  package var list: Sentence {
    let names = names
    guard let first = names.first else { return Sentence(verbatim: "mono") }
    // Translators: A list of things, of which %2$s is not the last one.
    return names.dropFirst().reduce(first) { Sentence("\($0), \($1)") }
  }
}

extension ChannelLayout {
  /// - Parameters:
  ///   - mask: WAVEFORMATEXTENSIBLE's: a bit for each loudspeaker, in the order of the channels. 0 says nothing.
  ///   - channels: at least 1. Bits that are too many are the highest ones, as Windows has it.
  package static func of(mask: Int, channels: Int) -> ChannelLayout {
    let bits = (0..<32).filter { mask >> $0 & 1 == 1 }
    guard bits.count >= channels else { return usual(channels) }
    return of(bits.prefix(channels).map { $0 < Speaker.maskBits ? Speaker.placed[$0] : nil })
  }

  /// That mask, where the channels stand in the order of its bits; nil where it cannot tell of them.
  package var mask: Int? {
    guard let bits = speakers?.compactMap(\.maskBit), bits.count == channels,
      zip(bits, bits.dropFirst()).allSatisfy(<)
    else { return nil }
    return bits.reduce(0) { $0 | 1 << $1 }
  }
}

extension ByteWriter {
  package mutating func put(_ layout: ChannelLayout) {
    switch layout {
    case .speakers(let speakers):
      number(UInt8(0))
      texts(speakers.map { $0.code ?? "" })
    case .discrete(let names):
      number(UInt8(1))
      texts(names)
    case .unknown(let count):
      number(UInt8(2))
      number(Int64(count))
    }
  }
}

extension ByteReader {
  package mutating func channelLayout() throws(Damage) -> ChannelLayout {
    switch try number() as UInt8 {
    case 0:
      let codes = try texts()
      if codes == [""] { return .usual(1) }
      let speakers = codes.compactMap { Speaker(code: $0) }
      guard codes.count > 1, speakers.count == codes.count, Set(speakers).count == codes.count else {
        throw Damage()
      }
      return .speakers(speakers)
    case 1:
      let names = try texts()
      guard names.count > 1, names.allSatisfy({ $0.utf8.count <= 16 }) else { throw Damage() }
      return .discrete(names)
    case 2:
      let count = try count()
      guard count > 2 else { throw Damage() }
      return .unknown(count)
    default: throw Damage()
    }
  }
}
