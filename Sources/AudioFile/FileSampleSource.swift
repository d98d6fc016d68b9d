// FileSampleSource.swift
// Random access to a file through a decoder of its own, which is opened with the first request. Requests of
// several threads are served one after the other.

import Synchronization
import SystemPackage
import WaveformCore

/// The samples of a sound file.
public final class FileSampleSource: SampleSource {
  public let path: FilePath
  public let channels: Int
  public let sampleRate: Int
  private let options: OpenOptions
  private let reader = Mutex<AudioFileReader?>(nil)
  private let description: AudioDescription
  private let isCancelled = Atomic<Bool>(false)

  /// - Parameter description: from the reader that opened the file first. When the file has become another one
  ///   in the meantime, reading fails.
  public init(path: FilePath, options: OpenOptions = OpenOptions(), description: AudioDescription) {
    self.path = path
    self.options = options
    channels = description.channels
    self.description = description
    sampleRate = description.sampleRate
  }

  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let first = max(0, range.lowerBound)
    let wanted = max(0, range.upperBound - first)
    guard wanted > 0 else { return SampleSlice(range: first..<first, channels: channels, samples: []) }
    let result = reader.withLock { reader in
      Result { () throws(AudioFileError) in
        if reader == nil { reader = try AudioFileReader.reopen(path, options: options, as: description) }
        guard try place(&reader!, at: first) else { return [Float]() }
        return try decode(from: &reader!, frames: wanted)
      }
    }
    let samples = try result.get()
    return SampleSlice(range: first..<first + samples.count / channels, channels: channels, samples: samples)
  }

  public func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// Goes to `frame`. Where the decoder has to decode its way there it does so in pieces, so that it can be
  /// cancelled.
  private func place(_ reader: inout AudioFileReader, at frame: Int) throws(AudioFileError) -> Bool {
    if reader.description.seeking == .exact { return try reader.seek(toFrame: frame) }
    var next = frame < reader.position ? 0 : reader.position
    repeat {
      if isCancelled.load(ordering: .acquiring) { return false }
      next = min(frame, next + (1 << 20))
      guard try reader.seek(toFrame: next) else { return false }
    } while next < frame
    return true
  }

  private func decode(
    from reader: inout AudioFileReader, frames wanted: Int
  ) throws(AudioFileError) -> [Float] {
    let channels = reader.description.channels
    var samples: [Float] = []
    // In pieces: `wanted` may be far more than there is.
    samples.reserveCapacity(min(wanted, (4 << 20) / channels) * channels)
    while samples.count < wanted * channels, !isCancelled.load(ordering: .acquiring) {
      let frames = min(wanted - samples.count / channels, max(1, 65_536 / channels))
      var failure: AudioFileError?
      let piece = [Float](unsafeUninitializedCapacity: frames * channels) { buffer, count in
        do throws(AudioFileError) { count = try reader.read(into: buffer) * channels } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if piece.isEmpty { break }
      samples += piece
    }
    return samples
  }
}
