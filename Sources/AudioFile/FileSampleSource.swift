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
  private let reader = Mutex<AudioFileReader?>(nil)

  /// - Parameter description: from the reader that opened the file first. When the file has become another one
  ///   in the meantime, reading fails.
  public init(path: FilePath, description: AudioDescription) {
    self.path = path
    channels = description.channels
    sampleRate = description.sampleRate
  }

  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let first = max(0, range.lowerBound)
    let wanted = max(0, range.upperBound - first)
    guard wanted > 0 else { return SampleSlice(range: first..<first, channels: channels, samples: []) }
    let result = reader.withLock { reader in
      Result { () throws(AudioFileError) in
        if reader == nil {
          let opened = try AudioFileReader(path: path)
          guard opened.description.channels == channels else {
            throw AudioFileError(.damaged, path: path, detail: "it was changed while it was open")
          }
          reader = consume opened
        }
        guard try reader!.seek(toFrame: first) else { return [Float]() }
        return try Self.samples(from: &reader!, frames: wanted)
      }
    }
    let samples = try result.get()
    return SampleSlice(range: first..<first + samples.count / channels, channels: channels, samples: samples)
  }

  private static func samples(
    from reader: inout AudioFileReader, frames wanted: Int
  ) throws(AudioFileError) -> [Float] {
    let channels = reader.description.channels
    var samples: [Float] = []
    // In pieces: `wanted` may be far more than there is.
    while samples.count < wanted * channels {
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
