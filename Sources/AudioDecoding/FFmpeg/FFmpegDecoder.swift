// FFmpegDecoder.swift
// Samples that an ffmpeg process decodes. Forwards only: to go back, another process is started. Belongs to one thread
// at a time; any thread may end `child`.
//
// ffmpeg skips what it cannot decode, and still exits with success. So its samples come with their times, if the
// container has any: a gap between two packets becomes silence of the same length. Its complaints are read as well:
// when they left no gap, their place is found by decoding once more.

import AudioFormats
import Decoding
import Glibc
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// Samples that a child process decodes.
final class FFmpegDecoder: Decoder {
  private let process: ChildProcess
  var child: (any Interruptible)? { process }
  private let file: FileBytes
  private let stream: FFmpegStream
  /// Frames that were delivered.
  private var position = 0
  /// The frame at which the recording ends; nil when unknown or found to be wrong.
  private var end: Int?
  /// Bytes behind the promised end that were read, and turned out to belong to the recording.
  private var ahead: ArraySlice<UInt8> = []
  private var isOver = false
  private var stop: SearchStop

  private var nut = NUTStream()
  /// Bytes from the pipe that were not parsed yet.
  private let received = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
  private var unread = 0..<0
  /// How often bytes were received.
  private var receipts = 0
  /// Bytes of the current block that were not received yet.
  private var left = 0
  /// Decoded bytes, silence included, and the time at which they end by the container's clock (nil before the first
  /// block).
  private var decodedBytes = 0
  private var expected: Int?
  /// Frames of silence to deliver before the current block.
  private var silence = 0
  private(set) var gaps: [FrameRange] = []
  private(set) var doubts: [FrameRange] = []
  private var hasComplained = false

  /// Frames that the last packet may hold beyond the end: two of the longest packets (AAC with doubled rate, WMA).
  static let packetLimit = 8192
  /// Gaps and doubts that are kept, of each: nobody may fill our memory with them.
  private static let mostRanges = 1 << 20
  /// Seconds after which a child that sends nothing is given up.
  private static let patience = 60

  init(_ file: FileBytes, _ stream: FFmpegStream) throws(ChildProcess.Failure) {
    process = try FFmpeg.decode(file, stream)
    self.file = file
    self.stream = stream
    stop = SearchStop(file)
    end = stream.end
  }

  deinit { received.deallocate() }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    if stream.encoding == .s16le { return take(UnsafeMutableRawBufferPointer(buffer)) }
    return convert(buffer) { SampleConversion.convert($0, stream.encoding, $1, into: $2) }
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    if stream.encoding == .f32le { return take(UnsafeMutableRawBufferPointer(buffer)) }
    return convert(buffer) { SampleConversion.convert($0, stream.encoding, $1, into: $2) }
  }

  func read(into buffer: UnsafeMutableBufferPointer<Int32>) -> Int {
    if stream.encoding == .s32le { return take(UnsafeMutableRawBufferPointer(buffer)) }
    return convert(buffer) { SampleConversion.convert($0, stream.encoding, $1, into: $2) }
  }

  /// - Returns: false except for the current position, because the process only goes forwards.
  func seek(toFrame frame: Int) -> Bool { frame == position }

  /// ffmpeg takes a failing device for the end of the file. So when it complained, the whole file is read once to see.
  var failure: Errno? { isOver && hasComplained ? deviceFailure : nil }
  private lazy var deviceFailure = file.readErrorAnywhere()

  var trouble: Sentence? {
    guard isOver, end != position else { return nil }
    if isEndless { return DecoderSession.nonsense }
    if let reason = stop.reason { return reason.clause }
    if stop.isSilent {
      return Sentence(
        "ffmpeg, which decodes it, has given nothing for \(Self.patience) second",
        plural: "ffmpeg, which decodes it, has given nothing for \(Self.patience) seconds",
        count: Self.patience)
    }
    let end = process.wait(atMost: 5)
    if DecoderProgram.failure(end) == .forbidden { return FFmpegOpening.forbidden }
    return switch end {
    case .exit(0): nil
    case _ where isExhausted: SearchEnded.damage.clause
    case .exit: Sentence("ffmpeg could not decode what follows")
    case .signal: Sentence("ffmpeg, which decodes it, ended unexpectedly")
    }
  }

  /// True when it was ended for the processor time it took (`Limits.setForProgram`). ffmpeg ends with 255 for a signal that
  /// it handles.
  private var isExhausted: Bool { [.exit(255), .signal(SIGXCPU)].contains(process.wait(atMost: 5)) }

  /// The places of ffmpeg's complaints, unless gaps show them already.
  func findDoubts(goesOn: () -> Bool) -> [FrameRange] {
    // One that was given up would not come to an end the second time either.
    guard hasComplained, gaps.isEmpty, !stop.isSilent, stop.reason == nil, !isExhausted else { return doubts }
    return FFmpegTrace.places(file, stream, goesOn: goesOn)
  }

  private var bytesPerFrame: Int { stream.encoding.byteCount * stream.channels }
  private var decoded: Int { decodedBytes / bytesPerFrame }
  /// True when it has given more than any file of that length holds: it would go on for ever.
  private var isEndless: Bool { decoded > AudioDescription.plausibleFrames(inBytes: file.count) }

  private func convert<Sample>(
    _ buffer: UnsafeMutableBufferPointer<Sample>,
    _ body: (UnsafeRawPointer, Int, UnsafeMutablePointer<Sample>) -> Void
  ) -> Int {
    let wanted = buffer.count / stream.channels
    let room = min(wanted, max(1, 65_536 / bytesPerFrame))
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: room * bytesPerFrame, alignment: 16)
    defer { bytes.deallocate() }
    var done = 0
    while done < wanted {
      let part = UnsafeMutableRawBufferPointer(rebasing: bytes[..<(min(room, wanted - done) * bytesPerFrame)])
      let count = take(part)
      body(bytes.baseAddress!, count * stream.channels, buffer.baseAddress! + done * stream.channels)
      done += count
      if count * bytesPerFrame < part.count { break }
    }
    return done
  }

  /// Fills `bytes` with whole frames up to the end of the recording.
  ///
  /// - Returns: frames.
  private func take(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    var wanted = bytes.count / bytesPerFrame
    if let end, position + wanted > end {
      if position == end, !goesOn() { return 0 }
      if self.end != nil { wanted = end - position }
    }
    let filled = fill(UnsafeMutableRawBufferPointer(rebasing: bytes[..<(wanted * bytesPerFrame)]))
    let frames = filled / bytesPerFrame
    if frames < wanted { isOver = true }
    position += frames
    return frames
  }

  /// Reads behind the promised end. The rest of a packet does not belong to the recording; whole packets mean that the
  /// end was wrong.
  private func goesOn() -> Bool {
    var rest = [UInt8](repeating: 0, count: (Self.packetLimit + 1) * bytesPerFrame)
    let count = rest.withUnsafeMutableBytes { fill($0) }
    isOver = count < rest.count
    guard !isOver else {
      gaps.removeAll { $0.lowerBound >= position }
      return false
    }
    ahead = rest[...]
    end = nil
    return true
  }

  private func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    var done = min(ahead.count, bytes.count)
    if done > 0 {
      bytes.copyBytes(from: ahead.prefix(done))
      ahead = ahead.dropFirst(done)
    }
    while done < bytes.count {
      let room = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      if silence > 0 {
        let count = min(silence, room.count / bytesPerFrame)
        // Never ask for a part of a frame.
        guard count > 0 else { break }
        room[..<(count * bytesPerFrame)].initializeMemory(as: UInt8.self, repeating: 0)
        silence -= count
        decodedBytes += count * bytesPerFrame
        done += count * bytesPerFrame
      } else if left > 0 {
        let count = receive(UnsafeMutableRawBufferPointer(rebasing: room[..<min(left, room.count)]))
        left = count == 0 ? 0 : left - count
        if count == 0 { break }
        decodedBytes += count
        done += count
      } else if isEndless || !begin() {
        break
      }
    }
    return done
  }

  /// Goes to the next block of samples that is not empty.
  ///
  /// - Returns: false at the end.
  private func begin() -> Bool {
    guard
      let block = nut.block({ wanted in
        var filled = 0
        while filled < wanted.count {
          let count = receive(UnsafeMutableRawBufferPointer(rebasing: wanted[filled...]))
          if count == 0 { return false }
          filled += count
        }
        return true
      })
    else {
      listen()
      return false
    }
    left = block.byteCount
    let frames = block.byteCount / bytesPerFrame
    silence = missing(before: block.start)
    if silence > 0 { gaps.append(decoded..<decoded + silence) }
    expected = block.start + frames
    return true
  }

  /// Frames that are missing between the last block and one that begins at `start`.
  private func missing(before start: Int) -> Int {
    let missing: Int
    switch stream.clock {
    case .none: return 0
    case .samples(let first): missing = (expected ?? first).map { start - $0 } ?? 0
    case .milliseconds:
      // This time and the one before are both rounded.
      guard let expected, start - expected > stream.sampleRate / 400 else { return 0 }
      missing = start - expected
    }
    guard missing > 0 else { return 0 }
    // A time beyond the recording is itself damaged; and no recording has so many gaps.
    guard let promised = stream.promised, decoded + missing <= promised + stream.sampleRate,
      gaps.count < Self.mostRanges
    else {
      let doubt = decoded..<decoded + 1
      if doubts.last != doubt, doubts.count < Self.mostRanges { doubts.append(doubt) }
      return 0
    }
    return missing
  }

  /// The next bytes that the process has sent.
  ///
  /// - Returns: how many; 0 at the end.
  private func receive(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    if unread.isEmpty {
      // Large requests are read straight into the caller's memory.
      if bytes.count >= received.count / 4 { return receiveSome(into: bytes) }
      unread = 0..<receiveSome(into: received)
    }
    let count = min(unread.count, bytes.count)
    guard count > 0 else { return 0 }
    bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: received[unread.prefix(count)]))
    unread = unread.dropFirst(count)
    return count
  }

  private func receiveSome(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    let count =
      stop.wantsMore() ? process.readSome(into: bytes, seconds: Self.patience) { stop.goesOn() } : nil
    if count == nil {
      stop.isSilent = true
      process.terminate()
    }
    // The pipe holds many complaints: reading it now and then, and at the end, is enough.
    receipts &+= 1
    if count ?? 0 == 0 || receipts & 15 == 0 { listen() }
    return count ?? 0
  }

  /// Reads the complaints.
  private func listen() {
    // Always empty the pipe, so that later complaints fit into it.
    if FFmpegComplaints(process.complaints(), about: stream).areSerious { hasComplained = true }
  }
}
