// FileBytes.swift
// An open regular file, and numbers from its bytes. Opening never hangs: `fstat` refuses every FIFO, device and
// socket. All reads are by position, so that several decoders on several threads share one descriptor.

import CLinux
import Glibc
import Localization
import Synchronization
import SystemPackage

/// Owner of a descriptor of a regular file that is not empty; or of none, for what is computed.
package final class FileBytes: Sendable {
  package let descriptor: Int32
  /// Length in bytes when it was opened; bytes that were added later are not read.
  package let count: Int
  /// The file when it was opened.
  package let state: FileState
  /// Asked before each read; when it returns false, nothing is read any more. So whatever looks for something in the
  /// file, a library too, ends soon after its result is no longer wanted.
  package let goesOn: @Sendable () -> Bool
  /// Bytes that were read so far, those that were read again as well: what tests measure the work of a search by.
  package var bytesRead: Int { tally.load(ordering: .relaxed) + tallyElsewhere.load(ordering: .relaxed) }
  private let tally = Atomic(0)
  private let tallyElsewhere = Atomic(0)

  /// Notes how many bytes another process says that it has read of this file.
  package func note(bytesReadElsewhere count: Int) { tallyElsewhere.store(count, ordering: .relaxed) }

  /// - Parameter goesOn: returns false when whoever opened the file has given up; called on any thread.
  package init(
    path: FilePath, goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(AudioFileError) {
    let descriptor = path.withPlatformString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw AudioFileError(reading: path, errno: Errno(rawValue: errno)) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw AudioFileError(reading: path, errno: error)
    }
    if let error = Self.problem(with: status, path: path) {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    count = Int(status.st_size)
    state = FileState(status)
    self.goesOn = goesOn
  }

  /// Takes over an open file from another process, and closes it in the end.
  ///
  /// - Parameter count: its length when that process opened it: a file may grow meanwhile, and both must mean the same.
  /// - Returns: nil for what is no regular file, or has no byte.
  package init?(descriptor: Int32, count: Int) {
    var status = stat()
    guard count > 0, barline_fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.count = count
    state = FileState(status)
    goesOn = { true }
  }

  /// Stands for the file of what has none: no byte can be read, and it never changes.
  package init() {
    descriptor = -1
    count = 0
    state = FileState(device: 0, inode: 0, byteCount: 0, modified: 0)
    goesOn = { true }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The open file as it is now, even if its name means another file; nil when the system cannot tell.
  package var currentState: FileState? { descriptor < 0 ? state : FileState(descriptor: descriptor) }

  private static func problem(with status: stat, path: FilePath) -> AudioFileError? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: status.st_size == 0 ? AudioFileError(.emptyFile, path: path) : nil
    case S_IFDIR: AudioFileError(.isFolder, path: path)
    case S_IFIFO: AudioFileError(.notARegularFile, path: path, detail: Sentence("a pipe"))
    case S_IFSOCK: AudioFileError(.notARegularFile, path: path, detail: Sentence("a socket"))
    default: AudioFileError(.notARegularFile, path: path, detail: Sentence("a device"))
    }
  }

  /// The bytes from `offset` on: up to `length` of them, fewer at the end of the file or where the device fails.
  package func bytes(at offset: Int, length: Int) -> [UInt8] {
    guard offset >= 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = read(into: UnsafeMutableRawBufferPointer(buffer), at: offset).count
    }
  }

  /// Fills `buffer` with the bytes from `offset` on.
  ///
  /// - Returns: how many there were, and why not more when the device failed or the reading was given up.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> (
    count: Int, failure: Errno?
  ) {
    guard let base = buffer.baseAddress, offset >= 0 else { return (0, nil) }
    guard goesOn() else { return (0, .canceled) }
    let wanted = min(buffer.count, max(0, count - offset))
    var done = 0
    defer { tally.add(done, ordering: .relaxed) }
    while done < wanted {
      let step = pread(descriptor, base + done, wanted - done, offset + done)
      if step < 0 {
        if errno == EINTR { continue }
        return (done, Errno(rawValue: errno))
      }
      if step == 0 { break }
      done += step
    }
    return (done, nil)
  }

  /// Reads the whole file.
  ///
  /// - Returns: the first error; nil when all of it can be read.
  package func readErrorAnywhere() -> Errno? {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { block.deallocate() }
    var offset = 0
    while offset < count {
      let (step, failure) = read(into: block, at: offset)
      if let failure { return failure }
      if step == 0 { return nil }
      offset += step
    }
    return nil
  }

  /// The error of reading the first byte; nil when it can be read.
  package func readError() -> Errno? {
    var byte: UInt8 = 0
    return withUnsafeMutableBytes(of: &byte) { read(into: $0, at: 0).failure }
  }
}

extension [UInt8] {
  /// True when `text` (ASCII) stands at `offset`.
  package func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    offset >= 0 && offset + text.utf8CodeUnitCount <= count
      && (0..<text.utf8CodeUnitCount).allSatisfy { self[offset + $0] == text.utf8Start[$0] }
  }

  /// The unsigned number of `size` bytes at `offset`; nil when it is not there, or larger than an Int.
  package func number(at offset: Int, size: Int, bigEndian: Bool) -> Int? {
    guard offset >= 0, offset + size <= count else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      value = value << 8 | UInt64(self[offset + (bigEndian ? index : size - 1 - index)])
    }
    return Int(exactly: value)
  }
}

/// Bytes that can be read at any place: a file, or bytes in memory. Parsers of headers read from it, so that tests can
/// try any bytes on them.
package protocol ByteSource {
  /// How many there are.
  var count: Int { get }

  /// The bytes from `offset` on: up to `length` of them, fewer at the end. A parser may pass any offset.
  func bytes(at offset: Int, length: Int) -> [UInt8]
}

extension FileBytes: ByteSource {}

extension [UInt8]: ByteSource {
  package func bytes(at offset: Int, length: Int) -> [UInt8] {
    guard offset >= 0, offset < count, length > 0 else { return [] }
    return Array(self[offset..<offset + Swift.min(length, count - offset)])
  }
}

/// Reads small files whole that are not sound.
public enum FileContents {
  /// All bytes of a regular file. Never hangs on a FIFO or device.
  ///
  /// - Parameter limit: bytes; only so many are read of a longer file.
  public static func read(_ path: FilePath, limit: Int) throws(AudioFileError) -> [UInt8] {
    let file = try FileBytes(path: path)
    let wanted = min(file.count, limit)
    let bytes = file.bytes(at: 0, length: wanted)
    guard bytes.count == wanted else { throw AudioFileError(.readFailed, path: path) }
    return bytes
  }
}
