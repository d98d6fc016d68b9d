// Cage.swift
// Locks this process, once and for ever, before it reads the first byte of a stranger's file. What is locked how, and
// on which kernels: docs/security.md, ADR 28. To be called by the main thread while it is the only one; nothing that is
// locked can be opened again.

import CLinux
import Glibc
import HostIO
import SystemPackage

/// The two locks.
package enum Cage {
  /// Locks a decoder of ours: from now on it opens, makes and starts nothing, and talks only by the descriptors that it
  /// has. Its orders must come by a socket of kind SOCK_STREAM or SOCK_SEQPACKET.
  ///
  /// What opens files when it is first used must have been used before: translations above all.
  ///
  /// - Precondition: the parent's life line is descriptor 5 (`Lifeline.handedOver`); it moves away.
  package static func lockDecoder() throws(CageError) {
    try begin()
    // A crash is one: handlers that tell where it was open files, which would be taken for a breach of the lock.
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] { signal(fault, SIG_DFL) }
    warmUp()
    try Limits.setForDecoder()
    try Capabilities.giveUp()
    // Without a single rule: no file, no folder, no port.
    if let landlock = try Landlock() { try landlock.restrict() }
    try SystemCallFilter.decoder().load()
  }

  /// Locks this process for a program that it then starts in its place: `lockProgram` returns only when that fails.
  ///
  /// - Parameters:
  ///   - path: the program, absolute; no script.
  ///   - arguments: of the program; a list that ends with NULL, the first being its name.
  ///   - source: an open file that it may read, also when it opens it anew (/proc/self/fd).
  ///   - target: an open file that it may write to in the same way; nil for none.
  ///   - mostBytes: how long the target may become.
  package static func lockProgram(
    _ path: String, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, source: Int32,
    target: Int32?, mostBytes: UInt = 0
  ) throws(CageError) -> Never {
    try begin()
    let files = try ProgramFiles(path)
    try FirstStart.prepare(path)
    try Limits.setForProgram(mostBytes: target == nil ? nil : mostBytes, source: source)
    if let landlock = try Landlock() {
      try files.allow(in: landlock)
      try landlock.allow(.read, source)
      if let target { try landlock.allow([.read, .write, .truncate], target) }
      try landlock.restrict()
    }
    // CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH.
    try Capabilities.giveUp(but: 1 << 1 | 1 << 2)
    try SystemCallFilter.program(writes: target != nil).load()
    throw .cannotStart(path, FirstStart.start(arguments))
  }

  /// What both begin with: no privileges by any program, nobody looks in (ptrace, core), and the life line.
  private static func begin() throws(CageError) {
    guard KernelLocks.hasSystemCallFilter else { throw .noSystemCallFilter }
    // The links of /proc/self/task: itself, its parent, and one for each thread.
    var tasks = stat()
    guard stat("/proc/self/task", &tasks) != 0 || tasks.st_nlink == 3 else { throw .hasThreads }
    // PR_SET_NO_NEW_PRIVS, PR_SET_DUMPABLE: <linux/prctl.h>.
    guard barline_syscall(Int(SYS_prctl), 38, 1, 0, 0) == 0, barline_syscall(Int(SYS_prctl), 4, 0, 0, 0) == 0
    else { throw .failed("privileges", Errno(rawValue: errno)) }
    try Lifeline.hold()
  }

  /// Does what the C library and Swift would open files for later.
  private static func warmUp() {
    // How many heaps threads may have: older C libraries count processors in /sys for that.
    _ = mallopt(M_ARENA_MAX, 8)
    // Where the main thread's stack lies: read from /proc/self/maps.
    var attributes = pthread_attr_t()
    if pthread_getattr_np(pthread_self(), &attributes) == 0 { pthread_attr_destroy(&attributes) }
    // A first thread: the C library sets up a signal for it. Later ones need nothing more.
    var thread = pthread_t()
    if pthread_create(&thread, nil, { _ in nil }, nil) == 0 { pthread_join(thread, nil) }
    // The seed of hash tables.
    _ = Set([1]).contains(1)
    // The loader finds symbols when they are first called, without opening anything.
  }
}
