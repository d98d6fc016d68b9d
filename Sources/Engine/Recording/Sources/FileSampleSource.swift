// FileSampleSource.swift
// Random access to a file through a decoder of its own, which is opened with the first request. Requests of
// several threads are served one after the other.

import AudioDecoding
import AudioFormats
import HostIO
import Localization
import Synchronization
import SystemPackage
import WaveformCore

/// The samples of a sound file.
public final class FileSampleSource: SampleSource {
  public let path: FilePath
  public let channels: Int
  public let sampleRate: Int
  private let options: OpenOptions
  private let seeking: Seeking
  private let reader = Mutex<AudioFileReader?>(nil)
  private let expected: Mutex<Expected>
  private let isCancelled = Atomic<Bool>(false)
  /// The process that decodes, if there is one. Ending it ends a read that waits for it.
  private let child = Mutex<(any Interruptible)?>(nil)

  /// - Parameters:
  ///   - description: from the reader that opened the file first. Reading fails when the file has changed since.
  ///   - isGrowing: true when the file may be longer than it was, as after `follow`.
  public init(
    path: FilePath, options: OpenOptions = OpenOptions(), description: AudioDescription,
    isGrowing: Bool = false
  ) {
    self.path = path
    self.options = options
    channels = description.channels
    expected = Mutex(Expected(state: description.fileState, mayGrow: isGrowing))
    sampleRate = description.sampleRate
    seeking = description.seeking
  }

  /// The same samples with a decoder of its own.
  private init(_ other: FileSampleSource) {
    path = other.path
    options = other.options
    channels = other.channels
    sampleRate = other.sampleRate
    seeking = other.seeking
    expected = Mutex(other.expected.withLock { $0 })
  }

  public func another() -> any SampleSource { access == .direct ? self : FileSampleSource(self) }

  public func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let first = max(0, range.lowerBound)
    let wanted = max(0, range.upperBound - first)
    guard wanted > 0 else { return SampleSlice(range: first..<first, channels: channels, samples: []) }
    let result = reader.withLock { reader in
      Result { () throws(AudioFileError) in
        do throws(AudioFileError) {
          return try fetch(from: &reader, first: first, frames: wanted)
        } catch {
          // A process that has failed gives nothing any more; the next reading starts another.
          reader = nil
          throw error
        }
      }
    }
    let samples: [Float]
    do throws(AudioFileError) { samples = try result.get() } catch {
      // After `cancel` nothing can be read, which is no failure.
      guard isCancelled.load(ordering: .acquiring) else { throw error }
      samples = []
    }
    return SampleSlice(range: first..<first + samples.count / channels, channels: channels, samples: samples)
  }

  private func fetch(
    from reader: inout AudioFileReader?, first: Int, frames wanted: Int
  ) throws(AudioFileError) -> [Float] {
    let expected = self.expected.withLock { $0 }
    // A reader that was opened before the file grew does not know the new frames.
    if !(reader == nil) {
      let (opened, now) = Self.sizes(of: &reader!)
      if expected.isBeyond(opened, now: now) { reader = nil }
    }
    if reader == nil {
      var opened = try AudioFileReader(path: path, options: options, isGrowing: expected.mayGrow) {
        [weak self] in self?.isCancelled.load(ordering: .relaxed) == false
      }
      guard opened.description.channels == channels, opened.description.sampleRate == sampleRate else {
        throw changed
      }
      // Use what was found about its jumps, by trying them or from its packets.
      if seeking == .forwardOnly || opened.description.seeking == .unproven {
        opened.trustJumps(as: seeking)
      }
      let decoding = opened.child
      reader = consume opened
      child.withLock { $0 = decoding }
      if isCancelled.load(ordering: .acquiring) { decoding?.terminate() }
    }
    // Checked before and after reading: then the samples belong to the file that was opened first.
    guard expected.allows(Self.sizes(of: &reader!).now) else {
      reader = nil
      throw changed
    }
    guard try place(&reader!, at: first) else { return [] }
    let samples = try decode(from: &reader!, frames: wanted)
    guard self.expected.withLock({ $0 }).allows(Self.sizes(of: &reader!).now) else { throw changed }
    return samples
  }

  /// The length when it was opened, and the file as it is now. (Unwrapping a noncopyable optional would
  /// consume it, except through `inout`.)
  private static func sizes(of reader: inout AudioFileReader) -> (opened: Int, now: FileState?) {
    (reader.description.byteCount, reader.currentState)
  }

  /// The file is still being written: from now on it may be longer than `state`.
  public func follow(_ state: FileState) { expected.withLock { $0 = Expected(state: state, mayGrow: true) } }

  /// The file that the samples belong to.
  private struct Expected {
    var state: FileState?
    var mayGrow = false

    /// True when the file now has more to read than the `count` bytes that were opened.
    func isBeyond(_ count: Int, now: FileState?) -> Bool {
      guard let now, now.byteCount > count else { return false }
      return mayGrow || count < state?.byteCount ?? 0
    }

    func allows(_ now: FileState?) -> Bool {
      guard let state else { return true }
      guard let now else { return false }
      return mayGrow ? now.mayContinue(state) : now.hasSameContent(as: state)
    }
  }

  private var changed: AudioFileError {
    AudioFileError(.damaged, path: path, detail: Sentence("it was changed while it was open"))
  }

  /// Ends what decodes, as if it had ended itself; for tests.
  func killDecoder() { child.withLock { $0?.terminate() } }

  public func cancel() {
    isCancelled.store(true, ordering: .releasing)
    child.withLock { $0?.terminate() }
  }

  public var access: SampleAccess { seeking == .exact ? .direct : .forward }

  /// Goes to `frame`. A decoder that cannot jump decodes up to there in pieces, so that it can be cancelled.
  private func place(_ reader: inout AudioFileReader, at frame: Int) throws(AudioFileError) -> Bool {
    if reader.description.seeking == .exact { return try reader.seek(toFrame: frame) }
    if frame < reader.position { _ = try reader.seek(toFrame: 0) }
    var next = reader.position
    repeat {
      child.withLock { [decoding = reader.child] in $0 = decoding }
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
