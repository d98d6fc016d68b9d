// OpusDecoder.swift
// The only place that calls libopusfile. Always 48 kHz, as Opus is (RFC 7845, section 5.1); all links of a chain
// are one recording. One thread at a time.
// Sound: the stream lives from init to deinit and reads from a window that the decoder owns; it writes into memory
// that the decoder owns, and gets its size.

import AudioFormats
import COpusFile
import Decoding
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// An Opus stream in an Ogg file.
final class OpusDecoder: Decoder {
  let links: OggLinks
  var linkCount: Int { links.count }
  /// The serial number of the chain's last stream.
  let lastStream: Int
  /// What the mapping family of the first link says (RFC 7845, section 5.1.1; RFC 8486).
  let layout: ChannelLayout
  private let window: FileWindow
  private let stream: OpaquePointer
  /// The frame that is delivered next.
  private var position = 0
  /// Memory for one packet, and its frames that were not delivered yet.
  private let packet: UnsafeMutableBufferPointer<Float>
  private var ready = 0..<0
  /// Frames of silence to deliver before those.
  private var silence = 0
  private var found = FoundRanges()
  var gaps: [FrameRange] { found.list }
  /// One after the other: no library stands still on one, but none may keep a reader for ever either.
  private static let mostBadPackets = 1 << 20
  private var timeline: OggTimeline
  /// The byte up to which the library had read when it decoded the last packet.
  private var place = 0

  /// Frames to decode before the target of a jump, because the decoder's state depends on earlier packets. With 1 s all
  /// of 300 jumps were exact for music (CELT); for speech (SILK) no number is enough.
  private static let framesBefore = 96_000
  /// A packet holds 120 ms at most.
  private static let framesInPacket = 5760

  /// - Parameter window: on the whole file; its `searchEnded` tells why it gave up, if it did.
  /// - Returns: nil when the file is no Opus that can be decoded.
  init?(_ window: FileWindow) {
    self.window = window
    var callbacks = OpusFileCallbacks(read: readOpus, seek: seekOpus, tell: tellOpus, close: nil)
    let source = Unmanaged.passUnretained(window).toOpaque()
    guard let stream = op_open_callbacks(source, &callbacks, nil, 0, nil) else { return nil }
    let all = (0..<max(0, op_link_count(stream))).map { index in
      OggLinks.Link(
        channels: Int(op_channel_count(stream, index)), sampleRate: 48_000,
        frames: Int(op_pcm_total(stream, index)))
    }
    guard let links = OggLinks(all) else {
      op_free(stream)
      return nil
    }
    self.stream = stream
    self.links = links
    lastStream = Int(op_serialno(stream, Int32(all.count - 1)))
    layout =
      switch op_head(stream, 0).pointee.mapping_family {
      case 0, 1: SpeakerLayouts.vorbis(links.channels)
      case 2, 3: .ambisonic(links.channels)
      default: .discrete(links.channels)
      }
    packet = .allocate(capacity: Self.framesInPacket * links.channels)
    timeline = OggTimeline(origin: 0, length: links.frames)
  }

  deinit {
    op_free(stream)
    packet.deallocate()
  }

  var failure: Errno? { window.failure }
  var trouble: Sentence? { window.searchEnded?.clause }
  /// A jump of the library's to a place near a hole leads elsewhere: whoever has met one decodes from the beginning.
  var jumpsAreLost: Bool { timeline.isBroken || !gaps.isEmpty }
  var doubts: [FrameRange] { timeline.doubts }
  /// The frame at which the recording ends; `.max`, to decode all there is, when positions are wrong.
  private var end: Int { timeline.isBroken ? .max : links.frames }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    readRounded(into: buffer, channels: links.channels)
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    let channels = links.channels
    let wanted = min(buffer.count / channels, end - position)
    var done = 0
    while done < wanted {
      if ready.isEmpty, !decode() { break }
      let out = base + done * channels
      let count = min(silence > 0 ? silence : ready.count, wanted - done)
      if silence > 0 {
        out.update(repeating: 0, count: count * channels)
      } else {
        out.update(from: packet.baseAddress! + ready.lowerBound * channels, count: count * channels)
      }
      done += count
      advance(count)
    }
    return done
  }

  func seek(toFrame frame: Int) -> Bool {
    guard 0...links.frames ~= frame else { return false }
    guard frame < links.frames else {
      (position, ready, silence) = (frame, 0..<0, 0)
      return true
    }
    guard let start = jump(toFrame: max(0, frame - Self.framesBefore)), start <= frame else { return false }
    while position < frame {
      if ready.isEmpty, !decode() { return false }
      advance(min(silence > 0 ? silence : ready.count, frame - position))
    }
    return true
  }

  func seekNear(toFrame frame: Int) -> Int? { 0..<links.frames ~= frame ? jump(toFrame: frame) : nil }

  /// - Returns: the new position, `frame`. The decoder's state is not exact there.
  private func jump(toFrame frame: Int) -> Int? {
    (ready, silence) = (0..<0, 0)
    window.begin(.jump)
    guard op_pcm_seek(stream, ogg_int64_t(frame)) == 0 else {
      // When the jump read too much, it has failed; the next reading has bytes of its own.
      window.begin(.read)
      return nil
    }
    position = Int(op_pcm_tell(stream))
    place = Int(op_raw_tell(stream))
    timeline.jumped()
    return position
  }

  private func advance(_ count: Int) {
    if silence > 0 { silence -= count } else { ready = ready.lowerBound + count..<ready.upperBound }
    position += count
  }

  /// Decodes until there are frames to deliver.
  ///
  /// - Returns: false at the end.
  private func decode() -> Bool {
    var isBehindHole = false, badPackets = 0
    window.begin(.read)
    while true {
      var link: Int32 = 0
      let count = Int(op_read_float(stream, packet.baseAddress!, Int32(packet.count), &link))
      // After a hole the library knows its position, and after a packet that nobody can decode as well.
      if count == Int(OP_HOLE) || count == Int(OP_EBADPACKET) && badPackets < Self.mostBadPackets {
        isBehindHole = true
        badPackets += 1
        continue
      }
      guard count > 0, link < links.count else { return false }
      let first = Int(op_pcm_tell(stream)) - count
      // Packets that cannot be decoded are on a page that has been read. Two bytes stand for the frames of each.
      let offset = timeline.offset(
        of: first, from: position, link: Int(link), isBehindHole: isBehindHole,
        byteCount: max(0, Int(op_raw_tell(stream)) - place) + 2 * badPackets)
      place = Int(op_raw_tell(stream))
      guard offset + count > 0 else { continue }
      if offset > 0 {
        silence = offset
        found.add(position..<position + offset)
      }
      ready = max(0, -offset)..<count
      return true
    }
  }
}

// Called by libopusfile on the thread that calls it; the window is alive, because the decoder owns both.

private func window(_ pointer: UnsafeMutableRawPointer?) -> FileWindow {
  Unmanaged<FileWindow>.fromOpaque(pointer!).takeUnretainedValue()
}

private func readOpus(
  _ source: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let buffer else { return 0 }
  let window = window(source)
  let done = window.read(into: buffer, count: Int(count))
  return done == 0 && (window.failure != nil || window.searchEnded != nil) ? -1 : Int32(done)
}

private func seekOpus(_ source: UnsafeMutableRawPointer?, _ offset: opus_int64, _ origin: Int32) -> Int32 {
  window(source).seek(to: Int(offset), from: origin) < 0 ? -1 : 0
}

private func tellOpus(_ source: UnsafeMutableRawPointer?) -> opus_int64 {
  opus_int64(window(source).place)
}
