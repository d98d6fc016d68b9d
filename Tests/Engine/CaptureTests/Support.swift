// Support.swift
// Sound that tells which frame it is, files in a folder of their own, and waiting for what other threads do.

import AudioDecoding
import Capture
import Foundation
import HostIO
import Playback
import Synchronization
import SystemPackage

let stereo = StreamFormat(sampleRate: 48_000, speakers: [.frontLeft, .frontRight])

/// A value that 16 bits hold, different for all frames within a third of a second.
func sample(_ frame: Int, _ channel: Int) -> Float {
  Float((frame * 31 + channel * 7919) % 32_768 - 16_384) / 32_768
}

/// The same sound for ever, or until `frames`.
func supplied(
  _ format: CaptureFormat = CaptureFormat(stereo, .float), frames: Int = .max,
  pace: (@Sendable () -> Void)? = nil
) -> SuppliedCapture {
  let channels = format.stream.channels
  return SuppliedCapture(format) { first, buffer in
    pace?()
    let count = min(buffer.count / channels, max(0, frames - first))
    for frame in 0..<count {
      for channel in 0..<channels { buffer[frame * channels + channel] = sample(first + frame, channel) }
    }
    return count
  }
}

/// A folder that goes with its owner.
final class Folder: Sendable {
  let path = FilePath(NSTemporaryDirectory()).appending("barline-capture-\(UInt64.random(in: 0...(.max)))")
  init() { mkdir(path.string, 0o700) }
  deinit { try? FileManager.default.removeItem(atPath: path.string) }
  func file(_ name: String) -> FilePath { path.appending(name) }
}

struct Late: Error { let what: String }

func eventually(_ what: String, seconds: Double = 60, _ condition: () -> Bool) throws {
  let end = MonotonicTime.now + seconds
  while !condition() {
    guard MonotonicTime.now < end else { throw Late(what: what) }
    usleep(2000)
  }
}

/// All samples of a file, as every other part of the program reads them.
func read(_ path: FilePath, isGrowing: Bool = false) throws -> (channels: Int, samples: [Float]) {
  var reader = try AudioFileReader(path: path, isGrowing: isGrowing)
  let channels = reader.description.channels
  var all: [Float] = []
  var buffer = [Float](repeating: 0, count: 65_536 * channels)
  while case let frames = try buffer.withUnsafeMutableBufferPointer({ try reader.read(into: $0) }), frames > 0
  {
    all += buffer[..<(frames * channels)]
  }
  return (channels, all)
}

/// What happened, from any thread.
final class Log<Event: Sendable>: Sendable {
  private let events = Mutex<[Event]>([])
  private let keeps: @Sendable (Event) -> Bool

  /// - Parameter keeps: false for events that hours have too many of.
  init(keeps: @escaping @Sendable (Event) -> Bool = { _ in true }) { self.keeps = keeps }

  var all: [Event] { events.withLock { $0 } }
  var took: @Sendable (Event) -> Void {
    { [self] event in if keeps(event) { events.withLock { $0.append(event) } } }
  }
}
