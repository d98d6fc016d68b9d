// FileBytes.swift
// An open regular file and a few numbers of its bytes. Opening never hangs: no FIFO, device or socket gets past
// `fstat`. Reading is by position, so that it disturbs nobody who shares the descriptor.

import Glibc
import SystemPackage

/// Owner of a descriptor of a regular file that is not empty.
struct FileBytes: ~Copyable {
  let descriptor: Int32
  /// Length in bytes when it was opened.
  let count: Int

  init(path: FilePath) throws(AudioFileError) {
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
  }

  deinit { close(descriptor) }

  private static func problem(with status: stat, path: FilePath) -> AudioFileError? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: status.st_size == 0 ? AudioFileError(.emptyFile, path: path) : nil
    case S_IFDIR: AudioFileError(.isFolder, path: path)
    case S_IFIFO: AudioFileError(.notARegularFile, path: path, detail: "a pipe")
    case S_IFSOCK: AudioFileError(.notARegularFile, path: path, detail: "a socket")
    default: AudioFileError(.notARegularFile, path: path, detail: "a device")
    }
  }

  /// The bytes from `offset` on: up to `length` of them, fewer at the end of the file.
  borrowing func bytes(at offset: Int, length: Int) -> [UInt8] {
    guard offset >= 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length {
        let step = pread(descriptor, buffer.baseAddress! + count, length - count, offset + count)
        if step < 0 && errno == EINTR { continue }
        if step <= 0 { break }
        count += step
      }
    }
  }

  /// Why bytes cannot be read where a decoder stopped; nil when they can, or when the file ends there.
  borrowing func readError() -> Errno? {
    let position = lseek(descriptor, 0, SEEK_CUR)
    var byte: UInt8 = 0
    while pread(descriptor, &byte, 1, max(position, 0)) < 0 {
      if errno != EINTR { return Errno(rawValue: errno) }
    }
    return nil
  }

  /// Goes to the first byte, where a decoder begins.
  borrowing func rewind() { lseek(descriptor, 0, SEEK_SET) }
}

extension [UInt8] {
  /// True when `text` (ASCII) stands at `offset`.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    offset >= 0 && offset + text.utf8CodeUnitCount <= count
      && (0..<text.utf8CodeUnitCount).allSatisfy { self[offset + $0] == text.utf8Start[$0] }
  }

  /// The unsigned number of `size` bytes at `offset`; nil when it is not there, or larger than an Int.
  func number(at offset: Int, size: Int, bigEndian: Bool) -> Int? {
    guard offset >= 0, offset + size <= count else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      value = value << 8 | UInt64(self[offset + (bigEndian ? index : size - 1 - index)])
    }
    return Int(exactly: value)
  }
}
