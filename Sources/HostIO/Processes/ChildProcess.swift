// ChildProcess.swift
// A program that is run for us, and the pipe on which it answers. The one place that starts processes.
//
// The child gets nothing of ours but a file to read (descriptor 3) and perhaps one to write (4), /dev/null or what we
// send it as its input, and two pipes to write to; no shell, no signal mask, no other descriptor. When its owner goes, also by SIGKILL, its pipe closes, and it ends with
// its next word. Any thread may `terminate`; reading belongs to one thread at a time.

import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A running program; killed and reaped when its last owner goes, without anybody waiting for it.
package final class ChildProcess: Sendable {
  package enum Failure: Error, Hashable {
    /// There is no such program in PATH.
    case notInstalled
    case system(Errno)
  }

  /// How a process ended.
  package enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Where its answer comes out; closed with this object.
  package let output: Int32
  private let errors: Int32
  /// Where what it reads goes in; -1 when it reads nothing, or all.
  private let input: Mutex<Int32>
  package let identifier: pid_t
  /// Nil until the process has been reaped: its number may belong to another one from then on.
  private let end = Mutex<End?>(nil)

  /// Starts a program that is looked for in PATH.
  ///
  /// - Parameters:
  ///   - arguments: what follows the program's name.
  ///   - file: an open file; the child sees it as descriptor 3.
  ///   - target: another one, which it sees as descriptor 4.
  ///   - hasInput: true when it reads what `send` is given.
  ///   - answersByErrors: true when its complaints are the answer, in their order and none of them lost.
  package init(
    _ program: String, _ arguments: [String], file: Int32, target: Int32? = nil, hasInput: Bool = false,
    answersByErrors: Bool = false
  ) throws(Failure) {
    let output = try Pipe()
    // What it complains about is kept as far as it fits into the pipe; the rest is lost on it, and it never waits.
    let errors = try Pipe()
    _ = fcntl(output.writeEnd, Int32(BARLINE_F_SETPIPE_SZ), Int32(1 << 20))
    _ = fcntl(errors.writeEnd, F_SETFL, O_NONBLOCK)
    _ = fcntl(errors.readEnd, F_SETFL, O_NONBLOCK)
    let input = try Connection(isNeeded: hasInput)
    identifier = try Spawn.run(
      program, arguments, input: hasInput ? input.farEnd : nil, output: output.writeEnd,
      errors: answersByErrors ? output.writeEnd : errors.writeEnd, file: file,
      target: target)
    self.input = Mutex(input.takeNearEnd())
    self.output = output.takeReadEnd()
    self.errors = errors.takeReadEnd()
  }

  deinit {
    endInput()
    close(output)
    close(errors)
    let isOver = end.withLock { $0 != nil }
    guard !isOver else { return }
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG) == 0 else { return }
    // It may hang in the kernel for as long as a network share does.
    let identifier = identifier
    _ = BackgroundThread.start {
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    }
  }

  /// Ends the process at once; reading then finds the end. Works on one that was stopped, too.
  package func terminate() {
    end.withLock { end in
      if end == nil { kill(identifier, SIGKILL) }
    }
  }

  /// Takes the next bytes of the answer, as many as there are by now; blocks until there are some.
  ///
  /// - Parameter seconds: how long to wait for them.
  /// - Returns: bytes read, 0 only at the end; nil when nothing came in time.
  package func readSome(into buffer: UnsafeMutableRawBufferPointer, seconds: Int) -> Int? {
    while true {
      var wish = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wish, 1, Int32(seconds * 1000))
      if ready < 0 && errno == EINTR { continue }
      if ready == 0 { return nil }
      let count = Glibc.read(output, buffer.baseAddress!, buffer.count)
      if count < 0 && errno == EINTR { continue }
      return max(count, 0)
    }
  }

  /// Gives it the bytes that follow of what it reads; blocks.
  ///
  /// - Returns: false when it does not read any more.
  package func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let input = input.withLock { $0 }
    var sent = 0
    while sent < bytes.count {
      // A socket, not a pipe: a reader that has gone is an error there, and no signal that ends us.
      let count = Glibc.send(input, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Tells it that this was all.
  package func endInput() {
    input.withLock { input in
      if input >= 0 { close(input) }
      input = -1
    }
  }

  /// Waits until the process is over, which it is soon after the end of its answer.
  package func wait() -> End {
    var info = siginfo_t()
    while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    return end.withLock { end in
      if let end { return end }
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
      let signal = status & 0x7F
      let outcome = signal == 0 ? End.exit(status >> 8 & 0xFF) : End.signal(signal)
      end = outcome
      return outcome
    }
  }

  /// What it has complained about so far and was not asked for yet: the first 64 KiB of it at most.
  package func complaints() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      while count < buffer.count {
        let step = Glibc.read(errors, buffer.baseAddress! + count, buffer.count - count)
        if step < 0 && errno == EINTR { continue }
        if step <= 0 { break }
        count += step
      }
    }
  }

  /// The whole answer of a program that says little.
  ///
  /// - Returns: nil when it takes longer than `seconds` or says more than `limit` bytes; it is then ended.
  package func answer(limit: Int, seconds: Int) -> [UInt8]? {
    let deadline = MonotonicTime.milliseconds + seconds * 1000
    var answer: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while true {
      var wish = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let left = deadline - MonotonicTime.milliseconds
      let ready = left > 0 ? poll(&wish, 1, Int32(left)) : 0
      if ready < 0 && errno == EINTR { continue }
      let count = ready > 0 ? Glibc.read(output, &block, block.count) : -1
      if count == 0 { return answer }
      guard count > 0, answer.count + count <= limit else {
        terminate()
        return nil
      }
      answer += block[..<count]
    }
  }
}

/// The same two ends above what a child is given, so that nothing is overwritten; the old ones are closed.
private func raised(_ ends: [Int32]) throws(ChildProcess.Failure) -> (Int32, Int32) {
  let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
  let error = errno
  ends.forEach { close($0) }
  guard high.allSatisfy({ $0 >= 0 }) else {
    high.filter { $0 >= 0 }.forEach { close($0) }
    throw .system(Errno(rawValue: error))
  }
  return (high[0], high[1])
}

/// Two ends of a socket, closed unless taken; as `Pipe`. Both are -1 when it is not needed.
private struct Connection: ~Copyable {
  private var nearEnd: Int32
  let farEnd: Int32

  init(isNeeded: Bool) throws(ChildProcess.Failure) {
    var ends: [Int32] = [-1, -1]
    guard isNeeded else {
      (nearEnd, farEnd) = (-1, -1)
      return
    }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system(Errno(rawValue: errno)) }
    (nearEnd, farEnd) = try raised(ends)
  }

  deinit {
    if nearEnd >= 0 { close(nearEnd) }
    if farEnd >= 0 { close(farEnd) }
  }

  consuming func takeNearEnd() -> Int32 {
    let taken = nearEnd
    nearEnd = -1
    return taken
  }
}

/// Two ends of a pipe, closed unless taken.
private struct Pipe: ~Copyable {
  private(set) var readEnd: Int32
  let writeEnd: Int32

  init() throws(ChildProcess.Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .system(Errno(rawValue: errno)) }
    (readEnd, writeEnd) = try raised(ends)
  }

  deinit {
    if readEnd >= 0 { close(readEnd) }
    close(writeEnd)
  }

  consuming func takeReadEnd() -> Int32 {
    let taken = readEnd
    readEnd = -1
    return taken
  }
}
