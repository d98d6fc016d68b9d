// SampleSpool.swift
// Decodes a recording once from its start, into a spool. One detached thread, which ends after the current block when it is
// cancelled; it holds the spool until then.

import AudioDecoding
import AudioFormats
import HostIO
import Synchronization
import SystemPackage

/// The decoding of a recording whose samples are to be read at any place.
final class SampleSpool: Sendable {
  /// What has been decoded by now; waits for the rest.
  let samples: GrowingSpool
  /// The process that decodes, if there is one. Ending it ends a read that waits for it.
  private let child = Mutex<(any Interruptible)?>(nil)

  /// - Parameters:
  ///   - open: opens the recording; called once, on the spool's thread. Gets a function for `AudioFileReader.init`.
  init(
    path: FilePath, description: AudioDescription, place: SpoolPlace,
    open:
      @escaping @Sendable (_ goesOn: @escaping @Sendable () -> Bool) throws(AudioFileError)
      -> AudioFileReader
  ) {
    samples = GrowingSpool(
      channels: description.channels, sampleRate: description.sampleRate,
      expectedFrames: description.expectedFrames, for: path, in: place, packs: true)
    let isStarted = BackgroundThread.start { [self] in
      let failure: AudioFileError?
      do throws(AudioFileError) {
        let reader = try open { [samples] in !samples.isCancelled }
        let decoding = reader.child
        child.withLock { $0 = decoding }
        failure = try fill(from: reader)
      } catch {
        failure = error
      }
      samples.end(failure)
      child.withLock { $0 = nil }
    }
    if !isStarted { samples.end(AudioFileError(.outOfMemory, path: path)) }
  }

  /// Ends the decoding, and makes waiting readers return without samples. Returns at once.
  func cancel() {
    samples.cancel()
    child.withLock { $0?.terminate() }
  }

  /// - Returns: the failure of a device before the end.
  private func fill(from reader: consuming AudioFileReader) throws(AudioFileError) -> AudioFileError? {
    let pass = SamplePass(ReaderBox(reader), goesOn: { [samples] in !samples.isCancelled })
    let report = try pass.run { [samples] (block) throws(AudioFileError) in
      try samples.append(block)
      return true
    }
    return report?.cause
  }
}
