// DecoderProcess.swift
// The process of a recording's decoders, seen from here. It is started before it is needed, if there is time: it then
// waits, locked, for a file that it is given as an open descriptor, never as a name.

import Decoding
import HostIO
import Localization
import Synchronization
import SystemPackage

/// Who keeps the process in which a session is.
protocol DecoderKeeper: AnyObject, Sendable {
  /// True while it waits for a disk, or for a share that does not answer.
  var isWaitingForDisk: Bool { get }
  /// Ends it: none of its decoders gives anything more.
  func fail()
  /// Why it has ended, in words that fit into a sentence. Waits for the end.
  var end: Sentence { get }
}

/// A running `barline-decoder`. Any thread. It ends with its last owner; every session is one.
package final class DecoderProcess: DecoderKeeper {
  let child: ChildProcess
  private let control: PacketSocket
  private let failed = Atomic<Bool>(false)

  private init() throws(ChildProcess.Failure) {
    let ends: (near: PacketSocket, far: PacketSocket)
    do { ends = try PacketSocket.pair() } catch { throw .system(error) }
    // Its descriptor is used by its number.
    defer { withExtendedLifetime(ends.far) {} }
    let call = try DecoderProgram.call([])
    control = ends.near
    child = try ChildProcess(call.program, call.arguments, file: ends.far.descriptor, hasLifeline: true)
  }

  /// True when it has ended, or was ended for what it did.
  var hasFailed: Bool { failed.load(ordering: .acquiring) }

  /// True while it waits for a disk, or for a share that does not answer.
  var isWaitingForDisk: Bool { child.isWaitingForDisk }

  /// Ends it: none of its decoders gives anything more.
  func fail() {
    failed.store(true, ordering: .releasing)
    child.terminate()
  }

  /// Why it has ended, in words that fit into a sentence. Waits for the end, but not for ever: a process that waits for
  /// a share is not even ended by being killed.
  var end: Sentence {
    switch DecoderProgram.failure(child.wait(atMost: 5)) {
    case .noLock?: Sentence("its decoder, a process of its own, could not be locked")
    case .cannotLoad?: ProcessFault.cannotLoad
    case .forbidden?: Sentence("its decoder did what it is not allowed to do, and was ended")
    default: Sentence("its decoder, a process of its own, ended unexpectedly")
    }
  }

  /// Tells it which file it serves.
  private func give(_ file: FileBytes) -> Bool {
    control.send(DecoderOrder.first(byteCount: file.count), descriptors: [file.descriptor])
  }

  /// A new decoder in it.
  func session(of file: FileBytes) throws(ChildProcess.Failure) -> DecoderSession {
    do throws(Errno) {
      let samples = try SharedSamples()
      let (near, far) = try PacketSocket.pair()
      defer { withExtendedLifetime(far) {} }
      let isGiven = samples.give { control.send([0], descriptors: [far.descriptor, $0]) }
      guard isGiven else {
        fail()
        throw Errno.brokenPipe
      }
      return DecoderSession(self, near, samples, file: file)
    } catch {
      throw .system(error)
    }
  }

  // MARK: One that waits

  private static let spare = Mutex<DecoderProcess?>(nil)

  private static let keepsSpare = Atomic<Bool>(false)

  /// Keeps one that waits for its file from now on, in the background: for a program that will open some. What goes
  /// wrong is told when one is needed.
  package static func keepOneWaiting() {
    keepsSpare.store(true, ordering: .relaxed)
    replenish()
  }

  private static func replenish() {
    guard keepsSpare.load(ordering: .relaxed) else { return }
    _ = BackgroundThread.start {
      spare.withLock { spare in
        if spare == nil { spare = try? DecoderProcess() }
      }
    }
  }

  /// The one that waits, or a new one, for a file.
  static func start(for file: FileBytes) throws(ChildProcess.Failure) -> DecoderProcess {
    if let waiting = spare.withLock({ $0.take() }) {
      replenish()
      // It may have been killed meanwhile.
      if waiting.give(file) { return waiting }
    }
    let process = try DecoderProcess()
    _ = process.give(file)
    return process
  }
}
