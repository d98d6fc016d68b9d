// FileWindow.swift
// Shows a library a stretch of a file as if it were a whole file of constant length; reads by position. It belongs to
// one decoder. It remembers why the device failed, because the libraries only end early then. Libraries ask for as
// little as four bytes at a time, so it reads ahead for small requests. Libraries cannot be interrupted either: one that
// reads far more than its task can need gets nothing any more.

import AudioFormats
import CSndfile
import Decoding
import Glibc
import HostIO
import SystemPackage

/// A stretch of a file with its own position.
final class FileWindow {
  private let file: FileBytes
  private let range: Range<Int>
  /// Bytes that come before those of the file.
  private let head: [UInt8]
  private var position = 0
  /// Bytes of the file that were read ahead: `aheadCount` from `aheadStart` on; empty before the first small request.
  private var ahead = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var aheadStart = 0
  private var aheadCount = 0
  /// Guards against malicious Ogg files; nil for other files.
  private var pages: OggGuard?
  /// The error of the last read that failed.
  private(set) var failure: Errno?
  /// Bytes of the file that were read.
  private(set) var bytesRead = 0
  /// Bytes that the library gets at once, twice as many each time: it would read kilobytes ahead where a hole is next.
  private var portion: Int
  /// Bytes that the library may still read for its present task.
  private var allowance: Int
  /// True when the present task has read too much. For the library the file ends there.
  private(set) var isOverdrawn = false

  /// Why the file seems to end before its end, when it is not the device.
  var searchEnded: SearchEnded? {
    pages?.isExceeded == true ? .falsePages : isOverdrawn ? .damage : nil
  }

  /// What a library may ask of a file at once.
  enum Task {
    /// Opening: a chain of recordings is searched for the end of each.
    case open
    /// The next samples: all that is left, at most.
    case read
    /// So many samples, none of which takes more than eight bytes: a hole has to be found out about by others.
    case samples(Int)
    /// A jump: a search by halves, which takes some hundred kilobytes in a whole file.
    case jump
    /// The same in FLAC, of which holes are crossed by others.
    case shortJump
  }

  /// - Parameters:
  ///   - range: bytes of the file; nil for all of them.
  ///   - head: bytes to show before them.
  ///   - portion: bytes of the file that the first read gives at most; each later one gives twice as many.
  init(_ file: FileBytes, range: Range<Int>? = nil, head: [UInt8] = [], portion: Int = .max) {
    self.file = file
    self.head = head
    self.range = range.map { $0.clamped(to: 0..<file.count) } ?? 0..<file.count
    allowance = 0
    self.portion = portion
    if file.bytes(at: 0, length: 4).has("OggS") { pages = OggGuard() }
    begin(.open)
  }

  deinit { ahead.deallocate() }

  /// Opens libsndfile on this window, which must live as long as the returned handle.
  func open(_ info: inout SF_INFO) -> OpaquePointer? {
    var io = SF_VIRTUAL_IO(
      get_filelen: windowLength, seek: windowSeek, read: windowRead, write: windowWrite, tell: windowTell)
    return sf_open_virtual(&io, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Lets the library read as many bytes as a task can need. Call this before each task.
  func begin(_ task: Task) {
    isOverdrawn = false
    allowance =
      switch task {
      case .open: 8 * length + 1 << 24
      case .read: length + 1 << 20
      case .samples(let count): 8 * count + 1 << 20
      case .jump: length / 8 + 1 << 22
      case .shortJump: 1 << 21
      }
  }

  /// Bytes in the window.
  var length: Int { head.count + range.count }
  /// The next byte to read, counted from the window's beginning.
  var place: Int { position }

  /// Goes to a byte as `lseek` does, even past the end.
  ///
  /// - Returns: the new position; −1 when it is impossible.
  func seek(to offset: Int, from origin: Int32) -> Int {
    let base = origin == SEEK_CUR ? position : origin == SEEK_END ? length : 0
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return -1 }
    position = target
    return target
  }

  /// - Returns: bytes read; fewer than `count` at the end, or where the device fails.
  func read(into buffer: UnsafeMutableRawPointer, count: Int) -> Int {
    if allowance <= 0 { isOverdrawn = true }
    if isOverdrawn || pages?.isExceeded == true { return 0 }
    var done = 0
    if position < head.count {
      let part = head[position..<min(head.count, position + count)]
      part.withUnsafeBytes { buffer.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
      position += part.count
      done = part.count
    }
    let place = position - head.count
    let wanted = min(count - done, max(0, range.count - place), portion)
    let taken = take(
      UnsafeMutableRawBufferPointer(start: buffer + done, count: wanted), at: range.lowerBound + place)
    position += taken
    if taken > 0 { portion = portion >= Self.mostAhead ? .max : 2 * portion }
    allowance -= done + taken
    pages?.look(at: UnsafeRawBufferPointer(start: buffer, count: done + taken), from: position - done - taken)
    return pages?.isExceeded == true ? 0 : done + taken
  }

  private static var mostAhead: Int { 16_384 }

  private func take(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    guard buffer.count < Self.mostAhead / 2, portion == .max else {
      let result = file.read(into: buffer, at: offset)
      bytesRead += result.count
      if let error = result.failure { failure = error }
      return result.count
    }
    var done = 0
    while done < buffer.count {
      let place = offset + done
      if place < aheadStart || place >= aheadStart + aheadCount {
        guard readAhead(from: place) else { break }
      }
      let part = min(buffer.count - done, aheadStart + aheadCount - place)
      (buffer.baseAddress! + done).copyMemory(
        from: ahead.baseAddress! + (place - aheadStart), byteCount: part)
      done += part
    }
    return done
  }

  /// - Returns: false when there are no bytes at `place`.
  private func readAhead(from place: Int) -> Bool {
    if ahead.isEmpty { ahead = .allocate(byteCount: Self.mostAhead, alignment: 16) }
    let count = min(Self.mostAhead, range.upperBound - place)
    let result = file.read(into: UnsafeMutableRawBufferPointer(rebasing: ahead[..<count]), at: place)
    aheadStart = place
    aheadCount = result.count
    bytesRead += result.count
    // Bytes before the fault are delivered first; the read that reaches the fault reports it.
    if result.count == 0, let error = result.failure { failure = error }
    return result.count > 0
  }
}

// Called by libsndfile on the thread that calls it; the window is alive, because its decoder owns both.

private func window(_ pointer: UnsafeMutableRawPointer?) -> FileWindow {
  Unmanaged<FileWindow>.fromOpaque(pointer!).takeUnretainedValue()
}

private func windowLength(_ user: UnsafeMutableRawPointer?) -> sf_count_t { sf_count_t(window(user).length) }

private func windowTell(_ user: UnsafeMutableRawPointer?) -> sf_count_t { sf_count_t(window(user).place) }

private func windowSeek(
  _ offset: sf_count_t, _ origin: Int32, _ user: UnsafeMutableRawPointer?
) -> sf_count_t { sf_count_t(window(user).seek(to: Int(offset), from: origin)) }

private func windowRead(
  _ buffer: UnsafeMutableRawPointer?, _ count: sf_count_t, _ user: UnsafeMutableRawPointer?
) -> sf_count_t {
  guard let buffer, count > 0 else { return 0 }
  return sf_count_t(window(user).read(into: buffer, count: Int(count)))
}

/// Required by libsndfile; writes nothing.
private func windowWrite(
  _ buffer: UnsafeRawPointer?, _ count: sf_count_t, _ user: UnsafeMutableRawPointer?
) -> sf_count_t { 0 }
