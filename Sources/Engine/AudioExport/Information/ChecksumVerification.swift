// ChecksumVerification.swift
// Decodes a whole recording and compares it with the checksum in its file, on a thread of its own. The caller can cancel
// it at any moment without waiting.

import AudioDecoding
import AudioFormats
import HostIO
import Localization
import Recording
import Synchronization
import SystemPackage

/// A comparison of a recording with the checksum in its file.
public final class ChecksumVerification: Sendable {
  public enum Outcome: Hashable, Sendable {
    /// The samples are those that were encoded.
    case same
    /// They are other ones, of which this is the checksum.
    case differs(md5: String)
    /// There is nothing to compare with, or it cannot be compared: a sentence says why.
    case impossible(String)
  }

  /// One of the last three is delivered once, as the last event.
  public enum Event: Sendable {
    /// 0…1, at most a hundred times.
    case progress(Double)
    case finished(Outcome)
    case cancelled
    case failed(AudioFileError)
  }

  private let path: FilePath
  private let event: @Sendable (Event) -> Void
  private let isCancelled = Atomic(false)

  /// - Parameter event: called on the thread of the comparison.
  public init(_ path: FilePath, event: @escaping @Sendable (Event) -> Void = { _ in }) {
    self.path = path
    self.event = event
  }

  /// Starts it; call it once.
  public func start() {
    if !BackgroundThread.start({ self.runNow() }) { event(.failed(AudioFileError(.outOfMemory, path: path))) }
  }

  /// Cancels it; it ends soon after.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  private func runNow() {
    do throws(AudioFileError) {
      event(try run().map { .finished($0) } ?? .cancelled)
    } catch {
      // Cancelling ends an opening as well, by an error.
      event(isCancelled.load(ordering: .relaxed) ? .cancelled : .failed(error))
    }
  }

  /// Runs it on the calling thread.
  ///
  /// - Returns: nil when it was cancelled.
  public func run() throws(AudioFileError) -> Outcome? {
    let goesOn: @Sendable () -> Bool = { !self.isCancelled.load(ordering: .relaxed) }
    let reader = try AudioFileReader(path: path, goesOn: goesOn)
    guard case .samples(let stored, let bits) = StoredChecksum(of: reader.file) else {
      return .impossible(localized("The file has no checksum of its samples."))
    }
    guard bits <= SampleSum.bits.upperBound else {
      return .impossible(localized("Samples of \(bits) bits cannot be compared exactly here."))
    }
    let sum = SampleSum(bits: bits)
    let expected = reader.description.expectedFrames * reader.description.channels
    var (samples, percent) = (0, 0)
    let report = try SamplePass(
      ReaderBox(reader), goesOn: goesOn
    ).run { block in
      sum.add(block)
      samples += block.count
      let now = expected > 0 ? min(100, Int(Double(samples) / Double(expected) * 100)) : 0
      if now > percent {
        percent = now
        self.event(.progress(Double(now) / 100))
      }
      return true
    }
    guard let report else { return nil }
    if let cause = report.cause { throw cause }
    let found = sum.text
    return found == stored ? .same : .differs(md5: found)
  }
}

/// The MD5 of samples as integers: little-endian, in as few bytes as hold them (RFC 9639, section 8.2).
package final class SampleSum {
  /// What samples can have: they are decoded to Float, which holds 25 bits.
  package static let bits = 4...24

  private let bytesPerSample: Int
  private let scale: Float
  private var sum = MD5()
  private var bytes: [UInt8] = []

  package init(bits: Int) {
    bytesPerSample = (bits + 7) / 8
    scale = Float(1 << (bits - 1))
  }

  /// - Parameter samples: in full scale ±1, exactly as they were decoded.
  package func add(_ samples: UnsafeBufferPointer<Float>) {
    let count = samples.count * bytesPerSample
    if bytes.count < count { bytes = [UInt8](repeating: 0, count: count) }
    let (size, scale) = (bytesPerSample, scale)
    bytes.withUnsafeMutableBytes { bytes in
      var place = 0
      for sample in samples {
        let scaled = sample * scale
        // Only damage can bring something else than a number within full scale.
        let value = abs(scaled) <= scale ? Int32(scaled) : 0
        for byte in 0..<size { bytes[place &+ byte] = UInt8(truncatingIfNeeded: value &>> Int32(8 &* byte)) }
        place &+= size
      }
      sum.add(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count]))
    }
  }

  /// 32 hexadecimal digits.
  package var text: String { hexadecimal(sum.digest) }
}
