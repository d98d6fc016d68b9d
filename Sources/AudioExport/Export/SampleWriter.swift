// SampleWriter.swift
// Where exported samples go: a sound file, or a video with another sound.

import HostIO

/// A file that is being written. What is given up before `finish` leaves nothing behind. One thread at a time.
public protocol SampleWriter: AnyObject {
  /// What of the recording's metadata is not in the file, in one line; nil when nothing is lost. Asked when it is
  /// finished.
  var remark: String? { get }

  /// Writes a block of what comes before the samples. Only for those who may give up meanwhile: `write` does it, too.
  ///
  /// - Returns: false when there is nothing left of that.
  func prepare() throws(AudioFileError) -> Bool

  /// Writes the frames that follow.
  ///
  /// - Parameter samples: interleaved, in full scale ±1.
  func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError)

  /// Completes the file and gives it its name.
  func finish() throws(AudioFileError)
}

extension SampleWriter {
  public var remark: String? { nil }

  public func prepare() throws(AudioFileError) -> Bool { false }
}

extension AudioFileWriter: SampleWriter {}
