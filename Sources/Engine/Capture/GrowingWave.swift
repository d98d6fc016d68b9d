// GrowingWave.swift
// Writes a WAV file whose head is never more than half a second behind its samples, and never ahead of them.

import AudioFormats
import Glibc
import HostIO
import Playback
import SystemPackage

/// A WAV file that becomes an RF64 file at 4 GiB.
final class GrowingWave: GrowingFile {
  private(set) var frames = 0
  private(set) var limitedSamples = 0
  private let descriptor: Int32
  private let path: FilePath
  private let head: WaveHead
  /// When the head was written last, in seconds of the monotonic clock.
  private var toldAt = 0.0
  private var shorts: [Int16] = []
  private var integers: [Int32] = []
  private var packed: [UInt8] = []

  /// The head is written again after so many seconds.
  static let secondsPerHead = 0.4

  /// - Parameters:
  ///   - descriptor: an empty file, open for writing; the caller closes it.
  ///   - mostBytes: the length from which on it is an RF64 file; nil: that of the format.
  init(
    _ descriptor: Int32, _ path: FilePath, _ format: StreamFormat, _ precision: CaptureFormat.Precision,
    mostBytes: Int? = nil
  ) throws(AudioFileError) {
    self.descriptor = descriptor
    self.path = path
    var head = WaveHead(format, precision)
    if let mostBytes { head.mostBytes = mostBytes }
    self.head = head
    try writeHead()
  }

  var bytesPerSecond: Int { head.sampleRate * head.bytesPerFrame }

  func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
    guard let base = samples.baseAddress, !samples.isEmpty else { return }
    switch head.precision {
    case .float: try write(UnsafeRawBufferPointer(samples))
    case .bits16:
      limitedSamples += samples.overCount
      if shorts.count < samples.count { shorts = Array(repeating: 0, count: samples.count) }
      SampleRounding.round(base, samples.count, into: &shorts)
      try shorts.withUnsafeBufferPointer { (shorts) throws(AudioFileError) in
        try write(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(shorts)[..<(2 * samples.count)]))
      }
    case .bits24:
      limitedSamples += samples.overCount
      if integers.count < samples.count {
        integers = Array(repeating: 0, count: samples.count)
        packed = Array(repeating: 0, count: 3 * samples.count)
      }
      SampleRounding.round(base, samples.count, into: &integers)
      for index in 0..<samples.count {
        let value = integers[index]
        packed[3 * index] = UInt8(truncatingIfNeeded: value >> 8)
        packed[3 * index + 1] = UInt8(truncatingIfNeeded: value >> 16)
        packed[3 * index + 2] = UInt8(truncatingIfNeeded: value >> 24)
      }
      try packed.withUnsafeBufferPointer { (bytes) throws(AudioFileError) in
        try write(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<(3 * samples.count)]))
      }
    }
    if MonotonicTime.now - toldAt >= Self.secondsPerHead { try writeHead() }
  }

  func finish() throws(AudioFileError) {
    let bytes = frames * head.bytesPerFrame
    // What a failed write left of a frame goes.
    var error = ftruncate(descriptor, off_t(head.count + bytes)) == 0 ? nil : Errno(rawValue: errno)
    if bytes % 2 != 0 {
      let pad: [UInt8] = [0]
      let failed = pad.withUnsafeBytes { Self.write($0, to: descriptor, at: head.count + bytes).error }
      error = error ?? failed
    }
    // The head has its place, whatever else has failed.
    try writeHead()
    if let error { throw failure(error) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(AudioFileError) {
    let start = head.count + frames * head.bytesPerFrame
    let written = Self.write(bytes, to: descriptor, at: start)
    frames += written.count / head.bytesPerFrame
    if let error = written.error { throw failure(error) }
  }

  /// In one call, so that nobody finds half a head.
  private func writeHead() throws(AudioFileError) {
    let bytes = head.bytes(dataBytes: frames * head.bytesPerFrame)
    let error = bytes.withUnsafeBytes { Self.write($0, to: descriptor, at: 0).error }
    toldAt = MonotonicTime.now
    if let error { throw failure(error) }
  }

  private func failure(_ error: Errno) -> AudioFileError {
    AudioFileError(.writeFailed, path: path, detail: error.description, cause: error)
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int
  ) -> (count: Int, error: Errno?) {
    var done = 0
    while done < bytes.count {
      let step = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
      if step < 0 && errno == EINTR { continue }
      guard step > 0 else { return (done, step == 0 ? .noSpace : Errno(rawValue: errno)) }
      done += step
    }
    return (done, nil)
  }
}
