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
  /// Where the frames are; made only when the file is damaged, or may be longer than it promises.
  private lazy var stream: FLACStream? = {
    isSearched = true
    return FLACStream(file)
  }()
  private var isSearched = false
  private var decoder: SndfileDecoder?
  /// True while the decoder reads the whole file, and so can jump.
  private var isWhole: Bool
  private var position = 0
  /// Frames of silence to deliver before those of the decoder.
  private var silence = 0
  private var found = FoundRanges(), suspected = FoundRanges()
  var gaps: [FrameRange] { found.list }
  var doubts: [FrameRange] { suspected.list }
  /// The frame at which the current decoder began, if that was behind damage.
  private var resumption: Int?
  private var hasLookedBeyondTheEnd = false
  /// Frames that are decoded at once: few behind damage, and twice as many each time that all goes well, because what is
  /// decoded behind the next damage is decoded again.
  private var stride = Int.max
  /// What the present decoder reads; nil for the first one.
  private var window: FileWindow?
  /// Bytes that the decoders behind damage have read since the last jump, but for the present one.
  private var spentBytes = 0
  /// Why the device did not give the bytes at which the last search ended.
  private var searchFailure: Errno?

  /// - Parameter decoder: of the whole file, at its beginning.
  init(_ file: FileBytes, _ decoder: SndfileDecoder) {
    self.file = file
    channels = Int(decoder.info.channels)
    frames = decoder.info.frames > 0 ? Int(decoder.info.frames) : .max
    self.decoder = decoder
    isWhole = true
    decoder.stepsOverHoles = false
  }

  /// Also of a decoder that could not begin behind damage, and of a search for the next frame.
  var failure: Errno? { decoder?.failure ?? window?.failure ?? searchFailure }
  /// Why nothing follows, when the search for it was given up.
  var trouble: Sentence? {
    guard isSearched, position < frames else { return nil }
    return isExhausted || stream?.isAbandoned == true ? SearchEnded.damage.clause : nil
  }

  /// Each hole takes another decoder, which reads ahead: in a file of short frames with holes between them, thousands of
  /// times what there is.
  private var isExhausted: Bool { spentBytes > 8 * file.count + 1 << 24 }

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
    // What a device did not give a moment ago, it may give now.
    searchFailure = nil
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
        stride = max(1, stream?.blockSize ?? 4096)
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
    (silence, spentBytes, searchFailure) = (0, 0, nil)
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
      if decoder?.hasMetDamage == true { suspected.add(position..<position + max(1, count)) }
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
    guard let stream, !isExhausted else { return false }
    guard let found = stream.frame(holding: position) else { return rescue() }
    // A decoder that has just begun with this frame would fail again: it only looks like one.
    guard resumption != position else { return rescue(from: found.frames.upperBound) }
    guard begin(at: found) else { return failure == nil && rescue(from: found.frames.upperBound) }
    resumption = position
    return skip(position - found.frames.lowerBound)
  }

  /// Continues with the first whole frame behind the damage at the current position.
  ///
  /// - Parameter sample: with which that frame begins at the earliest, where it is not the current position.
  /// - Returns: false when there is none.
  private func rescue(from sample: Int? = nil) -> Bool {
    guard let stream else { return false }
    guard let found = stream.frame(from: sample ?? position) else {
      searchFailure = stream.unreadableOffset.flatMap { readError(at: $0) }
      return false
    }
    let lost = found.frames.lowerBound - position
    // When the bytes between cannot have held so many samples, the frame's number is damaged, even if its checksum is
    // right.
    guard found.frames.lowerBound < frames, stream.canHold(lost, before: found, from: position),
      begin(at: found)
    else {
      // Where the device fails, nobody knows what is damaged.
      if failure == nil { suspected.add(position..<position + 1) }
      return false
    }
    resumption = found.frames.lowerBound
    silence = lost
    self.found.add(position..<found.frames.lowerBound)
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

  /// The device's error at a byte; nil when it can be read, or the file ends there.
  private func readError(at offset: Int) -> Errno? {
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { file.read(into: $0, at: offset).failure }
  }

  private func begin(at place: FLACStream.Place) -> Bool {
    guard let stream else { return false }
    // The decoder of the whole file may have read it many times, for jumps: that costs holes nothing.
    if !isWhole { spentBytes += window?.bytesRead ?? 0 }
    isWhole = false
    open(FileWindow(file, range: place.offset..<file.count, head: stream.head, portion: 512))
    return decoder != nil
  }

  private func open(_ window: FileWindow) {
    self.window = window
    decoder = try? SndfileDecoder(window)
    decoder?.stepsOverHoles = false
  }
}
