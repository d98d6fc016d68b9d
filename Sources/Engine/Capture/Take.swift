// Take.swift
// Records what is heard into one file, on a thread of its own: a slow disk holds up neither the picture nor the sound
// server. It says how much room is left while that is little, and ends by itself when there is none. What is told as
// complete lies on the disk.

import AudioFormats
import Glibc
import HostIO
import Localization
import Playback
import Recording
import Synchronization
import SystemPackage

/// One recording, from a press of the button to the next.
public final class Take: Sendable {
  /// What happens to it, on its thread.
  public enum Event: Sendable {
    /// The disk has room for so many minutes more: told when they change, and are few.
    case room(minutes: Int)
    /// Nothing was recorded: its file could not be created.
    case refused(AudioFileError)
    /// It is complete.
    case finished(Result)
    /// It ended early. What was written is kept, if there is any.
    case failed(AudioFileError, Result)
  }

  /// What a file holds.
  public struct Result: Sendable {
    public let path: FilePath
    /// The first frame of what was heard that is in it.
    public let start: Int
    public let frames: Int
    /// Samples beyond full scale, which integers cannot hold.
    public let limitedSamples: Int
  }

  public let path: FilePath
  /// The first frame of what is heard that is recorded.
  public let start: Int
  private let format: CaptureFormat
  private let makeFile: MakeFile
  private let disk: TakeDisk
  private let onEvent: @Sendable (Event) -> Void
  private let queue = Mutex(Queue())
  private let wake = Wakeup()
  private let written = Atomic<Int>(0)

  private struct Queue {
    var samples: [Float] = []
    var hasEnded = false
    var hasOverflowed = false
  }

  /// So many samples may wait for a disk that does not answer: some minutes of sound.
  private static let mostSamples = 64 << 20
  /// Creates a file, which must not exist.
  package typealias MakeFile =
    @Sendable (FilePath, CaptureFormat) throws(AudioFileError) -> (
      any GrowingFile, descriptor: Int32
    )

  /// - Parameters:
  ///   - path: must not exist.
  ///   - start: frames that were heard before.
  package init(
    _ path: FilePath, of format: CaptureFormat, from start: Int = 0, disk: TakeDisk = Take.systemDisk,
    makeFile: @escaping MakeFile, onEvent: @escaping @Sendable (Event) -> Void
  ) {
    self.path = path
    self.start = start
    self.makeFile = makeFile
    self.format = format
    self.disk = disk
    self.onEvent = onEvent
  }

  /// Frames in the file by now.
  public var frames: Int { written.load(ordering: .relaxed) }

  /// Frames that have come but are not in the file yet.
  var waiting: Int { queue.withLock { $0.samples.count / format.stream.channels } }

  /// Begins. Its thread creates the file: the folder may be one that does not answer.
  package func begin() {
    Self.running.wrappingAdd(1, ordering: .acquiringAndReleasing)
    guard !BackgroundThread.start({ self.run() }) else { return }
    Self.running.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    refuse(AudioFileError(.outOfMemory, path: path))
  }

  /// Adds what is heard; never waits.
  func append(_ samples: UnsafeBufferPointer<Float>) {
    queue.withLock {
      guard !$0.hasEnded, !$0.hasOverflowed else { return }
      $0.samples += samples
      $0.hasOverflowed = $0.samples.count > Self.mostSamples
    }
    wake.post()
  }

  /// Nothing more comes: what has come is still written.
  func end() {
    queue.withLock { $0.hasEnded = true }
    wake.post()
  }

  /// Waits until all recordings that have ended are complete, for a process that is about to end; for two seconds at
  /// most.
  public static func finishAll() {
    let end = MonotonicTime.now + 2
    while running.load(ordering: .acquiring) > 0, MonotonicTime.now < end { usleep(2000) }
  }

  private static let running = Atomic<Int>(0)

  // MARK: The thread

  private func run() {
    defer { Self.running.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
    do throws(AudioFileError) {
      let made = try makeFile(path, format)
      record(into: made.0, made.descriptor)
    } catch {
      refuse(error)
    }
  }

  private func refuse(_ error: AudioFileError) {
    dropRest()
    onEvent(.refused(error))
  }

  /// Nothing more is written.
  private func dropRest() {
    queue.withLock {
      $0.hasEnded = true
      $0.samples = []
    }
  }

  private func record(into file: any GrowingFile, _ descriptor: Int32) {
    let sync = DiskSync(descriptor, of: disk)
    var failure: AudioFileError?
    do throws(AudioFileError) {
      try write(into: file, descriptor, sync)
    } catch {
      failure = error
      dropRest()
    }
    // On a full disk the head can be written all the same: it has its place.
    do throws(AudioFileError) { try file.finish() } catch { failure = failure ?? error }
    do throws(Errno) { try sync.finish() } catch { failure = failure ?? unsynced(error) }
    // A server of files may say only now that it has no room.
    if close(descriptor) != 0 { failure = failure ?? unsynced(Errno(rawValue: errno)) }
    let result = Result(path: path, start: start, frames: file.frames, limitedSamples: file.limitedSamples)
    guard let failure else { return onEvent(.finished(result)) }
    if result.frames == 0 { _ = path.withPlatformString { unlink($0) } }
    onEvent(.failed(failure, result))
  }

  /// Returns after the last block.
  private func write(
    into file: any GrowingFile, _ descriptor: Int32, _ sync: DiskSync
  ) throws(AudioFileError) {
    let room = RoomWatch(bytesPerSecond: file.bytesPerSecond)
    var lookAt = 0.0, minutes: Int?
    while true {
      wake.wait()
      let taken = queue.withLock { queue in
        defer { queue.samples = [] }
        return (queue.samples, hasEnded: queue.hasEnded, hasOverflowed: queue.hasOverflowed)
      }
      try taken.0.withUnsafeBufferPointer { (samples) throws(AudioFileError) in try file.append(samples) }
      written.store(file.frames, ordering: .relaxed)
      if taken.hasOverflowed {
        throw AudioFileError(.writeFailed, path: path, detail: Sentence("its disk is slower than the sound"))
      }
      if taken.hasEnded { return }
      do throws(Errno) { try sync.look() } catch { throw unsynced(error) }
      guard MonotonicTime.now >= lookAt else { continue }
      lookAt = MonotonicTime.now + RoomWatch.secondsPerLook
      let left = disk.freeBytes(descriptor).flatMap { room.minutes(left: $0, below: RoomWatch.fewMinutes) }
      if let left, left != minutes { onEvent(.room(minutes: left)) }
      minutes = left
    }
  }

  /// What was written before may not be there: no cause that is told of a write fits.
  private func unsynced(_ error: Errno) -> AudioFileError {
    AudioFileError(
      .writeFailed, path: path,
      detail: Sentence("its disk failed, and may lack the last seconds (\(error.description))"))
  }

  /// The system's.
  package static let systemDisk = TakeDisk(freeBytes: SpoolPlace.systemFreeBytes) {
    (descriptor) throws(Errno) in
    try TemporaryFile.sync(descriptor)
  }
}

/// Turns free space into time. A pure value.
struct RoomWatch {
  /// Minutes that are worth a word, and seconds between two looks.
  static let fewMinutes = 30, secondsPerLook = 5.0

  let bytesPerSecond: Int

  /// Whole minutes that the disk has room for; nil when they are not fewer than `most`.
  func minutes(left bytes: Int, below most: Int) -> Int? {
    let minutes = bytes / max(1, bytesPerSecond) / 60
    return minutes < most ? minutes : nil
  }
}
