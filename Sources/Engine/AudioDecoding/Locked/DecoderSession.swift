// DecoderSession.swift
// The near end of one decoder in the process that decodes: orders go out by a socket, samples come by shared memory.
// It belongs to one thread at a time, but for `terminate`.

import Decoding
import Glibc
import HostIO
import Localization
import Synchronization

/// One decoder in another process, as far as messages go. What it says is checked, never believed.
final class DecoderSession: Interruptible {
  /// Why there is nothing to be had of it any more.
  enum Fault: Hashable, Sendable {
    /// Its process has ended, or has closed the connection.
    case ended
    /// Nobody wants it any more.
    case unwanted
    /// It gave nothing for so many seconds that it was given up.
    case silent(Int)
    /// It answered what no decoder answers.
    case nonsense
  }

  private let process: any DecoderKeeper
  private let socket: PacketSocket
  let samples: SharedSamples
  private let file: FileBytes?
  private let ownPatience: Int
  private let state = Mutex((sequence: UInt32(0), fault: Fault?.none))

  /// Seconds without an answer after which it is given up, and so many times as many where the disk seems to blame: it
  /// seems so too where threads wait for memory that others of them map and unmap.
  static let patience = 60, patienceWithDisks = 10

  /// - Parameters:
  ///   - file: what is decoded; whoever waits for it is asked whether that is still wanted.
  ///   - patience: for tests.
  init(
    _ process: any DecoderKeeper, _ socket: PacketSocket, _ samples: SharedSamples, file: FileBytes? = nil,
    patience: Int = DecoderSession.patience
  ) {
    (self.process, self.socket, self.samples, self.file) = (process, socket, samples, file)
    ownPatience = patience
  }

  var fault: Fault? { state.withLock { $0.fault } }

  /// The fault in words that fit into a sentence; nil without one.
  var clause: Sentence? {
    switch fault {
    case nil: nil
    case .unwanted: Sentence("it was given up")
    case .ended: process.end
    case .silent(let seconds):
      Sentence(
        "its decoder has given nothing for \(seconds) second",
        plural: "its decoder has given nothing for \(seconds) seconds",
        count: seconds)
    case .nonsense: Self.nonsense
    }
  }

  /// What is said of a decoder that answered what no decoder answers.
  static let nonsense = Sentence("its decoder gave what no recording can hold, and was ended")

  /// Ends the connection, from any thread; a thread that waits for an answer gets none.
  func terminate() {
    state.withLock { $0.fault = $0.fault ?? .unwanted }
    socket.shut()
  }

  /// Gives an order, and waits for the answer.
  ///
  /// - Parameter parse: makes an answer of bytes, and throws where they are none.
  /// - Returns: nil when there is a fault, now or since an earlier order.
  func ask<Answer>(
    _ order: DecoderOrder, _ parse: ([UInt8], UInt32) throws(ByteReader.Damage) -> Answer
  ) -> Answer? {
    if file?.goesOn() == false {
      terminate()
      return nil
    }
    let sequence = state.withLock { state -> UInt32? in
      guard state.fault == nil else { return nil }
      state.sequence &+= 1
      return state.sequence
    }
    guard let sequence else { return nil }
    guard socket.send(order.bytes(sequence: sequence)) else { return fail(.ended) }
    let start = MonotonicTime.milliseconds
    var patience = 4 * ownPatience, waitsForDisk = 4 * ownPatience * Self.patienceWithDisks
    while true {
      switch socket.receive(milliseconds: 250) {
      case .end: return fail(.ended)
      case .timeOut:
        if file?.goesOn() == false {
          terminate()
          return nil
        }
        // A disk that does not answer is no fault of the decoder: it is waited for, as by any program, but not for ever.
        if process.isWaitingForDisk { waitsForDisk -= 1 } else { patience -= 1 }
        if patience <= 0 || waitsForDisk <= 0 {
          return fail(.silent((MonotonicTime.milliseconds - start) / 1000))
        }
      case .packet(let bytes, let descriptors):
        guard descriptors.isEmpty, let parts = DecoderAnswer.parts(bytes),
          let answer = try? parse(parts.answer, sequence)
        else {
          descriptors.forEach { close($0) }
          return fail(.nonsense)
        }
        file?.note(bytesReadElsewhere: parts.bytesRead)
        return answer
      }
    }
  }

  /// Gives it up: its process may be in the hands of the file.
  ///
  /// - Returns: nil.
  @discardableResult
  func fail<Answer>(_ fault: Fault) -> Answer? {
    let isOwnWish = state.withLock { state in
      defer { state.fault = state.fault ?? fault }
      return state.fault != nil
    }
    socket.shut()
    if !isOwnWish { process.fail() }
    return nil
  }
}
