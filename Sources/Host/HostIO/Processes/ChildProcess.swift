// ChildProcess.swift
// A helper program and the pipe on which it answers. The only place that starts processes.
//
// The child inherits only a file to read (descriptor 3), perhaps one to write (4), its input (/dev/null or what we
// send), and two pipes to write to: no shell, no signal mask, no other descriptor. What reads a stranger's file is
// locked besides (`init(locked:)`): it has a life line (5), by which the kernel kills it when this process ends in
// whatever way; another child ends with its next write, because its pipe closes. Any thread may call `terminate`;
// reading belongs to one thread at a time.

import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A running program. It is killed when its last owner goes, and reaped in the background, so that no caller waits.
package final class ChildProcess: Sendable {
  package enum Failure: Error, Hashable {
    /// PATH has no such program.
    case notInstalled
    /// barline-decoder, which locks it, is not where it should be.
    case incomplete
    /// This kernel cannot lock a process: known before one is started.
    case noLock
    /// It ended like one whose lock did not close. A program that a file has taken over can end so as well: it must not
    /// have us advise to do without the lock.
    case notLocked
    /// The program cannot be started in a lock: a script, or one for another system.
    case cannotStart
    /// The system could not load its libraries: memory is short, or one is missing.
    case cannotLoad
    /// It is handed files by names in /proc, which is not mounted.
    case noProc
    /// barline-decoder is of another build than this program: an update has replaced it.
    case otherBuild
    /// It did what it may not do, and the kernel ended it.
    case forbidden
    case system(Errno)
  }

  /// How a process ended.
  package enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// The end of the pipe from which its answer is read; closed with this object.
  package let output: Int32
  private let errors: Int32
  /// The end of the socket into which its input is written; -1 when it has no input, or its input has ended.
  private let input: Mutex<Int32>
  /// The end of the life line that nobody else has; -1 when the child has none.
  private let lifeline: Int32
  package let identifier: pid_t
  /// Nil until the process has been reaped. From then on its number may belong to another process.
  private let end = Mutex<End?>(nil)

  /// Starts a program from PATH in a lock: see `Cage.lockProgram`. The other parameters are those of the other one.
  ///
  /// - Parameter mostBytes: how long the target may become, until `allow` makes it more.
  package convenience init(
    locked program: String, _ arguments: [String], file: Int32, target: Int32? = nil, mostBytes: Int = 0,
    hasInput: Bool = false, answersByErrors: Bool = false
  ) throws(Failure) {
    let call = try DecoderProgram.call(program, arguments, mostBytes: mostBytes)
    try self.init(
      call.program, call.arguments, file: file, target: target, hasInput: hasInput,
      answersByErrors: answersByErrors, hasLifeline: true)
  }

  /// Starts a program from PATH.
  ///
  /// - Parameters:
  ///   - arguments: what follows the program's name.
  ///   - file: an open file; the child sees it as descriptor 3.
  ///   - target: another open file; the child sees it as descriptor 4.
  ///   - hasInput: true when `send` will give it input.
  ///   - answersByErrors: true when its standard error is the answer: complete and in order.
  ///   - hasLifeline: true when it gets the reading end of a pipe as descriptor 5, which closes with this object.
  package init(
    _ program: String, _ arguments: [String], file: Int32, target: Int32? = nil, hasInput: Bool = false,
    answersByErrors: Bool = false, hasLifeline: Bool = false
  ) throws(Failure) {
    let output = try Self.opened { () throws(Errno) in try ChildPipe() }
    let errors = try Self.opened { () throws(Errno) in try ChildPipe() }
    let input = try Self.opened { () throws(Errno) in try ChildConnection(isNeeded: hasInput) }
    let lifeline = try Self.opened { () throws(Errno) in try ChildPipe(isNeeded: hasLifeline) }
    _ = fcntl(output.writeEnd, Int32(BARLINE_F_SETPIPE_SZ), Int32(1 << 20))
    // Complaints are kept as far as they fit into the pipe. The rest is dropped, so that the child never blocks on
    // them.
    _ = fcntl(errors.writeEnd, F_SETFL, O_NONBLOCK)
    _ = fcntl(errors.readEnd, F_SETFL, O_NONBLOCK)
    identifier = try Spawn.run(
      program, arguments, input: hasInput ? input.farEnd : nil, output: output.writeEnd,
      errors: answersByErrors ? output.writeEnd : errors.writeEnd, file: file,
      target: target, lifeline: hasLifeline ? lifeline.readEnd : nil)
    self.lifeline = lifeline.takeWriteEnd()
    self.input = Mutex(input.takeNearEnd())
    self.output = output.takeReadEnd()
    self.errors = errors.takeReadEnd()
  }

  private static func opened<Ends: ~Copyable>(_ open: () throws(Errno) -> Ends) throws(Failure) -> Ends {
    do throws(Errno) { return try open() } catch { throw .system(error) }
  }

  deinit {
    endInput()
    close(output)
    close(errors)
    defer { if lifeline >= 0 { close(lifeline) } }
    let isOver = end.withLock { $0 != nil }
    guard !isOver else { return }
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG) == 0 else { return }
    // The child may hang in the kernel for as long as a network share does.
    let identifier = identifier
    _ = BackgroundThread.start {
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    }
  }

  /// Kills the process at once; reads then find the end. Works on a stopped process, too.
  package func terminate() {
    end.withLock { end in
      if end == nil { kill(identifier, SIGKILL) }
    }
  }

  /// Lets its files become longer than its lock began with; never longer than those of this process may be.
  package func allow(bytes: Int) {
    var limit = rlimit()
    guard getrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_cur, rlim_t(bytes))
    end.withLock { end in
      guard end == nil else { return }
      // prlimit(2), which Swift does not see. Where it is refused, the first limit holds.
      _ = withUnsafeMutablePointer(to: &limit) {
        barline_syscall(
          Int(SYS_prlimit64), Int(identifier), Int(RLIMIT_FSIZE.rawValue), Int(bitPattern: $0), 0)
      }
    }
  }

  /// Reads the next bytes of the answer, as many as are there. Blocks until there are some.
  ///
  /// - Parameters:
  ///   - seconds: how long to wait for them.
  ///   - goesOn: asked after each quarter of a second without any; returns false to wait no longer.
  /// - Returns: bytes read; 0 only at the end; nil when none came in time.
  package func readSome(
    into buffer: UnsafeMutableRawBufferPointer, seconds: Int, goesOn: () -> Bool = { true }
  ) -> Int? {
    readSome(into: buffer, until: MonotonicTime.milliseconds + seconds * 1000, goesOn: goesOn)
  }

  private func readSome(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Int, goesOn: () -> Bool
  ) -> Int? {
    while true {
      var wish = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let left = deadline - MonotonicTime.milliseconds
      guard left > 0 else { return nil }
      let ready = poll(&wish, 1, Int32(min(left, Self.turn)))
      if ready < 0 && errno == EINTR { continue }
      if ready == 0 {
        guard goesOn() else { return nil }
        continue
      }
      let count = Glibc.read(output, buffer.baseAddress!, buffer.count)
      if count < 0 && errno == EINTR { continue }
      return max(count, 0)
    }
  }

  /// Milliseconds after which somebody who waits for an answer asks whether it is still wanted.
  private static let turn = 250

  /// Sends the next bytes of its input; blocks while it takes none.
  ///
  /// - Parameter goesOn: asked after each quarter of a second without room for any, with how many it has taken; returns
  ///   false to wait no longer.
  /// - Returns: false when it has stopped reading, or is waited for no longer.
  package func send(_ bytes: UnsafeRawBufferPointer, goesOn: (_ sent: Int) -> Bool) -> Bool {
    let input = input.withLock { $0 }
    guard input >= 0 else { return false }
    var sent = 0
    while sent < bytes.count {
      var wish = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
      let ready = poll(&wish, 1, Int32(Self.turn))
      if ready < 0 && errno == EINTR { continue }
      if ready == 0 {
        guard goesOn(sent) else { return false }
        continue
      }
      // A socket, not a pipe: when the reader has gone, `send` fails, while a write to a pipe would raise SIGPIPE.
      let count = Glibc.send(
        input, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Ends its input.
  package func endInput() {
    input.withLock { input in
      if input >= 0 { close(input) }
      input = -1
    }
  }

  /// Waits for the end of the process, however long it takes.
  package func wait() -> End {
    var info = siginfo_t()
    while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    return reap()
  }

  /// Waits for the end of the process while it is worth it.
  ///
  /// - Parameter goesOn: asked after each quarter of a second; when it returns false, the process is killed.
  /// - Returns: see `wait(atMost:)`.
  package func wait(goesOn: () -> Bool) -> End {
    while !isOver(milliseconds: Self.turn) {
      guard goesOn() else { return wait(atMost: 0) }
    }
    return reap()
  }

  /// Waits for the end of the process, which should come soon after the end of its answer. One that only closed its
  /// answer, and goes on, is killed.
  ///
  /// - Returns: the end by a signal also for one that the kernel cannot end yet, as while it waits for a share.
  package func wait(atMost seconds: Int) -> End {
    if isOver(milliseconds: seconds * 1000) { return reap() }
    terminate()
    return isOver(milliseconds: 1000) ? reap() : .signal(SIGKILL)
  }

  private func isOver(milliseconds: Int) -> Bool {
    let deadline = MonotonicTime.milliseconds + milliseconds
    // Most end within the first of these pauses.
    var pause: UInt32 = 100
    while true {
      var info = siginfo_t()
      // Without an end it succeeds as well, and leaves 0.
      let answer = waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT | WNOHANG)
      if answer == 0 ? info.si_signo != 0 : errno != EINTR { return true }
      guard MonotonicTime.milliseconds < deadline else { return false }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }

  private func reap() -> End {
    end.withLock { end in
      if let end { return end }
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
      let signal = status & 0x7F
      let outcome = signal == 0 ? End.exit(status >> 8 & 0xFF) : End.signal(signal)
      end = outcome
      return outcome
    }
  }

  /// Its complaints since the last call: at most the first 64 KiB.
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

  /// The whole answer of a program that writes little.
  ///
  /// - Parameter goesOn: asked now and then while nothing comes; returns false to give up.
  /// - Returns: nil when it takes longer than `seconds`, is given up, or writes more than `limit` bytes; it is then killed.
  package func answer(limit: Int, seconds: Int, goesOn: () -> Bool = { true }) -> [UInt8]? {
    let deadline = MonotonicTime.milliseconds + seconds * 1000
    var answer: [UInt8] = []
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    defer { block.deallocate() }
    while true {
      let count = readSome(into: block, until: deadline, goesOn: goesOn)
      if count == 0 { return answer }
      guard let count, answer.count + count <= limit else {
        terminate()
        return nil
      }
      answer += block[..<count]
    }
  }
}
