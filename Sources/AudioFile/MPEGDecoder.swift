// MPEGDecoder.swift
// Decodes MP3 and its like with libsndfile, which ends at a kilobyte without frames, with or without a word. Where
// frames begin again, another decoder goes on; between comes silence. One thread at a time.

import SystemPackage
import WaveformCore

/// An MP3 file, whole or not.
final class MPEGDecoder: Decoder {
  private let file: FileBytes
  private let access: DecoderAccess
  private let channels: Int
  /// The frames that the file promises; `.max` when it does not.
  private let frames: Int
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

  /// - Parameters:
  ///   - decoder: of the whole file, at its beginning.
  ///   - access: how that was opened.
  init(_ file: FileBytes, _ decoder: SndfileDecoder, _ access: DecoderAccess) {
    self.file = file
    self.access = access
    self.decoder = decoder
    channels = Int(decoder.info.channels)
    if case .stream = access {
      frames = .max
    } else {
      frames = decoder.info.frames > 0 ? Int(decoder.info.frames) : .max
    }
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
    let wanted = min(buffer.count / channels, frames - position)
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
    (isWhole, silence, isOver) = (true, 0, false)
    if decoder == nil { decoder = try? access.openSndfile(file, path: "") }
    guard frame >= 0, let decoder, decoder.seek(toFrame: frame) else { return false }
    position = frame
    return true
  }

  /// Goes on behind the damage at which the decoder stopped.
  ///
  /// - Returns: false when nothing follows.
  private func rescue() -> Bool {
    guard !isOver, position + Self.longestFrame < frames else { return false }
    if isWhole { stream = MPEGStream(file) }
    // The decoder has found its way over small damage by itself, and may have dropped some frames there.
    while let hole = stream?.nextHole() {
      guard hole.samples.lowerBound + 2 * Self.longestFrame >= position, hole.samples.upperBound > position,
        let feeder = StreamFeeder(file, from: hole.end),
        let next = try? SndfileDecoder(streaming: feeder), Int(next.info.channels) == channels
      else { continue }
      decoder = next
      isWhole = false
      silence = hole.samples.upperBound - position
      gaps.append(position..<hole.samples.upperBound)
      return true
    }
    isOver = true
    return false
  }

  /// Samples of each channel.
  private static let longestFrame = 1152
}
