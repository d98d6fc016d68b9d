// MPEGDecoder.swift
// The one place that calls libmpg123. It gets one whole frame after the other, which `MPEGStream` finds, because the
// library's own search takes noise for frames and ends there. Silence fills the gaps. One thread at a time.
// Sound: the handle lives from init to deinit, every buffer is passed with its own length, and the pointer to a decoded
// frame is dropped before the library is called again.

import AudioFormats
import CMPG123
import CNotes
import Decoding
import HostIO
import SystemPackage
import WaveformCore

/// An MP3 or MP2 file, whole or not.
final class MPEGDecoder: Decoder {
  let channels: Int
  /// Frames per second.
  let sampleRate: Int
  /// The frames that the first recording in the file promises; nil when it does not.
  let framesPromised: Int?
  private let file: FileBytes
  private let handle: OpaquePointer
  /// What is decoded: the present one of several recordings in the file.
  private var stream: MPEGStream
  /// The first of them, while a later one is decoded: what it knows of the file is not searched again.
  private var firstStream: MPEGStream?
  /// The frames with which the present one begins and ends; `.max` when its end is unknown.
  private var beginning = 0, end: Int
  private var position = 0
  /// Samples that are decoded and not delivered: those of encoder and decoder in front, and those before a jump's end.
  private var skipped: Int
  /// Frames of silence that come first, then those of a decoded frame that were not delivered yet.
  private var silence = 0
  private var ready = 0..<0
  /// The decoded frame, in memory of the library's that lasts until the next one.
  private var frame = UnsafeBufferPointer<Float>(start: nil, count: 0)
  private(set) var failure: Errno?
  private var found = FoundRanges(), suspected = FoundRanges()
  var gaps: [FrameRange] { found.list }
  var doubts: [FrameRange] { suspected.list }
  /// A recording that follows in the same file and does not fit on.
  private(set) var following: FollowingRecording?
  /// True at the end.
  private var isOver = false
  /// Frames without any sound since the library began anew: those that it cannot decode are among them. Behind each of
  /// these it counts all that it has had, so it begins anew after some.
  private(set) var silentFrames = 0
  static let mostSilentFrames = 1024

  /// Bytes that the library got since it began anew, and those after which nothing of what went before can be missing: a
  /// frame refers to 511 bytes of sound before it, and half of the shortest ones is no sound.
  private var givenBytes = 0
  private static let enoughBytes = 2048
  /// Whether the library could not make out the last frame.
  private var hasErrors = false

  /// Frames that a decoder needs to be itself: at the lowest bit rate so many hold the bytes that one may refer to.
  private static let framesBefore = 32

  /// - Parameter start: the byte with which the first frame begins.
  /// - Returns: nil when none begins there, or memory is short.
  init?(_ file: FileBytes, from start: Int) {
    guard let stream = MPEGStream(file, from: start), let handle = mpg123_new(nil, nil) else { return nil }
    self.file = file
    self.handle = handle
    self.stream = stream
    channels = stream.first.channels
    sampleRate = stream.first.sampleRate
    framesPromised = stream.length
    end = stream.length ?? .max
    skipped = stream.delay
    // Not quiet: what it says of a frame is the only word about sound that is destroyed behind a whole head.
    let add = MPG123_IGNORE_INFOFRAME.rawValue | MPG123_NO_READAHEAD.rawValue
    mpg123_param(handle, MPG123_ADD_FLAGS, Int(add), 0)
    mpg123_param(handle, MPG123_REMOVE_FLAGS, Int(MPG123_GAPLESS.rawValue | MPG123_AUTO_RESAMPLE.rawValue), 0)
    mpg123_format_none(handle)
    mpg123_format(handle, sampleRate, Int32(channels), Int32(MPG123_ENC_FLOAT_32.rawValue))
    restart()
  }

  deinit { mpg123_delete(handle) }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    readRounded(into: buffer, channels: channels)
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    let wanted = buffer.count / channels
    var done = 0
    while done < wanted {
      if position == end, !lookFurther() { break }
      let room = UnsafeMutableBufferPointer(rebasing: buffer[(done * channels)..<(wanted * channels)])
      var count = min(wanted - done, end - position)
      if silence > 0 {
        count = min(count, silence)
        room[..<(count * channels)].update(repeating: 0)
        silence -= count
      } else if !ready.isEmpty {
        count = min(count, ready.count)
        let samples = frame[(ready.lowerBound * channels)..<((ready.lowerBound + count) * channels)]
        _ = room.update(fromContentsOf: samples)
        ready = ready.lowerBound + count..<ready.upperBound
      } else if advance() {
        continue
      } else {
        break
      }
      done += count
      position += count
    }
    return done
  }

  func seek(toFrame frame: Int) -> Bool { seek(toFrame: frame, framesBefore: Self.framesBefore) }

  func seekNear(toFrame frame: Int) -> Int? { seek(toFrame: frame, framesBefore: 2) ? frame : nil }

  /// - Returns: false when the first recording has no such frame, or the device fails before it; it then stands where
  ///   it stood, and what was learnt of the file stays known.
  private func seek(toFrame frame: Int, framesBefore: Int) -> Bool {
    guard 0...(framesPromised ?? Int.max / 2) ~= frame else { return false }
    let skipped =
      firstStream == nil
      ? Self.reach(frame, in: &stream, framesBefore: framesBefore)
      : Self.reach(frame, in: &firstStream!, framesBefore: framesBefore)
    guard let skipped else {
      failure = deviceError(at: (firstStream ?? stream).unreadableOffset)
      return false
    }
    begin(firstStream ?? stream, skipping: skipped)
    firstStream = nil
    (beginning, end, position) = (0, framesPromised ?? .max, frame)
    return true
  }

  /// Makes a recording stand so far before one of its frames that it is decoded rightly.
  ///
  /// - Returns: samples to drop there; nil when it has no such frame.
  private static func reach(_ frame: Int, in stream: inout MPEGStream, framesBefore: Int) -> Int? {
    let samples = stream.first.samples, place = frame + stream.delay
    return stream.seek(toFrame: place / samples, before: framesBefore).map { place - $0 * samples }
  }

  /// In what follows the first of several recordings there is no way back and forth.
  var jumpsAreLost: Bool { firstStream != nil }

  private func begin(_ stream: MPEGStream, skipping count: Int) {
    self.stream = stream
    (skipped, silence, ready, isOver, failure) = (count, 0, 0..<0, false, nil)
    restart()
  }

  /// Makes the library forget everything that came before.
  private func restart() {
    mpg123_open_feed(handle)
    (silentFrames, givenBytes) = (0, 0)
  }

  /// The same, and decodes some frames again, so that what follows is as if nothing had been forgotten.
  private func renew() {
    silentFrames = 0
    let skipped = Self.reach(position - beginning, in: &stream, framesBefore: Self.framesBefore)
    if let skipped { begin(stream, skipping: skipped) }
  }

  /// Decodes the next frame, or goes on behind damage.
  ///
  /// - Returns: false when nothing follows.
  private func advance() -> Bool {
    guard !isOver else { return false }
    if silentFrames >= Self.mostSilentFrames, skipped == 0 { renew() }
    let samples = stream.first.samples
    switch stream.next() {
    case .frame(let place):
      if stream.withBytes(of: place, decode) {
        ready = 0..<samples
        if frame.allSatisfy({ $0 == 0 }) { silentFrames += 1 }
        // Bytes of one frame may lie among those of the frame before, and each sounds on in the next.
        let start = position - skipped
        if hasErrors, start + 2 * samples > beginning {
          suspected.add(max(beginning, start - samples)..<min(end, start + 2 * samples))
        }
      } else {
        restart()
        silence = samples
      }
    case .hole(let count):
      // What comes next must not be mixed with what came before.
      restart()
      silence = count * samples
      if count == 0, skipped == 0 {
        suspected.add(
          stream.isAtEnd ? max(beginning, position - samples)..<position : position..<position + 2 * samples)
      }
    case nil:
      isOver = true
      failure = deviceError(at: stream.unreadableOffset)
      return false
    }
    // All of it, also after a jump into its middle: so it is the same gap from wherever one comes.
    let gap = (from: max(beginning, position - skipped), to: position - skipped + silence)
    let count = min(skipped, silence + ready.count)
    skipped -= count
    if silence > 0 {
      silence -= count
      if silence > 0 { found.add(gap.from..<min(end, gap.to)) }
    } else {
      ready = ready.lowerBound + count..<ready.upperBound
    }
    return true
  }

  /// Makes a frame's bytes samples.
  ///
  /// - Returns: false where they are damaged in a way that gives none.
  private func decode(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var errors: UInt32 = 0
    let isDecoded = withUnsafeMutablePointer(to: &errors) { errors in
      barline_count_errors(errors)
      defer { barline_count_errors(nil) }
      return decodeAlone(bytes)
    }
    hasErrors = errors > 0 && givenBytes >= Self.enoughBytes
    givenBytes += bytes.count
    return isDecoded
  }

  private func decodeAlone(_ bytes: UnsafeRawBufferPointer) -> Bool {
    mpg123_feed(handle, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    var number = 0, count = 0
    var audio: UnsafeMutablePointer<UInt8>?
    var status = Int32(MPG123_NEW_FORMAT.rawValue)
    while status == MPG123_NEW_FORMAT.rawValue {
      status = mpg123_decode_frame(handle, &number, &audio, &count)
    }
    let all = UnsafeRawBufferPointer(start: audio, count: count).bindMemory(to: Float.self)
    frame = all
    return status == MPG123_OK.rawValue && all.count == stream.first.samples * channels
  }

  /// Looks for frames behind those that the tag promises: files are put together without a look at their tags.
  ///
  /// - Returns: false when there are none that fit on.
  private func lookFurther() -> Bool {
    guard !isOver, failure == nil else { return false }
    isOver = true
    let next = stream.continuation()
    guard let next, let more = MPEGStream(file, from: next, behind: stream) else {
      // Where the device fails, something may follow all the same.
      failure = deviceError(at: next ?? stream.unreadableOffset)
      return false
    }
    guard more.first.channels == channels, more.first.sampleRate == sampleRate else {
      following = FollowingRecording(channels: more.first.channels, sampleRate: more.first.sampleRate)
      return false
    }
    if firstStream == nil { firstStream = stream }
    begin(more, skipping: more.delay)
    beginning = position
    end = more.length.map { position + $0 } ?? .max
    return true
  }

  /// Why the bytes from `offset` on could not be read, when it was the device and not the end of a file that was cut
  /// meanwhile: what can be read by now was missed all the same.
  private func deviceError(at offset: Int?) -> Errno? {
    guard let offset else { return nil }
    let byte = withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { file.read(into: $0, at: offset) }
    return byte.failure ?? (byte.count > 0 ? .ioError : nil)
  }
}
