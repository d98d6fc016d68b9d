// VorbisDecoder.swift
// The only place that calls libvorbisfile. It gives libsndfile's samples bit for bit, but its jumps are exact, and all
// links of a chain are one recording. One thread at a time.
// Sound: the stream lives from init to deinit and reads from a window that the decoder owns; the planes that the
// library lends are valid until its next call, and are copied before.

import AudioFormats
import CVorbisFile
import Glibc
import Decoding
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// A Vorbis stream in an Ogg file.
final class VorbisDecoder: Decoder {
  let links: OggLinks
  var linkCount: Int { links.count }
  /// The serial number of the chain's last stream.
  let lastStream: Int
  private let window: FileWindow
  private let stream: UnsafeMutablePointer<OggVorbis_File>
  /// The frame that is delivered next.
  private var position = 0
  /// One plane per channel, lent by the library, and the frames in them that were not delivered yet.
  private var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
  private var ready = 0..<0
  /// Frames of silence to deliver before those.
  private var silence = 0
  private var found = FoundRanges()
  var gaps: [FrameRange] { found.list }
  private var timeline: OggTimeline
  /// The byte up to which the library had read when it decoded the last block.
  private var place = 0

  /// - Parameter window: on the whole file; its `searchEnded` tells why it gave up, if it did.
  /// - Returns: nil when the file is no Vorbis that can be decoded.
  init?(_ window: FileWindow) {
    self.window = window
    let stream = UnsafeMutablePointer<OggVorbis_File>.allocate(capacity: 1)
    self.stream = stream
    let callbacks = ov_callbacks(
      read_func: readVorbis, seek_func: seekVorbis, close_func: nil, tell_func: tellVorbis)
    let source = Unmanaged.passUnretained(window).toOpaque()
    guard ov_open_callbacks(source, stream, nil, 0, callbacks) == 0 else {
      // A stream that could not be opened has been cleared already.
      stream.deallocate()
      return nil
    }
    let all = (0..<max(0, ov_streams(stream))).map { index in
      let info = ov_info(stream, Int32(index))?.pointee
      return OggLinks.Link(
        channels: Int(info?.channels ?? 0), sampleRate: info?.rate ?? 0,
        frames: Int(ov_pcm_total(stream, Int32(index))))
    }
    guard let links = OggLinks(all) else {
      ov_clear(stream)
      stream.deallocate()
      return nil
    }
    self.links = links
    lastStream = ov_serialnumber(stream, Int32(all.count - 1)) & 0xFFFF_FFFF
    // In the first link, once the library has read the position of a page, it gives positions as they stand in the
    // pages; those of a captured stream count from the beginning of the broadcast. In other links, and after a jump, it
    // subtracts the first position of the link.
    timeline = OggTimeline(origin: Int(stream.pointee.pcmlengths?[0] ?? 0), length: links.frames)
    // When the first link has only one page, the library begins behind it (1.3.7).
    if ov_pcm_tell(stream) != 0 { ov_pcm_seek(stream, 0) }
  }

  deinit {
    ov_clear(stream)
    stream.deallocate()
  }

  var failure: Errno? { window.failure }
  var trouble: Sentence? { window.searchEnded?.clause }
  var jumpsAreLost: Bool { timeline.isBroken }
  /// The frame at which the recording ends; `.max`, to decode all there is, when positions are wrong.
  private var end: Int { timeline.isBroken ? .max : links.frames }
  var doubts: [FrameRange] { timeline.doubts }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    readRounded(into: buffer, channels: links.channels)
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    let wanted = min(buffer.count / links.channels, end - position)
    var done = 0
    while done < wanted {
      if ready.isEmpty, !decode() { break }
      let out = base + done * links.channels
      let count: Int
      if silence > 0 {
        count = min(silence, wanted - done)
        out.update(repeating: 0, count: count * links.channels)
      } else {
        count = min(ready.count, wanted - done)
        interleave(count, into: out)
      }
      done += count
      advance(count)
    }
    return done
  }

  func seek(toFrame frame: Int) -> Bool {
    guard 0...links.frames ~= frame else { return false }
    // The library cannot jump to the end.
    guard frame < links.frames else {
      (position, ready, silence) = (frame, 0..<0, 0)
      return true
    }
    // The library's own jump to a frame takes what follows a hole for what was in it: it goes to the page before, and
    // the rest is decoded as in any reading.
    guard let start = jump({ ov_pcm_seek_page($0, ogg_int64_t(frame)) }), start <= frame else { return false }
    while position < frame {
      if ready.isEmpty, !decode() { return false }
      advance(min(silence > 0 ? silence : ready.count, frame - position))
    }
    return true
  }

  /// By the library's own jump, which decodes no more than it must: a preview may be wrong behind a hole.
  func seekNear(toFrame frame: Int) -> Int? {
    0..<links.frames ~= frame ? jump { ov_pcm_seek($0, ogg_int64_t(frame)) } : nil
  }

  /// - Parameter seek: a jump of the library's; returns 0 when it is there.
  /// - Returns: the new position.
  private func jump(_ seek: (UnsafeMutablePointer<OggVorbis_File>) -> Int32) -> Int? {
    (ready, silence) = (0..<0, 0)
    window.begin(.jump)
    guard seek(stream) == 0 else {
      // When the jump read too much, it has failed; the next reading has bytes of its own.
      window.begin(.read)
      return nil
    }
    position = Int(ov_pcm_tell(stream))
    place = Int(ov_raw_tell(stream))
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
    /// The end of the page before a hole; nil without a hole.
    var pageAfterHole: Int?
    var expected = 0
    window.begin(.read)
    while true {
      var link: Int32 = 0
      let count = Int(ov_read_float(stream, &planes, 8192, &link))
      if count == Int(OV_HOLE) {
        pageAfterHole = Int(ov_raw_tell(stream))
        expected = -1
        continue
      }
      guard count > 0, link < links.count else { return false }
      let first = Int(ov_pcm_tell(stream)) - count
      if let page = pageAfterHole {
        // The library keeps counting as if nothing were missing, until it meets the position in the page with which it
        // resumed. The first block after a hole overlaps with one from before it.
        let isSure = expected >= 0 && (first != expected || Int(ov_raw_tell(stream)) > page)
        expected = first + count
        guard isSure else { continue }
      }
      let offset = timeline.offset(
        of: first, from: position, link: Int(link), isBehindHole: pageAfterHole != nil,
        byteCount: max(0, Int(ov_raw_tell(stream)) - place))
      place = Int(ov_raw_tell(stream))
      guard offset + count > 0 else { continue }
      if offset > 0 {
        silence = offset
        found.add(position..<position + offset)
      }
      ready = max(0, -offset)..<count
      return true
    }
  }

  private func interleave(_ count: Int, into out: UnsafeMutablePointer<Float>) {
    guard let planes else { return }
    let channels = links.channels
    if channels == 2, let left = planes[0], let right = planes[1] {
      let (left, right) = (left + ready.lowerBound, right + ready.lowerBound)
      for frame in 0..<count {
        out[2 * frame] = left[frame]
        out[2 * frame + 1] = right[frame]
      }
    } else {
      for channel in 0..<channels {
        guard let plane = planes[channel].map({ $0 + ready.lowerBound }) else { continue }
        for frame in 0..<count { out[frame * channels + channel] = plane[frame] }
      }
    }
  }
}

// Called by libvorbisfile on the thread that calls it; the window is alive, because the decoder owns both.

private func window(_ pointer: UnsafeMutableRawPointer?) -> FileWindow {
  Unmanaged<FileWindow>.fromOpaque(pointer!).takeUnretainedValue()
}

private func readVorbis(
  _ buffer: UnsafeMutableRawPointer?, _ size: Int, _ count: Int, _ source: UnsafeMutableRawPointer?
) -> Int {
  guard let buffer, size > 0 else { return 0 }
  let done = window(source).read(into: buffer, count: size * count) / size
  // For the library, 0 bytes with an errno are a failure. An old errno would make the end look like one. When the
  // window gives nothing any more, an end would be no help: the library would look for its last page for ever (1.3.7).
  if done == 0 {
    let window = window(source)
    errno = window.failure?.rawValue ?? (window.searchEnded == nil ? 0 : EIO)
  }
  return done
}

private func seekVorbis(_ source: UnsafeMutableRawPointer?, _ offset: ogg_int64_t, _ origin: Int32) -> Int32 {
  window(source).seek(to: Int(offset), from: origin) < 0 ? -1 : 0
}

private func tellVorbis(_ source: UnsafeMutableRawPointer?) -> Int { window(source).place }
