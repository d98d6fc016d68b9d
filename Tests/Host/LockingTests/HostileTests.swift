// HostileTests.swift
// Programs that lock themselves and then try what a hostile file would have them do (Tests/Support/Hostile): none gets
// anything.

import Foundation
import Testing

@Suite struct HostileTests {
  private let victim = Victim()

  /// What the kernel does to a call that is on no list.
  private static let ended = "killed \(SIGSYS)"

  /// Attempts that are refused instead, since libraries make such calls and go on, or since a limit is what stops them.
  private static let refusedToAll = [
    "fork_by_clone3": ENOSYS, "lifeline_by_ioctl": ENOTTY, "memory": ENOMEM, "name_by_filling": ENOMEM,
  ]
  /// libsndfile asks for files by name.
  private static let refusedToDecoders = refusedToAll.merging(
    [
      "read_file", "read_passwords", "list_folder", "write_new", "write_unnamed", "write_over",
      "empty_by_open",
      "parent_memory_file",
    ].map { ($0, EACCES) }, uniquingKeysWith: { $1 })
  /// ffmpeg's libraries look for sockets and shared memory; its descriptors have a limit; the name with which it was
  /// started is gone, and where it was no memory can be had.
  private static let refusedToPrograms = refusedToAll.merging(
    [
      "socket_inet": EACCES, "socket_unix": EACCES, "socket_abstract": EACCES, "socket_pair": EACCES,
      "code_by_shared_memory": EACCES, "descriptors": EMFILE, "start_again": EFAULT,
      "memory_made_read_only": ENOMEM,
    ], uniquingKeysWith: { $1 })
  /// What nobody can refuse to a program that looks for its libraries: docs/security.md says so.
  private static let openToPrograms: Set<String> = ["size_by_name"]
  /// What Landlock answers.
  private static let closedToPrograms = ["read_file", "read_passwords", "list_folder", "parent_memory_file"]
  /// A program that has a file to write to may make the calls that write.
  private static let closedToWriters = ["write_new", "write_unnamed", "write_over", "empty_by_open"]

  private func expect(
    _ kind: String, landlock: Bool = true, files: Int? = nil, refused: [String: Int32], open: Set<String> = []
  ) throws {
    let told = try victim.attempts(as: kind, landlock: landlock, files: files)
    #expect(told.count > 60, "\(told)")
    for (name, outcome) in told {
      if open.contains(name) { continue }
      #expect(outcome == refused[name].map { "refused \($0)" } ?? Self.ended, "\(kind): \(name)")
    }
    #expect(victim.isUntouched)
  }

  @Test func `a decoder gets nothing`() throws {
    try expect("decoder", refused: Self.refusedToDecoders)
  }

  @Test func `a decoder gets nothing without Landlock either`() throws {
    try expect("decoder", landlock: false, refused: Self.refusedToDecoders)
  }

  /// The life line has another number then.
  @Test(arguments: [40, 64, 256])
  func `a decoder gets nothing where few files may be open`(files: Int) throws {
    try expect("decoder", files: files, refused: Self.refusedToDecoders)
  }

  @Test func `ffmpeg gets nothing but its file`() throws {
    let closed = Dictionary(uniqueKeysWithValues: Self.closedToPrograms.map { ($0, EACCES) })
    try expect(
      "program", refused: Self.refusedToPrograms.merging(closed, uniquingKeysWith: { $1 }),
      open: Self.openToPrograms)
  }

  @Test func `ffmpeg that writes gets nothing but its two files`() throws {
    let closed = (Self.closedToPrograms + Self.closedToWriters).map { ($0, EACCES) }
    try expect(
      "writer",
      refused: Self.refusedToPrograms.merging(
        Dictionary(uniqueKeysWithValues: closed), uniquingKeysWith: { $1 }), open: Self.openToPrograms)
  }

  @Test func `without Landlock ffmpeg can read, and nothing else`() throws {
    // docs/security.md says so.
    let open = Self.openToPrograms.union(Self.closedToPrograms)
    try expect("program", landlock: false, refused: Self.refusedToPrograms, open: open)
  }

  @Test func `a decoder may make these calls, every other one ends it`() throws {
    // The list once more: whoever makes it longer says it twice.
    let allowed = [
      "read", "readv", "pread64", "write", "writev", "lseek", "fstat", "close", "open",
      "openat", "poll", "ppoll",
      "fcntl",
      "ioctl", "mmap", "munmap", "mremap", "mprotect", "madvise", "brk", "clone", "clone3", "set_robust_list",
      "rseq",
      "futex", "sched_yield", "sched_getaffinity", "gettid", "getpid", "tgkill", "prctl", "exit",
      "exit_group",
      "rt_sigprocmask", "rt_sigaction", "sysinfo", "setpriority", "rt_sigreturn", "restart_syscall",
      "clock_gettime",
      "clock_nanosleep",
      "nanosleep",
      "gettimeofday", "getrandom", "recvmsg", "recvfrom", "sendmsg", "sendto",
    ]
    let told = try victim.run(["calls"] + allowed)
    #expect(told.count > 200)
    for (name, outcome) in told { #expect(outcome == Self.ended, "\(name)") }
  }

  @Test(arguments: ["decoder", "program"])
  func `what computes for ever goes with its parent, however that ends`(kind: String) throws {
    let runner = Process(), output = Pipe()
    runner.executableURL = Victim.program("hostile-runner")
    runner.arguments = ["spin", kind, Victim.program("hostile-program").path]
    runner.standardOutput = output
    try runner.run()
    let number = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let child = try #require(pid_t(number.dropLast()))
    kill(runner.processIdentifier, SIGKILL)
    runner.waitUntilExit()
    // The pipe ends when the last process that could write to it has gone.
    var wish = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let isGone = poll(&wish, 1, 20_000) == 1 && wish.revents == Int16(POLLHUP)
    #expect(isGone)
    if !isGone { kill(child, SIGKILL) }
  }
}
