// SystemCallFilter+Common.swift
// The calls that both kinds of locked processes need: what the C library, its threads and its heap are made of. Found
// by running every decoder and ffmpeg on the tests' recordings (docs/security.md).

import Glibc

extension SystemCallFilter {
  /// Calls of a process that reads what is open, computes, and writes to what is open.
  mutating func allowComputing() {
    // Files that are open.
    allow("read", "readv", "pread64", "write", "writev", "lseek", "fstat")
    // Any descriptor but the life line, which is the only one with its bit (`Lifeline.place`). Negative ones do
    // nothing, but libraries do close them.
    for other in [Condition.bits(0, 0xFFFF_FFFF & ~UInt64(Lifeline.place - 1)), .bits(0, 1 << 31, 1 << 31)] {
      allow("close", where: other)
      // One that is closed by the start of a program is as good as closed.
      allow("fcntl", where: .number(1, F_SETFD), other)
    }
    allow("poll", "ppoll")
    // What a descriptor is; nothing that changes the life line (F_SETFL, F_SETOWN, F_SETSIG).
    for command in [F_GETFD, F_GETFL] { allow("fcntl", where: .number(1, command)) }
    // "Is this a terminal?", asked before the first word is written.
    refuse("ioctl", with: ENOTTY)

    // Memory that is given back, or cleared. How much the machine has is asked by qsort of older C libraries.
    allow("munmap", "madvise", "brk", "sysinfo")
    // Not to a place that the caller chooses (MREMAP_FIXED, MREMAP_DONTUNMAP).
    allow("mremap", where: .bits(3, 6))
    // Threads: of this process, without namespaces of their own (CLONE_NEW*), not traced (CLONE_PTRACE, CLONE_UNTRACED),
    // and not waited for (CLONE_VFORK), which looks as if it waited for a disk. The C library asks clone3 first, whose
    // arguments lie in memory where a filter cannot see them, and takes clone when there is none.
    refuse("clone3", with: ENOSYS)
    let thread: UInt64 = 0x0001_0000
    allow("clone", where: .bits(0, thread | 0x7E82_6080, thread))
    allow("set_robust_list", "rseq", "futex", "sched_yield", "sched_getaffinity", "gettid", "getpid")
    allow("exit", "exit_group")
    // The name of a thread, and that it gives way to others (`BackgroundThread.giveWay`).
    allow("prctl", where: .number(0, 15))
    allow("setpriority", where: .number(0, 0), .number(1, 0))

    // Signals: the masks of a thread that starts or ends, and a handler that the C library sets with the first thread;
    // `abort` sends one to its own process. SIGKILL and SIGSYS of a filter cannot be handled.
    allow("rt_sigprocmask", "rt_sigaction", "rt_sigreturn", "restart_syscall")
    allow("tgkill", where: .number(0, getpid()))

    // The clock, where the kernel lends the process none; the seeds of hash tables.
    allow("clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "getrandom")
  }

  /// Memory by `mmap`: not executable unless `executable`, not shared unless it is a file's, not growing downwards, and
  /// not where `FirstStart` keeps its name.
  ///
  /// - Parameter executable: true where code is loaded from a file, which cannot be written to by that.
  mutating func allowMapping(executable: Bool = false) {
    let (isShared, isAnonymous, growsDown) = (UInt64(1), UInt64(0x20), UInt64(0x100))
    let (canExecute, canWrite) = (UInt64(PROT_EXEC), UInt64(PROT_WRITE))
    // Where the caller names no place, it may not insist on one (MAP_FIXED, MAP_FIXED_NOREPLACE): that would be 0, and
    // what begins there reaches the name.
    let insists = UInt64(0x10_0010)
    let places = [(Condition.address(0, 0), insists), (.address(0, atLeast: FirstStart.end), 0)]
    for (place, insists) in places {
      let forbidden = growsDown | insists
      // Shared memory without a file would not count as this process's own (RLIMIT_DATA).
      allow("mmap", where: place, .bits(2, canExecute), .bits(3, isShared | forbidden))
      allow("mmap", where: place, .bits(2, canExecute), .bits(3, isAnonymous | forbidden))
      if executable {
        allow(
          "mmap", where: place, .bits(2, canExecute | canWrite, canExecute),
          .bits(3, isShared | isAnonymous | forbidden))
      }
    }
  }
}
