// DecoderAnswer.swift
// What the process of a decoder answers. It decodes what strangers have made, and may by then be theirs: every number
// is compared with what can be, and an answer that cannot be is as if the process had ended.

import AudioFormats
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// What all answers end with: how many bytes of the file were read till then, by all decoders of the process.
package enum DecoderAnswer {
  /// The largest frame or number of bytes: sums of some of them do not overflow. More than there are in any file.
  package static let most = 1 << 56

  package static func bytes(_ answer: [UInt8], bytesRead: Int) -> [UInt8] {
    withUnsafeBytes(of: Int64(bytesRead).littleEndian) { answer + $0 }
  }

  /// - Returns: nil for what is too short, or tells of more bytes than anybody reads.
  package static func parts(_ bytes: [UInt8]) -> (answer: [UInt8], bytesRead: Int)? {
    guard bytes.count >= 8, let count = bytes.number(at: bytes.count - 8, size: 8, bigEndian: false),
      0...most ~= count
    else { return nil }
    return (Array(bytes.dropLast(8)), count)
  }
}

/// How a decoder stands after an order to read or to go somewhere.
package struct DecoderState: Hashable, Sendable {
  /// Frames that were read, or the frame at which it stands; nil when it cannot go there.
  package var place: Int?
  package var failure: Errno?
  package var trouble: Sentence?
  package var jumpsAreLost = false
  package var linkCount = 1
  package var following: FollowingRecording?
  /// Stretches from number `gapsFrom` on; those before are known, and none else is after them.
  package var gapsFrom = 0
  package var gaps: [FrameRange] = []
  package var doubtsFrom = 0
  package var doubts: [FrameRange] = []
  /// True when there are more stretches than fit into a packet.
  package var isMore = false

  package init(place: Int?) { self.place = place }

  /// Stretches of one kind that fit into a packet.
  package static let mostRanges = 1500

  package func bytes(sequence: UInt32) -> [UInt8] {
    var writer = ByteWriter()
    writer.number(sequence)
    writer.number(orNil: place)
    writer.number(failure?.rawValue ?? 0)
    writer.texts(trouble?.parts ?? [])
    writer.flag(jumpsAreLost)
    writer.number(Int64(linkCount))
    writer.put(following)
    writer.put(gaps, from: gapsFrom)
    writer.put(doubts, from: doubtsFrom)
    writer.flag(isMore)
    return writer.bytes
  }

  /// - Throws: for bytes that are no answer to order `sequence`, or tell what cannot be.
  package init(_ bytes: [UInt8], sequence: UInt32) throws(ByteReader.Damage) {
    var reader = ByteReader(bytes, isStrangers: true)
    guard try reader.number(UInt32.self) == sequence else { throw ByteReader.Damage() }
    place = try reader.countOrNil()
    let error = try reader.number(Int32.self)
    failure = error == 0 ? nil : Errno(rawValue: error)
    trouble = try reader.sentence()
    jumpsAreLost = try reader.flag()
    linkCount = try reader.count()
    following = try reader.following()
    (gapsFrom, gaps) = try reader.ranges()
    (doubtsFrom, doubts) = try reader.ranges()
    isMore = try reader.flag()
    guard reader.isAtEnd, place ?? 0 <= DecoderAnswer.most, 1...DecoderAnswer.most ~= linkCount,
      0..<4096 ~= error
    else { throw ByteReader.Damage() }
  }
}

/// The answer to an order to find out, or to open.
package enum OpeningAnswer {
  case found(CodecFinding)
  case opened
  case refused(AudioFileError)

  package func bytes(sequence: UInt32) -> [UInt8] {
    var writer = ByteWriter()
    writer.number(sequence)
    switch self {
    case .found(let finding):
      writer.number(0 as UInt8)
      switch finding.way {
      case .codec(let access):
        writer.flag(false)
        writer.put(access)
      case .plain(let layout):
        writer.flag(true)
        writer.put(layout)
      }
      writer.put(finding.description)
      writer.put(finding.description.following)
    case .opened: writer.number(1 as UInt8)
    case .refused(let error):
      writer.number(2 as UInt8)
      writer.number(UInt8(AudioFileError.Code.allCases.firstIndex(of: error.code)!))
      writer.texts(error.clause?.parts ?? [])
      writer.number((error.cause as? Errno)?.rawValue ?? 0)
      writer.number((error.cause as? SearchEnded)?.number ?? 0)
    }
    return writer.bytes
  }

  /// - Parameters:
  ///   - path: of the file that the decoder was given, which does not know its name.
  ///   - byteCount: its length.
  /// - Throws: for bytes that are no answer to order `sequence`, or tell what cannot be.
  package init(
    _ bytes: [UInt8], sequence: UInt32, path: FilePath, byteCount: Int
  ) throws(ByteReader.Damage) {
    var reader = ByteReader(bytes, isStrangers: true)
    guard try reader.number(UInt32.self) == sequence else { throw ByteReader.Damage() }
    switch try reader.number(UInt8.self) {
    case 0:
      let isPlain = try reader.flag()
      let way: CodecFinding.Way =
        isPlain ? .plain(try reader.layout(byteCount: byteCount)) : .codec(try reader.access())
      if case .codec(.mpeg(let start)) = way, start >= byteCount { throw ByteReader.Damage() }
      var description = try reader.description()
      if let following = try reader.following() { description = description.with(following) }
      if case .plain(let layout) = way {
        guard layout.format.channels == description.channels,
          layout.format.sampleRate == description.sampleRate
        else { throw ByteReader.Damage() }
      }
      guard description.isPossible(inFileOf: byteCount) else { throw ByteReader.Damage() }
      self = .found(CodecFinding(way, description))
    case 1: self = .opened
    case 2:
      let index = Int(try reader.number(UInt8.self))
      let codes = AudioFileError.Code.allCases
      guard codes.indices.contains(index), codes[index].isDecoders else { throw ByteReader.Damage() }
      let clause = try reader.sentence()
      let errno = try reader.number(Int32.self)
      let search = SearchEnded(number: try reader.number())
      self = .refused(
        AudioFileError(
          codes[index], path: path, detail: clause,
          cause: search ?? (errno == 0 ? nil : Errno(rawValue: errno))))
    default: throw ByteReader.Damage()
    }
    guard reader.isAtEnd else { throw ByteReader.Damage() }
  }
}

extension AudioFileError.Code {
  /// True for what a decoder may find. The others are about this system and this program, of which it is not asked: a
  /// stranger would advise to open his file without a lock.
  fileprivate var isDecoders: Bool {
    switch self {
    case .unknownFormat, .unsupportedFormat, .noAudio, .damaged, .readFailed, .outOfMemory, .tooManyOpenFiles:
      true
    default: false
    }
  }
}

extension AudioDescription {
  /// True for what a file of `byteCount` bytes may be said to hold. A promise of more frames than fit is in some headers
  /// (`expectedFrames`).
  fileprivate func isPossible(inFileOf byteCount: Int) -> Bool {
    guard Encoding.bitLimits ~= encoding.bits ?? 1,
      [framesPromised ?? 0, framesCounted ?? 0].allSatisfy({ $0 <= DecoderAnswer.most }),
      promiseTolerance <= DecoderAnswer.most || promiseTolerance == .max
    else { return false }
    return HeaderFault.of(channels: channels, sampleRate: sampleRate) == nil && self.byteCount == byteCount
      && audioTracks.isEmpty && audioTrack == 0 && delay == 0
  }
}

extension ByteWriter {
  fileprivate mutating func put(_ following: FollowingRecording?) {
    number(orNil: following?.channels)
    number(orNil: following?.sampleRate)
  }

  fileprivate mutating func put(_ ranges: [FrameRange], from first: Int) {
    number(Int64(first))
    number(UInt32(ranges.count))
    for range in ranges {
      number(Int64(range.lowerBound))
      number(Int64(range.upperBound))
    }
  }

  fileprivate mutating func put(_ layout: RawLayout) {
    text(layout.format.encoding.rawValue)
    number(Int64(layout.format.channels))
    number(Int64(layout.format.sampleRate))
    number(Int64(layout.format.dataOffset))
    number(Int64(layout.frames))
  }
}

extension ByteReader {
  /// - Returns: nil for none.
  fileprivate mutating func sentence() throws(Damage) -> Sentence? {
    let parts = try texts()
    guard !parts.isEmpty else { return nil }
    guard let sentence = Sentence(parts: parts) else { throw Damage() }
    return sentence
  }

  /// - Returns: nil for none.
  fileprivate mutating func following() throws(Damage) -> FollowingRecording? {
    let channels = try countOrNil(), rate = try countOrNil()
    guard let channels, let rate else { return nil }
    guard HeaderFault.of(channels: channels, sampleRate: rate) == nil else { throw Damage() }
    return FollowingRecording(channels: channels, sampleRate: rate)
  }

  fileprivate mutating func ranges() throws(Damage) -> (from: Int, [FrameRange]) {
    let first = try count()
    let count = Int(try number(UInt32.self))
    guard count <= DecoderState.mostRanges else { throw Damage() }
    var ranges: [FrameRange] = []
    ranges.reserveCapacity(count)
    for _ in 0..<count {
      let start = try self.count(), end = try self.count()
      guard start <= end, end <= DecoderAnswer.most else { throw Damage() }
      ranges.append(start..<end)
    }
    return (first, ranges)
  }

  fileprivate mutating func layout(byteCount: Int) throws(Damage) -> RawLayout {
    guard let encoding = SampleEncoding(rawValue: try text()) else { throw Damage() }
    let channels = try count(), rate = try count(), offset = try count(), frames = try count()
    guard RawFormat.channelLimits ~= channels, rate >= 1, offset <= byteCount else { throw Damage() }
    let format = RawFormat(encoding: encoding, channels: channels, sampleRate: rate, dataOffset: offset)
    guard frames <= (byteCount - offset) / format.bytesPerFrame else { throw Damage() }
    return RawLayout(format, byteCount: frames * format.bytesPerFrame)
  }
}
