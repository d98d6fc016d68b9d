// FFprobeAnswer.swift
// What ffprobe says about a file, read from its `flat` output. A pure function of any bytes: invalid values
// are left out, no number decides how much memory is allocated, and texts have a limit.
//
// The format: one `path.to.key=value` per line; texts in quotation marks with backslash escapes (ffprobe's
// documentation, "Writers: flat").

import AudioFormats
import HostIO
import SystemPackage

/// The answer of ffprobe about one file.
package struct FFprobeAnswer: Hashable, Sendable {
  /// Comma-separated names of ffmpeg's demuxer: "mov,mp4,m4a,3gp,3g2,mj2".
  package var formatName = ""
  /// The first of them: "mov".
  var demuxer: String { formatName.split(separator: ",").first.map(String.init) ?? "" }
  /// How sure ffprobe is of the format, 0…100; 25 and less is a guess.
  var probeScore = 0
  /// The flavour of an MP4 file: "M4A ", "qt  ".
  var brand = ""
  /// Seconds of the longest track.
  package var duration: Double?
  /// Seconds at which the earliest track begins.
  package var start: Double?
  /// The second of the file's clock at which the recording begins: with the earliest track, as players have it; at 0 where
  /// that one begins before, since what lies there is an encoder's delay.
  package var origin: Double { max(0, start ?? 0) }

  /// Seconds by which a track begins later than the recording.
  package func delay(of track: Track) -> Double {
    track.start.map { max(0, $0 - origin) } ?? 0
  }
  /// iTunes's tag of priming and length, in hexadecimal words.
  var gapless = ""
  /// The audio tracks in their order.
  package var tracks: [Track] = []

  package struct Track: Hashable, Sendable {
    package var codec = ""
    package var profile = ""
    package var sampleFormat = ""
    package var sampleRate = 0
    package var channels = 0
    package var layout = ""
    var bitsPerSample = 0
    /// The unit of `ticks` as a fraction of seconds.
    var timeBaseNumerator = 0, timeBaseDenominator = 0
    package var ticks: Int?
    /// Seconds.
    package var duration: Double?
    package var start: Double?
    /// The second at which it ends, which Matroska stores in a tag.
    var end: Double?
    package var language = ""
    package var title = ""
    package var isDefault = false
  }

  static let trackLimit = 256
  /// Bytes of a text that are kept.
  package static let textLimit = 256

  package init(_ bytes: some Collection<UInt8>) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let path = line[..<equals].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      let value = line[line.index(after: equals)...]
      let keys = path.map { String(decoding: $0.prefix(32), as: UTF8.self) }
      switch keys.first {
      case "format": take(keys.dropFirst().joined(separator: "."), Self.text(value))
      case "streams" where keys.count > 3 && keys[1] == "stream":
        guard let index = Int(keys[2]), (0..<Self.trackLimit).contains(index) else { continue }
        // Tracks come in order; a number out of order is ignored.
        if index == tracks.count { tracks.append(Track()) }
        guard index < tracks.count else { continue }
        tracks[index].take(keys[3...].joined(separator: "."), Self.text(value))
      default: continue
      }
    }
  }

  private mutating func take(_ key: String, _ value: String) {
    switch key {
    case "format_name": formatName = value
    case "probe_score": probeScore = Int(value) ?? 0
    case "duration": duration = Self.seconds(value)
    case "start_time": start = Self.seconds(value)
    case "tags.major_brand": brand = value
    case "tags.iTunSMPB": gapless = value
    default: break
    }
  }

  /// The text without its quotation marks and escapes, as one line of valid text.
  private static func text(_ value: some Collection<UInt8>) -> String {
    guard value.first == UInt8(ascii: "\"") else {
      return line(value)
    }
    var text: [UInt8] = []
    var isEscaped = false
    for byte in value.dropFirst() {
      if isEscaped {
        isEscaped = false
        text.append(byte == UInt8(ascii: "n") || byte == UInt8(ascii: "r") ? UInt8(ascii: " ") : byte)
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        break
      } else {
        text.append(byte)
      }
      if text.count == textLimit { break }
    }
    return line(text)
  }

  /// The beginning of a text as one line of valid text; empty if it is.
  package static func line(_ bytes: some Collection<UInt8>) -> String {
    bytes.isEmpty ? "" : FilePath.oneLine(String(decoding: bytes.prefix(textLimit), as: UTF8.self))
  }

  /// A plain number of seconds; nil for an impossible length.
  fileprivate static func seconds(_ text: String) -> Double? {
    guard let value = Double(text), value.isFinite, abs(value) < 1e12 else { return nil }
    return value
  }
}

extension FFprobeAnswer.Track {
  fileprivate mutating func take(_ key: String, _ value: String) {
    switch key {
    case "codec_name": codec = value
    case "profile": profile = value
    case "sample_fmt": sampleFormat = value
    case "sample_rate": sampleRate = Int(value) ?? 0
    case "channels": channels = Int(value) ?? 0
    case "channel_layout": layout = value
    case "bits_per_raw_sample", "bits_per_sample":
      if let bits = Int(value), Encoding.bitLimits ~= bits { bitsPerSample = max(bitsPerSample, bits) }
    case "time_base":
      let parts = value.split(separator: "/").map { Int($0) ?? 0 }
      if parts.count == 2, parts.allSatisfy({ (1...Int(Int32.max)).contains($0) }) {
        (timeBaseNumerator, timeBaseDenominator) = (parts[0], parts[1])
      }
    case "duration_ts": ticks = Int(value)
    case "duration": duration = FFprobeAnswer.seconds(value)
    case "start_time": start = FFprobeAnswer.seconds(value)
    case "tags.DURATION": end = Self.clock(value)
    case "tags.language": language = value
    case "tags.title": title = value
    case "disposition.default": isDefault = value == "1"
    default: break
    }
  }

  /// "01:02:03.456000000" in seconds, as Matroska's tags have it.
  private static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":").map { Double($0) ?? -1 }
    guard parts.count == 3, parts.allSatisfy({ $0 >= 0 && $0 < 1e6 }) else { return nil }
    return parts[0] * 3600 + parts[1] * 60 + parts[2]
  }

  /// True when ffmpeg has a decoder for the track, which shows in its sample format.
  package var isUsable: Bool {
    !["", "none", "unknown"].contains(codec) && !["", "none", "unknown"].contains(sampleFormat)
      && (1...1024).contains(channels) && (1...16_777_216).contains(sampleRate)
  }

  /// The length in frames: exact if the unit of ticks allows that, else from seconds.
  package var frames: Int? {
    var frames = (duration ?? -1) * Double(sampleRate)
    if let ticks, timeBaseDenominator > 0 {
      frames = Double(ticks) * Double(timeBaseNumerator) * Double(sampleRate) / Double(timeBaseDenominator)
    }
    return frames >= 0.5 && frames < 0x1p53 ? Int(frames.rounded()) : nil
  }
}
