// MPEGDecoder.swift
// Decodes MP3 and its like with libsndfile, which ends at a kilobyte without frames, with or without a word. Where
// frames begin again, another decoder goes on; between comes silence. One thread at a time.

import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// An MP3 file, whole or not.
final class MPEGDecoder: Decoder {
  private let file: FileBytes
  private let access: DecoderAccess
  private let channels: Int
  /// The frames that the file promises; `.max` when it does not.
  private let promised: Int
  /// The frame at which the present one of several recordings in the file ends; `.max` when nobody knows.
  private var end: Int
  private var decoder: SndfileDecoder?
  /// Only needed where something is wrong.
  private var stream: MPEGStream?
  /// True when the decoder has the whole file before it, and can jump.
  private var isWhole = true
  private var isOver = false
  private var position = 0
  /// Frames of silence that come before what the decoder delivers.
  private var silence = 0
  private(set) var gaps: [FrameRange] = []
  private(set) var doubts: [FrameRange] = []
  /// A recording that follows in the same file and does not fit on.
  private(set) var following: FollowingRecording?
  /// The byte with which the present recording begins, when it is not the first one.
  private var part: Int?
  /// The end behind which nothing was found.
  private var last: Int?

  /// - Parameters:
  ///   - decoder: of the whole file, at its beginning.
  ///   - access: how that was opened.
  init(_ file: FileBytes, _ decoder: SndfileDecoder, _ access: DecoderAccess) {
    self.file = file
    self.access = access
    self.decoder = decoder
    channels = Int(decoder.info.channels)
    if case .stream = access {
      promised = .max
    } else {
      promised = decoder.info.frames > 0 ? Int(decoder.info.frames) : .max
    }
    end = promised
  }

  var failure: Errno? { decoder?.failure }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    read(into: buffer) { $0.read(into: $1) }
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    read(into: buffer) { $0.read(into: $1) }
  }

  private func read<Sample: Numeric>(
    into buffer: UnsafeMutableBufferPointer<Sample>,
    _ decode: (SndfileDecoder, UnsafeMutableBufferPointer<Sample>) -> Int
  ) -> Int {
    if position == end { lookFurther() }
    let wanted = min(buffer.count / channels, end - position)
    var done = 0
    while done < wanted {
      let room = UnsafeMutableBufferPointer(rebasing: buffer[(done * channels)..<(wanted * channels)])
      var count = min(silence, wanted - done)
      if count > 0 {
        room[..<(count * channels)].update(repeating: 0)
        silence -= count
      } else {
        guard let decoder else { break }
        count = max(0, decode(decoder, room))
        if count == 0, failure != nil || !rescue() { break }
      }
      done += count
      position += count
    }
    return done
  }

  /// True to the frame in a file without damage. In another one jumps are not to be trusted.
  func seek(toFrame frame: Int) -> Bool {
    if !isWhole { decoder = nil }
    (isWhole, silence, isOver, part, last, end) = (true, 0, false, nil, nil, promised)
    if decoder == nil { decoder = try? access.openSndfile(file, path: "") }
    guard frame >= 0, let decoder, decoder.seek(toFrame: frame) else { return false }
    position = frame
    return true
  }

  /// Behind damage, and in what follows the first of several recordings, the library knows no way.
  var jumpsAreLost: Bool { !gaps.isEmpty || !doubts.isEmpty || part != nil }

  /// Goes on behind the damage at which the decoder stopped.
  ///
  /// - Returns: false when nothing follows.
  private func rescue() -> Bool {
    guard !isOver, part == nil, position + Self.longestFrame < end else { return false }
    if isWhole { stream = MPEGStream(file) }
    // The decoder has found its way over small damage by itself, and may have dropped some frames there.
    while let hole = stream?.nextHole() {
      guard hole.samples.lowerBound + 2 * Self.longestFrame >= position, begin(at: hole.end) else { continue }
      let end = hole.samples.upperBound
      if end > position {
        silence = end - position
        gaps.append(position..<end)
      } else {
        // Nothing but other bytes stood between two frames. What the second one needs of the first is lost on it.
        guard skip(position - end) else { continue }
        doubts.append(position..<position + 2 * Self.longestFrame)
      }
      return true
    }
    isOver = true
    return false
  }

  private func begin(at offset: Int) -> Bool {
    guard let feeder = StreamFeeder(file, from: offset), let next = try? SndfileDecoder(streaming: feeder),
      Int(next.info.channels) == channels
    else { return false }
    decoder = next
    isWhole = false
    return true
  }

  /// Decodes frames that were delivered before.
  private func skip(_ count: Int) -> Bool {
    guard let decoder, count > 0 else { return count == 0 }
    var left = count
    let room = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 1152 * channels)
    defer { room.deallocate() }
    while left > 0 {
      let count = decoder.read(
        into: UnsafeMutableBufferPointer(rebasing: room[..<(min(1152, left) * channels)]))
      if count <= 0 { return false }
      left -= count
    }
    return true
  }

  /// Looks for frames behind those that the tag promises: files are put together without a look at their tags.
  private func lookFurther() {
    guard last != position, failure == nil else { return }
    last = position
    guard var stream = MPEGStream(file, from: part), let next = stream.continuation() else { return }
    let isStated = MPEGLength.isStated(in: file, from: next)
    let access = isStated ? DecoderAccess.part(from: next) : .stream(from: next)
    guard let more = try? access.openSndfile(file, path: "") else {
      doubts.append(position..<position + 1)
      return
    }
    guard Int(more.info.channels) == channels, more.info.samplerate == decoder?.info.samplerate else {
      following = FollowingRecording(channels: Int(more.info.channels), sampleRate: Int(more.info.samplerate))
      return
    }
    decoder = more
    isWhole = false
    part = next
    end = isStated && more.info.frames > 0 ? position + Int(more.info.frames) : .max
  }

  /// Samples of each channel.
  private static let longestFrame = 1152
}
