// DecoderProcess.swift
// The process of a recording's decoders, seen from here. It is started before it is needed, if there is time: it then
// waits, locked, for a file that it is given as an open descriptor, never as a name.

import Decoding
import Glibc
import HostIO
import Localization
import Synchronization
import SystemPackage

/// A running `barline-decoder`. Any thread. It ends with its last owner; every session is one.
package final class DecoderProcess: Sendable {
  enum Failure: Error, Hashable {
    /// The program is not where it was installed.
    case notInstalled
    case system(Errno)

    func about(_ path: FilePath) -> AudioFileError {
      switch self {
      case .notInstalled:
        AudioFileError(
          .readFailed, path: path,
          detail: Sentence("barline-decoder, the program that decodes it, is not installed"), cause: self)
      case .system(let errno): AudioFileError(reading: path, errno: errno)
      }
    }
  }

  private let handle: ProcessHandle
  private let control: PacketSocket
  /// When it closes, in whatever way this process ends, the kernel ends the child.
  private let lifeLine: Int32
  private let failed = Atomic<Bool>(false)

  private init() throws(Failure) {
    guard let program = DecoderProgram.path else { throw .notInstalled }
    do throws(Errno) {
      let (near, far) = try PacketSocket.pair()
      var ends: [Int32] = [-1, -1]
      guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Errno(rawValue: errno) }
      defer { close(ends[0]) }
      control = near
      lifeLine = ends[1]
      let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard nothing >= 0 else { throw Errno(rawValue: errno) }
      defer { close(nothing) }
      let output = DecoderProgram.isLocked ? nothing : 2
      do {
        handle = ProcessHandle(
          try Spawn.run(
            program, DecoderProgram.isLocked ? [] : ["--unlocked"], input: nil, output: output, errors: output,
            file: far.descriptor, target: ends[0]))
      } catch {
        close(lifeLine)
        throw error
      }
    } catch {
      throw .system(error)
    }
  }

  deinit { close(lifeLine) }

  /// True when it has ended, or was ended for what it did.
  var hasFailed: Bool { failed.load(ordering: .acquiring) }

  var isWaitingForDisk: Bool { handle.isWaitingForDisk }

  /// Ends it: none of its decoders gives anything more.
  func fail() {
    failed.store(true, ordering: .releasing)
    handle.terminate()
  }

  /// Tells it which file it serves.
  func give(_ file: FileBytes) { control.send([DecoderOrder.version], descriptors: [file.descriptor]) }

  /// A new decoder in it.
  func session() throws(Failure) -> DecoderSession {
    do throws(Errno) {
      let samples = try SharedSamples()
      let (near, far) = try PacketSocket.pair()
      let isGiven = samples.give { control.send([0], descriptors: [far.descriptor, $0]) }
      guard isGiven else {
        fail()
        throw Errno.brokenPipe
      }
      return DecoderSession(self, near, samples)
    } catch {
      throw .system(error)
    }
  }

  // MARK: One that waits

  private static let spare = Mutex<DecoderProcess?>(nil)

  /// Starts one that waits for its file, unless one does so already. Takes a millisecond or two; never fails aloud.
  package static func warm() {
    spare.withLock { spare in
      if spare == nil { spare = try? DecoderProcess() }
    }
  }

  /// The one that waits, or a new one.
  static func take() throws(Failure) -> DecoderProcess {
    if let waiting = spare.withLock({ $0.take() }) { return waiting }
    return try DecoderProcess()
  }
}
