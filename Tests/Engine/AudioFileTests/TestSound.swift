// TestSound.swift
// Real sound files in a temporary folder, written by libsndfile or byte by byte.

import CSndfile
import Foundation
import SystemPackage
import WaveformCore

/// A folder that goes away with its last user.
final class TestFolder: Sendable {
  let path: FilePath

  init() {
    let name = "barline-test-\(UInt64.random(in: 0...(.max)))"
    path = FilePath(NSTemporaryDirectory()).appending(name)
    precondition(mkdir(path.string, 0o700) == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  func file(_ name: String) -> FilePath { path.appending(name) }

  func write(_ bytes: [UInt8], as name: String) -> FilePath {
    let path = file(name)
    write(bytes, to: path)
    return path
  }

  func write(_ bytes: [UInt8], to path: FilePath) {
    let file = path.withPlatformString { fopen($0, "w")! }
    precondition(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    fclose(file)
  }
}

func contents(_ path: FilePath) -> [UInt8] {
  var bytes: [UInt8] = []
  guard let file = path.withPlatformString({ fopen($0, "r") }) else { return [] }
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  fclose(file)
  return bytes
}

enum TestSound {
  /// Interleaved tones with some noise, different in each channel, below full scale.
  static func tones(frames: Int, channels: Int) -> [Float] {
    var noise: UInt32 = 1
    return (0..<frames * channels).map { index in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      let (frame, channel) = index.quotientAndRemainder(dividingBy: channels)
      let tone = sin(Float(frame) * 0.01 * Float(channel + 1)) * 0.6
      return tone + Float(noise >> 16) / 65_536 * 0.2 - 0.1
    }
  }

  /// Writes a file with libsndfile.
  /// - Returns: false when it cannot write this format.
  @discardableResult static func write(
    _ samples: [Float], to path: FilePath, format: Int, channels: Int, sampleRate: Int = 44_100
  ) -> Bool {
    var info = SF_INFO()
    info.channels = Int32(channels)
    info.samplerate = Int32(sampleRate)
    info.format = Int32(format)
    guard sf_format_check(&info) != 0, let file = sf_open(path.string, Int32(SFM_WRITE), &info) else {
      return false
    }
    // Plain subtypes wrap around unless told not to.
    sf_command(file, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    let written = sf_writef_float(file, samples, sf_count_t(samples.count / channels))
    sf_close(file)
    return written == samples.count / channels
  }

  /// What libsndfile alone says.
  static func sampleRate(_ path: FilePath) -> Int {
    var info = SF_INFO()
    sf_close(sf_open(path.string, Int32(SFM_READ), &info))
    return Int(info.samplerate)
  }

  /// Everything in a file, decoded with libsndfile alone.
  static func decodeInt16(_ path: FilePath) -> [Int16] {
    decode(path, zero: 0) { sf_readf_short($0, $1, $2) }
  }

  static func decodeFloat(_ path: FilePath) -> [Float] {
    decode(path, zero: 0) { sf_readf_float($0, $1, $2) }
  }

  private static func decode<Sample>(
    _ path: FilePath, zero: Sample,
    _ read: (OpaquePointer, UnsafeMutablePointer<Sample>, sf_count_t) -> sf_count_t
  ) -> [Sample] {
    var info = SF_INFO()
    guard let file = sf_open(path.string, Int32(SFM_READ), &info) else { return [] }
    defer { sf_close(file) }
    let channels = Int(info.channels)
    var all: [Sample] = []
    var block = [Sample](repeating: zero, count: 1000 * channels)
    while case let count = Int(read(file, &block, 1000)), count > 0 { all += block[..<(count * channels)] }
    return all
  }
}
