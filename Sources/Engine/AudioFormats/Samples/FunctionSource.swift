// FunctionSource.swift
// The samples of a formula at any place, and the name by which a formula stands among files. Holds no state: any number of
// threads read at once.

import Functions
import HostIO
import Synchronization
import SystemPackage
import WaveformCore

/// The samples of a formula, computed where they are asked for.
public final class FunctionSource: SampleSource {
  private let signal: FunctionSignal
  private let isCancelled = Atomic(false)
  public var channels: Int { signal.channels }
  public var sampleRate: Int { signal.sampleRate }
  public var path: FilePath { signal.path }

  public init(_ signal: FunctionSignal) { self.signal = signal }

  /// Frames between two looks whether they are still wanted.
  private static let piece = 1 << 16

  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let range = range.clamped(toLength: signal.frames)
    let samples = [Float](unsafeUninitializedCapacity: range.count * channels) { buffer, count in
      while count < buffer.count, !isCancelled.load(ordering: .acquiring) {
        let end = min(buffer.count, count + Self.piece * channels)
        let part = UnsafeMutableBufferPointer(rebasing: buffer[count..<end])
        count += signal.fill(part, from: range.lowerBound + count / channels) * channels
      }
    }
    return SampleSlice(
      range: range.lowerBound..<range.lowerBound + samples.count / channels, channels: channels,
      samples: samples)
  }

  public func cancel() { isCancelled.store(true, ordering: .releasing) }
}

extension FunctionSignal {
  /// Stands where others have the name of a file. It ends in the formula, so that this is shown as the name, and lies
  /// where no file can be.
  public var path: FilePath {
    // A formula is no folder and a file in it.
    FilePath("/dev/null").appending(FilePath.oneLine(formula).replacing("/", with: "∕"))
  }

  /// What a header would say of its samples.
  public var audioDescription: AudioDescription {
    AudioDescription(
      container: .function, encoding: Encoding(.float, bits: 32), layout: .usual(channels),
      sampleRate: sampleRate, framesPromised: frames, isFloat: true, isLossy: false, seeking: .exact,
      // As many as its samples would take.
      byteCount: frames * channels * MemoryLayout<Float>.size)
  }
}

extension FileBytes {
  /// What is read of a recording: its file; of a function, nothing.
  ///
  /// - Parameter goesOn: see `FileBytes.goesOn`.
  package static func open(
    _ path: FilePath, _ options: OpenOptions, goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(AudioFileError) -> FileBytes {
    options.function == nil ? try FileBytes(path: path, goesOn: goesOn) : FileBytes()
  }
}
