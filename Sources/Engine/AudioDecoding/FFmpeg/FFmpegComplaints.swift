// FFmpegComplaints.swift
// Decides whether ffmpeg's messages on standard error are about the sound. A pure value.
//
// At its level "error" it writes lines such as "[wavpack @ 0x55…] sample 1 too large", whose context is a decoder or a
// demuxer; or "Error while decoding stream #0:0: …". It also complains about pictures, which do not matter here.

/// Some lines that ffmpeg has written.
struct FFmpegComplaints {
  /// True when one of them reports that sound is lost or damaged.
  let areSerious: Bool

  init(_ bytes: [UInt8], about stream: FFmpegStream) {
    self.init(bytes, demuxer: stream.demuxer, codec: stream.codec)
  }

  init(_ bytes: [UInt8], demuxer: String, codec: String) {
    areSerious =
      !bytes.isEmpty
      && bytes.split(separator: UInt8(ascii: "\n")).contains { line in
        Self.isSerious(String(decoding: line.prefix(1024), as: UTF8.self), demuxer: demuxer, codec: codec)
      }
  }

  /// - Parameter line: a line without the level, which ffmpeg can write behind the context.
  static func isSerious(_ line: String, demuxer: String, codec: String) -> Bool {
    guard line.hasPrefix("["), let context = line.dropFirst().split(separator: " ").first else {
      // The decoder writes "Invalid argument" for an empty last packet, which is harmless.
      return ["Error while decoding", "Invalid data found", "Input/output error"].contains {
        line.contains($0)
      }
        && !line.hasSuffix("Invalid argument")
    }
    if context == demuxer { return !harmless.contains { line.contains($0) } }
    // "mp3float" decodes mp3, "libopus" Opus; DTS has another name.
    let name = codec == "dts" ? "dca" : codec
    return !name.isEmpty && (context.hasPrefix(name) || context.hasSuffix(name))
  }

  /// Words in messages of a demuxer about files whose sound is complete.
  private static let harmless = ["chapter", "odec parameters", "nsupported codec", "not implemented"]
}
