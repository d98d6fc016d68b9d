// SampleWriter.swift
// The destination of exported samples: a sound file, or a video with another sound.

import HostIO
import Localization

/// Writes a file. Without `finish`, no file remains. One thread at a time.
public protocol SampleWriter: AnyObject {
  /// The metadata that are not in the file, in one line; nil when nothing is lost. Valid after `finish`.
  var loss: Sentence? { get }

  /// Samples beyond ±1 that the format could not hold and that were limited to it.
  var limitedSamples: Int { get }

  /// Writes the next frames.
  ///
  /// - Parameter samples: interleaved, in full scale ±1.
  func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError)

  /// True when `write` takes integers of 32 bits, and keeps them.
  var keepsIntegers: Bool { get }

  /// Writes the next frames of a recording of integers, if `keepsIntegers`.
  ///
  /// - Parameter samples: interleaved.
  func write(_ samples: UnsafeBufferPointer<Int32>) throws(AudioFileError)

  /// Completes the file and gives it its name.
  func finish() throws(AudioFileError)

  /// Ends another process for which writing may be waiting, so that it fails at once; to be called on any thread, at any
  /// time. Nil where there is none.
  var interruption: (@Sendable () -> Void)? { get }
}

extension SampleWriter {
  public var loss: Sentence? { nil }

  /// The loss for people.
  public var remark: String? { loss?.localized }

  public var limitedSamples: Int { 0 }

  public var keepsIntegers: Bool { false }

  public func write(_ samples: UnsafeBufferPointer<Int32>) throws(AudioFileError) {
    preconditionFailure("it does not keep integers")
  }

  public var interruption: (@Sendable () -> Void)? { nil }
}

extension AudioFileWriter: SampleWriter {}
