// FFmpegDecoder.swift
// Samples that an ffmpeg decodes for us. Forwards only: to go back, another one is started. Belongs to one thread at
// a time; `child` may be ended by any.

import SystemPackage

/// A child process that decodes.
final class FFmpegDecoder: Decoder {
  let child: ChildProcess
  private let stream: FFmpegStream
  /// Frames that were given out.
  private var position = 0
  /// The frame at which the recording ends, as long as that is believed.
  private var end: Int?
  /// Bytes that were read ahead.
  private var ahead: ArraySlice<UInt8> = []
  private var isOver = false

  /// Frames that the last packet may hold beyond the end: two of the longest (AAC with doubled rate, WMA).
  static let packetLimit = 8192

  init(_ file: FileBytes, _ stream: FFmpegStream) throws(ChildProcess.Failure) {
    child = try FFmpeg.decode(file, stream)
    self.stream = stream
    end = stream.end
  }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    if stream.encoding == .s16le { return take(UnsafeMutableRawBufferPointer(buffer)) }
    return convert(buffer) { SampleConversion.convert($0, stream.encoding, $1, into: $2) }
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    if stream.encoding == .f32le { return take(UnsafeMutableRawBufferPointer(buffer)) }
    return convert(buffer) { SampleConversion.convert($0, stream.encoding, $1, into: $2) }
  }

  /// - Returns: false but for where it stands already: the child knows one direction.
  func seek(toFrame frame: Int) -> Bool { frame == position }

  /// The device's failures are the child's; what it says of them is in `trouble`.
  var failure: Errno? { nil }

  var trouble: String? {
    guard isOver, end != position else { return nil }
    return switch child.wait() {
    case .exit(0): nil
    case .exit: "ffmpeg could not decode what follows"
    case .signal: "ffmpeg, which decodes it, ended unexpectedly"
    }
  }

  private var bytesPerFrame: Int { stream.encoding.byteCount * stream.channels }

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

  /// Looks behind the end of the recording. A rest of a packet is none of it; whole packets mean that the end was
  /// wrong.
  private func goesOn() -> Bool {
    var rest = [UInt8](repeating: 0, count: (Self.packetLimit + 1) * bytesPerFrame)
    let count = rest.withUnsafeMutableBytes { fill($0) }
    isOver = count < rest.count
    guard !isOver else { return false }
    ahead = rest[...]
    end = nil
    return true
  }

  private func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    let known = min(ahead.count, bytes.count)
    if known > 0 {
      bytes.copyBytes(from: ahead.prefix(known))
      ahead = ahead.dropFirst(known)
    }
    guard known < bytes.count else { return known }
    return known + child.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[known...]))
  }
}
