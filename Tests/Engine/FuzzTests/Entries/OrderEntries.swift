// OrderEntries.swift
// What goes between the program and the process that decodes: either may have been taken over by the other's file.

import Decoding
import HostIO

extension FuzzEntry {
  static let orders = [
    FuzzEntry(name: "decoder-order") { bytes in
      guard let (order, sequence) = try? DecoderOrder.read(bytes) else { return }
      try hold(order.bytes(sequence: sequence) == bytes, "\(order) is written otherwise")
    },
    FuzzEntry(name: "decoder-state") { bytes in
      guard let state = try? DecoderState(bytes, sequence: sequence(bytes)) else { return }
      try hold(state.place ?? 0 >= 0 && state.linkCount >= 1, "\(state)")
      try hold(state.gaps.count <= DecoderState.mostRanges, "\(state.gaps.count) gaps")
    },
    FuzzEntry(name: "opening-answer") { bytes in
      let byteCount = 1 << 20
      let answer = try? OpeningAnswer(
        bytes, sequence: sequence(bytes), path: "x", byteCount: byteCount)
      guard case .found(let finding) = answer else { return }
      try hold(1...1024 ~= finding.description.channels && finding.description.sampleRate > 0, "\(finding)")
      try hold(finding.description.expectedFrames >= 0, "\(finding)")
      try hold(1...64 ~= finding.description.encoding.bits ?? 1, "\(finding)")
      if case .plain(let layout) = finding.way {
        let end = layout.format.dataOffset + layout.frames * layout.format.bytesPerFrame
        try hold(end <= byteCount, "samples up to byte \(end)")
      }
    },
  ]

  /// The first number, so that inputs reach what is behind it.
  private static func sequence(_ bytes: [UInt8]) -> UInt32 {
    var reader = ByteReader(bytes)
    return (try? reader.number(UInt32.self)) ?? 0
  }
}
