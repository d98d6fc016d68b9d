// Yardsticks.swift
// The least that somebody must do who looks at every sample of a file: read it, or decode it. `barline-cli peaks`
// is compared with these, process against process. No part of Barline takes part.

import CSndfile
import Glibc

/// Reads the bytes of a file in blocks of 256 KiB.
///
/// - Returns: the exit status.
func readOnly(_ path: String) -> Int32 {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return fail(path, String(cString: strerror(errno))) }
  defer { close(descriptor) }
  let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 4096)
  defer { block.deallocate() }
  var offset = 0
  while true {
    let count = pread(descriptor, block.baseAddress, block.count, offset)
    guard count >= 0 else { return fail(path, String(cString: strerror(errno))) }
    if count == 0 { break }
    offset += count
  }
  print("bytes \(offset)")
  return 0
}

/// Decodes a file to 16-bit samples with libsndfile, on one thread, 65,536 frames at a time.
///
/// - Returns: the exit status.
func decodeOnly(_ path: String) -> Int32 {
  var info = SF_INFO()
  guard let file = sf_open(path, Int32(SFM_READ), &info) else {
    return fail(path, String(cString: sf_strerror(nil)))
  }
  defer { sf_close(file) }
  let frames = 65_536
  let block = UnsafeMutableBufferPointer<Int16>.allocate(capacity: frames * Int(info.channels))
  defer { block.deallocate() }
  var total: sf_count_t = 0
  while true {
    let count = sf_readf_short(file, block.baseAddress, sf_count_t(frames))
    if count <= 0 { break }
    total += count
  }
  print("frames \(total)")
  return 0
}

private func fail(_ path: String, _ reason: String) -> Int32 {
  let line = Array("barline-bench: \(path): \(reason)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  return 1
}
