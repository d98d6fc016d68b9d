// SampleChunk+Growing.swift
// The samples of a file that is being written: its header says how many there were some time ago.

import HostIO

extension SampleChunk {
  /// The same samples without the promised length, when more bytes follow that are no chunk of their own.
  package func opened(in file: FileBytes) -> SampleChunk {
    guard let declaredBytes, file.count > offset + declaredBytes else { return self }
    let end = offset + declaredBytes + declaredBytes & 1
    let head = file.bytes(at: end, length: 8)
    let isChunk = head.count == 8 && head[..<4].allSatisfy { 0x20..<0x7F ~= $0 }
    return isChunk
      ? self
      : SampleChunk(
        container, offset: offset, declared: nil, is32Bit: false, byteCount: file.count, format: format)
  }
}
