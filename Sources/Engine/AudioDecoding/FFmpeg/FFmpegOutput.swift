// FFmpegOutput.swift
// What an ffmpeg process sends through its pipe: blocks of samples with their times, and complaints. Belongs to one thread at
// a time; any thread may end the process.

import AudioFormats
import HostIO

/// The samples of a child process as they come.
final class FFmpegOutput {
  let process: ChildProcess
  private let stream: FFmpegStream
  private(set) var stop: SearchStop
  private(set) var hasComplained = false
  /// True once it said that the system gave it no memory, or no thread.
  private(set) var lacksMemory = false

  private var nut = NUTStream()
  /// Bytes from the pipe that were not parsed yet.
  private let received = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
  private var unread = 0..<0
  /// How often bytes were received.
  private var receipts = 0

  /// Seconds after which a child that sends nothing is given up.
  static let patience = 60

  init(_ file: FileBytes, _ stream: FFmpegStream) throws(ChildProcess.Failure) {
    process = try FFmpeg.decode(file, stream)
    self.stream = stream
    stop = SearchStop(file)
  }

  deinit { received.deallocate() }

  /// The head of the next block; its samples are received then.
  ///
  /// - Returns: nil at the end.
  func nextBlock() -> NUTStream.Block? {
    let block = nut.block { receiveMost($0) == $0.count }
    if block == nil { listen() }
    return block
  }

  /// Fills `bytes`, as far as the process sends enough.
  ///
  /// - Returns: how many.
  func receiveMost(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < bytes.count {
      let count = receive(UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// The next bytes that the process has sent.
  ///
  /// - Returns: how many; 0 at the end.
  func receive(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
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
    let words = process.complaints()
    if FFmpegComplaints(words, about: stream).areSerious { hasComplained = true }
    if FFmpegOpening.lacksMemory(String(decoding: words, as: UTF8.self)) { lacksMemory = true }
  }
}
