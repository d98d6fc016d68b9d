// FFmpegDecoder.swift
// Samples that an ffmpeg process decodes. Forwards only: to go back, another process is started. Belongs to one thread
// at a time; any thread may end `child`.
//
// ffmpeg skips what it cannot decode, and still exits with success. So its samples come with their times, if the
// container has any: where they tell that samples are missing (`SampleClock`), silence of the same length is put in. Its
// complaints are read as well: when they left no gap, their place is found by decoding once more. A sound that begins later
// than the pictures beside it begins with silence, too: all times then are those of the container.

import AudioFormats
import Decoding
import Glibc
import HostIO
import Localization
import SystemPackage
import WaveformCore

/// Samples that a child process decodes.
final class FFmpegDecoder: Decoder {
  private let output: FFmpegOutput
  var child: (any Interruptible)? { output.process }
  private let file: FileBytes
  private let stream: FFmpegStream
  /// Frames that were delivered.
  private var position = 0
  /// The frame at which the recording ends; nil when unknown or found to be wrong.
  private var end: Int?
  /// Bytes behind the promised end that were read, and turned out to belong to the recording.
  private var ahead: ArraySlice<UInt8> = []
  private var isOver = false

  /// Bytes of the current block that were not received yet, and those of it that were received in advance.
  private var left = 0
  private var kept: ArraySlice<UInt8> = []
  /// Decoded bytes, silence included.
  private var decodedBytes = 0
  /// The container's clock; nil where it has none.
  private var clock: SampleClock?
  /// Blocks that were read in advance, to ask for their times.
  private var waiting: [Waiting] = []
  /// Frames of silence to deliver before the current block.
  private var silence = 0
  private(set) var gaps: [FrameRange] = []
  private(set) var doubts: [FrameRange] = []

  /// Frames that the last packet may hold beyond the end: two of the longest packets (AAC with doubled rate, WMA).
  static let packetLimit = 8192
  /// Gaps and doubts that are kept, of each: nobody may fill our memory with them.
  private static let mostRanges = 1 << 20
  /// Bytes that are read in advance at most.
  private static let mostInAdvance = 16 << 20

  /// A block of samples that is not delivered yet.
  private struct Waiting {
    let block: NUTStream.Block
    /// Its samples; nil when they are still in the pipe, which only the last one's can be.
    var bytes: [UInt8]?
  }

  init(_ file: FileBytes, _ stream: FFmpegStream) throws(ChildProcess.Failure) {
    output = try FFmpegOutput(file, stream)
    self.file = file
    self.stream = stream
    end = stream.end
    silence = stream.delay
    clock = stream.precision.map {
      SampleClock($0, sampleRate: stream.sampleRate, zero: stream.zero)
    }
  }

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
  var failure: Errno? { isOver && output.hasComplained ? deviceFailure : nil }
  private lazy var deviceFailure = file.readErrorAnywhere()

  var trouble: Sentence? {
    guard isOver, end != position else { return nil }
    if isEndless { return DecoderSession.nonsense }
    if let reason = output.stop.reason { return reason.clause }
    if output.stop.isSilent {
      return Sentence(
        "ffmpeg, which decodes it, has given nothing for \(FFmpegOutput.patience) second",
        plural: "ffmpeg, which decodes it, has given nothing for \(FFmpegOutput.patience) seconds",
        count: FFmpegOutput.patience)
    }
    let end = output.process.wait(atMost: 5)
    if let reason = FFmpegOpening.reason(end, lacksMemory: output.lacksMemory) { return reason }
    return switch end {
    case .exit(0): nil
    case _ where isExhausted: SearchEnded.damage.clause
    case .exit: Sentence("ffmpeg could not decode what follows")
    case .signal: Sentence("ffmpeg, which decodes it, ended unexpectedly")
    }
  }

  /// True when it was ended for the processor time it took (`Limits.setForProgram`). ffmpeg ends with 255 for a signal that
  /// it handles.
  private var isExhausted: Bool { [.exit(255), .signal(SIGXCPU)].contains(output.process.wait(atMost: 5)) }

  /// The places of ffmpeg's complaints, unless gaps show them already.
  func findDoubts(goesOn: () -> Bool) -> [FrameRange] {
    // One that was given up would not come to an end the second time either.
    guard output.hasComplained, gaps.isEmpty, !output.stop.isSilent, output.stop.reason == nil, !isExhausted
    else { return doubts }
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
        let part = UnsafeMutableRawBufferPointer(rebasing: room[..<min(left, room.count)])
        let count = kept.isEmpty ? output.receive(part) : takeKept(part)
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
    if waiting.isEmpty {
      guard let block = output.nextBlock() else { return false }
      waiting.append(Waiting(block: block))
    }
    silence = missing()
    if silence > 0 { gaps.append(decoded..<decoded + silence) }
    let next = waiting.removeFirst()
    left = next.bytes?.count ?? next.block.byteCount
    kept = next.bytes?[...] ?? []
    return true
  }

  /// Reads further blocks until enough of them wait to ask for their times.
  private func readInAdvance() {
    var room = Self.mostInAdvance - waiting.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
    while waiting.count < SampleClock.witnesses, let last = waiting.last {
      if last.bytes == nil {
        guard last.block.byteCount <= room else { return }
        room -= last.block.byteCount
        waiting[waiting.count - 1].bytes = [UInt8](unsafeUninitializedCapacity: last.block.byteCount) {
          $1 = output.receiveMost(UnsafeMutableRawBufferPointer($0))
        }
      }
      guard let block = output.nextBlock() else { return }
      waiting.append(Waiting(block: block))
    }
  }

  /// Frames that are missing before the first of the blocks that wait.
  private func missing() -> Int {
    guard let first = waiting.first?.block, clock != nil else { return 0 }
    var delays = [clock!.delay(of: first.start, at: decoded)]
    if clock!.isLate(delays[0]) {
      readInAdvance()
      var position = decoded
      delays = waiting.map { next in
        defer { position += next.block.byteCount / bytesPerFrame }
        return clock!.delay(of: next.block.start, at: position)
      }
    }
    let missing = clock!.missing(before: delays, frames: first.byteCount / bytesPerFrame)
    guard missing > 0 else { return 0 }
    // A time beyond the recording is itself damaged; and no recording has so many gaps.
    guard let promised = stream.promised, decoded + missing <= promised + stream.sampleRate,
      gaps.count < Self.mostRanges
    else {
      clock!.takeBack(missing)
      let doubt = decoded..<decoded + 1
      if doubts.last != doubt, doubts.count < Self.mostRanges { doubts.append(doubt) }
      return 0
    }
    return missing
  }

  /// Bytes of the current block that were received in advance.
  ///
  /// - Returns: how many.
  private func takeKept(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(kept.count, bytes.count)
    bytes.copyBytes(from: kept.prefix(count))
    kept = kept.dropFirst(count)
    return count
  }
}
