// FLACDecoder.swift
// Decodes FLAC with libsndfile, which stops exactly before damaged bytes. What lies behind them is found by its
// checksums, and shown at its place; between comes silence. One thread at a time.

import SystemPackage
import WaveformCore

/// A FLAC file, whole or not.
final class FLACDecoder: Decoder {
  private let file: FileBytes
  private let channels: Int
  private let frames: Int
  /// Only needed where something is wrong.
  private lazy var stream = FLACStream(file)
  private var decoder: SndfileDecoder?
  /// True when the decoder has the whole file before it, and can jump.
  private var isWhole: Bool
  private var position = 0
  /// Frames of silence that come before what the decoder delivers.
  private var silence = 0
  private(set) var gaps: [FrameRange] = []

  /// - Parameter decoder: of the whole file, at its beginning.
  init(_ file: FileBytes, _ decoder: SndfileDecoder) {
    self.file = file
    channels = Int(decoder.info.channels)
    frames = decoder.info.frames > 0 ? Int(decoder.info.frames) : .max
    self.decoder = decoder
    isWhole = true
  }

  var failure: Errno? { decoder?.failure }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    read(into: buffer, silent: 0) { $0.read(into: $1) }
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    read(into: buffer, silent: 0) { $0.read(into: $1) }
  }

  private func read<Sample>(
    into buffer: UnsafeMutableBufferPointer<Sample>, silent: Sample,
    _ decode: (SndfileDecoder, UnsafeMutableBufferPointer<Sample>) -> Int
  ) -> Int {
    let wanted = min(buffer.count / channels, frames - position)
    var done = 0
    while done < wanted {
      let room = UnsafeMutableBufferPointer(rebasing: buffer[(done * channels)..<(wanted * channels)])
      if silence > 0 {
        let count = min(silence, wanted - done)
        room[..<(count * channels)].update(repeating: silent)
        silence -= count
        done += count
        position += count
        continue
      }
      guard let decoder else { break }
      let count = max(0, decode(decoder, room))
      done += count
      position += count
      if done == wanted || failure != nil { break }
      guard rescue() else { break }
    }
    return done
  }

  func seek(toFrame frame: Int) -> Bool {
    guard 0...frames ~= frame else { return false }
    silence = 0
    if !isWhole { decoder = try? SndfileDecoder(FileWindow(file)) }
    isWhole = true
    if let decoder, decoder.seek(toFrame: frame) {
      position = frame
      return true
    }
    return failure == nil && place(at: frame)
  }

  /// Goes to a frame that libsndfile does not find its way to.
  private func place(at frame: Int) -> Bool {
    guard let stream else { return false }
    position = frame
    guard let found = stream.frame(holding: frame) else { return rescue() }
    guard begin(at: found), let decoder else { return false }
    var left = frame - found.frames.lowerBound
    let room = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 4096 * channels)
    defer { room.deallocate() }
    while left > 0 {
      let part = UnsafeMutableBufferPointer(rebasing: room[..<(min(4096, left) * channels)])
      let count = decoder.read(into: part)
      if count <= 0 { return false }
      left -= count
    }
    return true
  }

  /// Goes on with the first whole frame behind the damage at which the decoder stopped.
  ///
  /// - Returns: false when there is none, or when nothing is damaged here: then frames are missing elsewhere.
  private func rescue() -> Bool {
    guard let stream, stream.frame(holding: position) == nil, let found = stream.frame(from: position),
      found.frames.lowerBound < frames, begin(at: found)
    else { return false }
    silence = found.frames.lowerBound - position
    gaps.append(position..<found.frames.lowerBound)
    return true
  }

  private func begin(at place: FLACStream.Place) -> Bool {
    guard let stream else { return false }
    isWhole = false
    decoder = try? SndfileDecoder(FileWindow(file, range: place.offset..<file.count, head: stream.head))
    return decoder != nil
  }
}
