// WritingProcess.swift
// An ffmpeg that writes a file from a recording and from what it is sent. The recording may have taken it over: it is
// started only where it can write to no other file, may write so much and no more, and is waited for while it gets on.
// One thread; any thread may end `child`.

import AudioDecoding
import Glibc
import HostIO
import Localization
import SystemPackage

/// An ffmpeg that writes. It ends with its owner.
final class WritingProcess {
  let child: ChildProcess
  /// The file that it writes; its owner keeps it open.
  private let target: Int32
  private let sourceBytes: Int
  private let ownPatience: Int
  private var sentBytes = 0
  /// The most bytes, taken and written, that were seen, and quarters of a second without more. No clock: it would go on
  /// while both processes are stopped.
  private var furthest = -1, idleTurns = 0
  /// Seconds for which it had done nothing when it was given up; nil when it was not.
  private(set) var silence: Int?

  /// Seconds without anything taken or written after which it is given up, and so many times as many while it seems to
  /// wait for a disk, which is no fault of its own.
  static let patience = 60, patienceWithDisks = 10

  /// False where nothing keeps it from other files, though it is locked: the filter of system calls cannot tell them
  /// apart.
  static var isConfined: Bool { KernelLocks.landlockVersion > 0 || DecoderProgram.isUnlocked }

  /// - Parameters:
  ///   - arguments: of ffmpeg, which sees the source as descriptor 3, the target as 4.
  ///   - patience: for tests.
  init(
    _ source: FileBytes, _ arguments: [String], into target: Int32, patience: Int = WritingProcess.patience
  ) throws(ChildProcess.Failure) {
    (self.target, ownPatience) = (target, patience)
    sourceBytes = source.count
    child = try ChildProcess(
      locked: "ffmpeg", arguments, file: source.descriptor, target: target,
      mostBytes: Self.mostBytes(source: source.count, sent: 0), hasInput: true)
  }

  /// How long the file may become: containers differ in what they need for each packet, and no encoding takes more than
  /// 8 bytes for a sample, which is sent as 4.
  static func mostBytes(source: Int, sent: Int) -> Int {
    Int(min(2 * (Double(source) + Double(sent)) + 0x1p26, 0x1p62))
  }

  /// Sends the next bytes of its input.
  ///
  /// - Returns: false when it takes no more, or was given up.
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    child.allow(bytes: Self.mostBytes(source: sourceBytes, sent: sentBytes + bytes.count))
    let isSent = child.send(bytes) { getsOn(taken: sentBytes + $0) }
    sentBytes += bytes.count
    return isSent
  }

  /// Ends its input, and waits for its end.
  func end() -> ChildProcess.End {
    child.endInput()
    return child.wait { getsOn(taken: sentBytes) }
  }

  /// Why it failed, in words that fit into a sentence; nil when that does not show. Its messages differ between
  /// versions; only what the disk says is recognized.
  ///
  /// - Parameter words: what it complained about.
  func trouble(_ end: ChildProcess.End, _ words: String) -> Sentence? {
    if let silence {
      return Sentence(
        "ffmpeg, which writes it, has done nothing for \(silence) second",
        plural: "ffmpeg, which writes it, has done nothing for \(silence) seconds", count: silence)
    }
    if end == .signal(SIGXFSZ) {
      return Sentence("ffmpeg, which writes it, wrote far more than belongs into it, and was ended")
    }
    if let reason = FFmpegOpening.reason(end, lacksMemory: FFmpegOpening.lacksMemory(words)) { return reason }
    if words.contains("No space left") { return Errno.noSpace.sentence }
    // Of the recording, which is descriptor 3, it says the same.
    let isOfTarget = words.split(separator: "\n").contains {
      $0.contains("Input/output error") && !$0.contains("fd/3")
    }
    return isOfTarget ? Errno.ioError.sentence : nil
  }

  /// True while it is worth waiting for. To be asked after each quarter of a second.
  private func getsOn(taken: Int) -> Bool {
    let done = taken + (FileState(descriptor: target)?.byteCount ?? 0)
    (furthest, idleTurns) = done > furthest ? (done, 0) : (furthest, idleTurns + 1)
    let seconds = idleTurns / 4
    guard seconds >= ownPatience else { return true }
    if child.isWaitingForDisk, seconds < ownPatience * Self.patienceWithDisks { return true }
    silence = seconds
    return false
  }
}
