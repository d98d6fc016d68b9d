// FLACDecoder.swift
// Decodes FLAC with libsndfile, which stops exactly before damaged bytes. Frames behind the damage are found by
// their checksums and keep their place; silence fills the gap. One thread at a time.

import AudioFormats
import Decoding
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// A FLAC file, whole or not.
final class FLACDecoder: Decoder {
  private let file: FileBytes
  private let channels: Int
  /// The frames that the file promises; `.max` when it promises none, or more follow.
  private var frames: Int
  /// Needed only when the file is damaged.
  private lazy var stream = FLACStream(file)
  private var decoder: SndfileDecoder?
  /// True while the decoder reads the whole file, and so can jump.
  private var isWhole: Bool
  private var position = 0
  /// Frames of silence to deliver before those of the decoder.
  private var silence = 0
  private(set) var gaps: [FrameRange] = []
  /// The frame at which the current decoder began, if that was behind damage.
  private var resumption: Int?
  private(set) var doubts: [FrameRange] = []
  private var hasLookedBeyondTheEnd = false
  /// Frames that are decoded at once: few behind damage, and twice as many each time that all goes well, because what is
  /// decoded behind the next damage is decoded again.
  private var stride = Int.max
  private static let shortStride = 4096

  /// - Parameter decoder: of the whole file, at its beginning.
  init(_ file: FileBytes, _ decoder: SndfileDecoder) {
    self.file = file
    channels = Int(decoder.info.channels)
    frames = decoder.info.frames > 0 ? Int(decoder.info.frames) : .max
    self.decoder = decoder
    isWhole = true
    decoder.stepsOverHoles = false
  }

  var failure: Errno? { decoder?.failure }
  /// Why nothing follows, when the search for it was given up.
  var trouble: Sentence? {
    position < frames && stream?.isAbandoned == true ? SearchEnded.damage.clause : nil
  }

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
    if position == frames { lookBeyondTheEnd() }
    let wanted = min(buffer.count / channels, frames - position)
    var done = 0
    while done < wanted {
      let end = min(wanted - done, stride) + done
      let room = UnsafeMutableBufferPointer(rebasing: buffer[(done * channels)..<(end * channels)])
      if silence > 0 {
        let count = min(silence, end - done)
        room[..<(count * channels)].update(repeating: silent)
        silence -= count
        done += count
        position += count
        continue
      }
      guard let decoder else { break }
      var count = max(0, decode(decoder, room))
      if failure == nil, count < end - done || decoder.hasMetDamage {
        count = min(count, wholeFrames(count))
        done += count
        position += count
        stride = Self.shortStride
        // Frames after the damage are either found and placed behind it, or do not exist.
        guard done < wanted, goOn() else { break }
        continue
      }
      done += count
      position += count
      stride = stride > .max / 2 ? .max : stride * 2
      if failure != nil { break }
    }
    return done
  }

  func seek(toFrame frame: Int) -> Bool {
    guard 0...frames ~= frame else { return false }
    silence = 0
    if !isWhole || decoder?.hasMetDamage == true || decoder?.isStopped == true { open(FileWindow(file)) }
    (isWhole, resumption) = (true, nil)
    if let decoder, decoder.seek(toFrame: frame), !decoder.hasMetDamage {
      position = frame
      return true
    }
    return failure == nil && place(at: frame)
  }

  /// Goes to a frame to which libsndfile cannot jump.
  private func place(at frame: Int) -> Bool {
    guard let stream else { return false }
    position = frame
    guard let found = stream.frame(holding: frame) else { return rescue() }
    guard begin(at: found) else { return false }
    return skip(frame - found.frames.lowerBound)
  }

  /// Decodes and drops frames.
  private func skip(_ count: Int) -> Bool {
    guard let decoder else { return false }
    var left = count
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

  /// How many of the next `count` frames come from undamaged data. For the rest, versions of the library differ: they
  /// deliver nothing, silence, or too few frames.
  private func wholeFrames(_ count: Int) -> Int {
    guard let stream else {
      if decoder?.hasMetDamage == true { doubts.append(position..<position + max(1, count)) }
      return count
    }
    guard let hole = stream.hole(from: position, to: position + count) else { return count }
    return max(0, hole.lowerBound - position)
  }

  /// Continues where the decoder is not reliable any more: with the current frame, if it is whole, or behind the
  /// damage.
  ///
  /// - Returns: false when nothing follows.
  private func goOn() -> Bool {
    guard let stream else { return false }
    guard let found = stream.frame(holding: position) else { return rescue() }
    // A decoder that has just begun with this frame would fail again: it only looks like one.
    guard resumption != position, begin(at: found) else { return rescue(from: found.frames.upperBound) }
    resumption = position
    return skip(position - found.frames.lowerBound)
  }

  /// Continues with the first whole frame behind the damage at the current position.
  ///
  /// - Parameter sample: with which that frame begins at the earliest, where it is not the current position.
  /// - Returns: false when there is none.
  private func rescue(from sample: Int? = nil) -> Bool {
    guard let stream, let found = stream.frame(from: sample ?? position) else { return false }
    let lost = found.frames.lowerBound - position
    // When the bytes between cannot have held so many samples, the frame's number is damaged, even if its checksum is
    // right.
    guard found.frames.lowerBound < frames, stream.canHold(lost, before: found, from: position),
      begin(at: found)
    else {
      doubts.append(position..<position + 1)
      return false
    }
    resumption = found.frames.lowerBound
    silence = lost
    gaps.append(position..<found.frames.lowerBound)
    return true
  }

  /// A damaged header may promise too little: then the frames behind that length belong to the recording, too.
  private func lookBeyondTheEnd() {
    guard !hasLookedBeyondTheEnd, failure == nil else { return }
    hasLookedBeyondTheEnd = true
    guard let stream, let next = stream.frame(holding: position), begin(at: next),
      skip(position - next.frames.lowerBound)
    else { return }
    frames = .max
  }

  private func begin(at place: FLACStream.Place) -> Bool {
    guard let stream else { return false }
    isWhole = false
    open(FileWindow(file, range: place.offset..<file.count, head: stream.head))
    return decoder != nil
  }

  private func open(_ window: FileWindow) {
    decoder = try? SndfileDecoder(window)
    decoder?.stepsOverHoles = false
  }
}
