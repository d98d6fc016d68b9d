// DecoderEntries.swift
// Our own decoders, each with the library that it calls: what the library says of a damaged file is not believed either.
// The libraries are not instrumented, so that only what our side does with them guides the fuzzer.

import Decoding
import Glibc
import HostIO
import SystemPackage
import WaveformCore

@testable import AudioFormats
@testable import CodecDecoding

extension FuzzEntry {
  static let decoders = [
    decoder("mpeg-decoder") { file in
      MPEGFrame.start(in: file).flatMap { MPEGDecoder(file, from: $0) }.map { ($0, $0.channels) }
    },
    decoder("vorbis-decoder") { file in VorbisDecoder(FileWindow(file)).map { ($0, $0.links.channels) } },
    decoder("opus-decoder") { file in OpusDecoder(FileWindow(file)).map { ($0, $0.links.channels) } },
    decoder("flac-decoder") { file in
      guard file.bytes(at: 0, length: 4).has("fLaC"), let whole = try? SndfileDecoder(FileWindow(file)) else {
        return nil
      }
      return (FLACDecoder(file, whole), Int(whole.info.channels))
    },
  ]

  private static func decoder(
    _ name: String, _ open: @escaping @Sendable (FileBytes) -> (any Decoder, channels: Int)?
  ) -> FuzzEntry {
    FuzzEntry(name: name) { bytes in
      guard let file = nameless(bytes), let (decoder, channels) = open(file) else { return }
      try hold(1...255 ~= channels, "\(channels) channels")
      let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096 * channels)
      defer { buffer.deallocate() }
      var frames = 0
      while case let count = decoder.read(into: buffer), count > 0 {
        try hold(count * channels <= buffer.count, "\(count) frames in room for 4096")
        frames += count
        // A few bytes may stand for hours of silence; ten seconds of it are enough here.
        guard frames < 480_000 else { break }
      }
      try hold(
        AudioDescription.plausible(frames, inBytes: bytes.count) != nil,
        "\(frames) frames of \(bytes.count) bytes")
      for range in decoder.gaps + decoder.doubts { try hold(range.lowerBound >= 0, "damage at \(range)") }
      _ = decoder.findDoubts { true }
      for frame in [frames / 2, 0, max(0, frames - 1), frames + 1000] where decoder.seek(toFrame: frame) {
        try hold(decoder.read(into: buffer) * channels <= buffer.count, "too many frames from \(frame)")
      }
      if let near = decoder.seekNear(toFrame: frames / 3) { try hold(near >= 0, "near \(near)") }
    }
  }

  /// A file that has these bytes and no name; nil for none.
  private static func nameless(_ bytes: [UInt8]) -> FileBytes? {
    var name = Array("/tmp/barline-fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    defer {
      unlink(name)
      close(descriptor)
    }
    guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
      return nil
    }
    return try? FileBytes(path: FilePath(platformString: name))
  }
}
