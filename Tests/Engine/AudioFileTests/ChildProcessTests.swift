// ChildProcessTests.swift
// A child gets one file and nothing else, says at most what it is let, and is gone when nobody wants it.

import Foundation
import SystemPackage
import Testing

@testable import HostIO

@Suite struct ChildProcessTests {
  let folder = TestFolder()

  private func start(
    _ program: String, _ arguments: [String], hasInput: Bool = false
  ) throws -> ChildProcess {
    let file = try FileBytes(path: folder.write(Array("what is in it".utf8), as: "file"))
    return try ChildProcess(program, arguments, file: file.descriptor, hasInput: hasInput)
  }

  private func answer(_ program: String, _ arguments: [String]) throws -> String? {
    try start(program, arguments).answer(limit: 4096, seconds: 20).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a child sees the file as descriptor 3, and no other`() throws {
    // Something of ours that is not closed on exec by itself.
    let open = dup(0)
    defer { close(open) }
    #expect(try answer("cat", ["/proc/self/fd/3"]) == "what is in it")
    // `ls` opens the folder itself, as the first number that is free.
    #expect(try answer("ls", ["/proc/self/fd"]) == "0\n1\n2\n3\n4\n")
    #expect(try answer("readlink", ["/proc/self/fd/0"]) == "/dev/null\n")
  }

  @Test func `a child begins without our ignored and blocked signals`() throws {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    let status = try answer("grep", ["-E", "Sig(Blk|Ign)", "/proc/self/status"])
    let masks = (status ?? "").split(whereSeparator: \.isWhitespace).compactMap { UInt64($0, radix: 16) }
    // Those from 32 on are the C library's own.
    #expect(masks.map { $0 & 0x7FFF_FFFF } == [0, 0])
  }

  @Test func `arguments are passed as they are`() throws {
    let odd = ["a b", "$HOME", "`id`", "\n", "*", "", "-x", "ü"]
    #expect(try answer("printf", ["%s|"] + odd) == odd.map { $0 + "|" }.joined())
  }

  @Test func `a program that is not there says so`() throws {
    #expect(throws: ChildProcess.Failure.notInstalled) { try start("no-such-program-anywhere", []) }
  }

  @Test func `how it ended is known`() throws {
    #expect(try start("true", []).wait() == .exit(0))
    let failing = try start("sh", ["-c", "echo sorry >&2; exit 7"])
    #expect(failing.wait() == .exit(7) && failing.wait() == .exit(7))
    #expect(String(decoding: failing.complaints(), as: UTF8.self) == "sorry\n")
    let killed = try start("sleep", ["1000"])
    killed.terminate()
    #expect(killed.wait() == .signal(SIGKILL))
    killed.terminate()
  }

  @Test func `who says too much or nothing at all is ended`() throws {
    let talker = try start("yes", [])
    #expect(talker.answer(limit: 100_000, seconds: 20) == nil)
    #expect(talker.wait() == .signal(SIGKILL))
    let silent = try start("sleep", ["1000"])
    #expect(silent.answer(limit: 100, seconds: 0) == nil)
    #expect(silent.wait() == .signal(SIGKILL))
  }

  @Test func `who has ended its answer, and goes on, is ended`() throws {
    let child = try start("sh", ["-c", "echo done; exec 1>&- 2>&-; exec sleep 1000"])
    #expect(child.answer(limit: 100, seconds: 20) == Array("done\n".utf8))
    #expect(child.wait(atMost: 0) == .signal(SIGKILL))
    #expect(child.wait() == .signal(SIGKILL))
    #expect(try start("sh", ["-c", "exit 3"]).wait(atMost: 20) == .exit(3))
  }

  @Test func `who takes nothing of its input is waited for while that is worth it`() throws {
    // More than a socket holds.
    let bytes = [UInt8](repeating: 7, count: 1 << 22)
    let idle = try start("sleep", ["1000"], hasInput: true)
    var asked = 0
    let isTaken = bytes.withUnsafeBytes { bytes in
      idle.send(bytes) { sent in
        asked += 1
        return sent < bytes.count && asked < 3
      }
    }
    #expect(!isTaken && asked == 3)
    #expect(idle.wait(goesOn: { false }) == .signal(SIGKILL))
    let deaf = try start("sh", ["-c", "exec 0<&-; exec sleep 1000"], hasInput: true)
    let isHeard = bytes.withUnsafeBytes { deaf.send($0, goesOn: { _ in true }) }
    #expect(!isHeard)
    deaf.terminate()
    let ready = try start("sh", ["-c", "sleep 0.6; wc -c >&2"], hasInput: true)
    let isSent = bytes.withUnsafeBytes { ready.send($0, goesOn: { _ in true }) }
    ready.endInput()
    #expect(ready.wait(goesOn: { true }) == .exit(0) && isSent)
    #expect(String(decoding: ready.complaints(), as: UTF8.self) == "\(bytes.count)\n")
  }

  @Test func `complaints never hold it up, and are kept in part`() throws {
    let child = try start("sh", ["-c", "yes 2>/dev/null | head -c 3000000 >&2; echo done"])
    let last = child.answer(limit: 100, seconds: 20)
    #expect(last.map { String(decoding: $0, as: UTF8.self) } == "done\n")
    let kept = child.complaints().count
    #expect(kept > 1000 && kept <= 65_536)
  }

  @Test func `a child goes with its owner, and no zombie is left`() throws {
    var pipes: Set<String> = []
    var identifiers: [pid_t] = []
    for number in 0..<20 {
      let child = try start("sleep", ["1000"])
      identifiers.append(child.identifier)
      pipes.insert(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(child.output)"))
      if number % 3 == 0 { kill(child.identifier, SIGSTOP) }
    }
    for identifier in identifiers { #expect(TestMedia.eventually { kill(identifier, 0) != 0 }) }
    let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    let open = links.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
    #expect(pipes.isDisjoint(with: open))
  }
}
