// SystemCallFilter+Kinds.swift
// The two lists: for a decoder of ours, and for ffmpeg.

import Glibc

extension SystemCallFilter {
  /// A decoder: it opens nothing. Its orders come by a socket that it holds.
  static func decoder() throws(CageError) -> SystemCallFilter {
    var filter = try SystemCallFilter()
    filter.allowComputing()
    filter.allowMapping()
    // Heaps and stacks grow. Nothing else: memory that is made read-only afterwards counts for no limit (RLIMIT_DATA).
    filter.allow("mprotect", where: .number(2, PROT_READ | PROT_WRITE))
    // libsndfile looks beside a file that it does not know for one with its resources (SD2), by names.
    filter.refuse("open", "openat", with: EACCES)
    // Sockets cannot be made, and no other one reached: sendto without an address only. `sendmsg` can hold one, which
    // sockets that are connected ignore; so orders go by SOCK_STREAM or SOCK_SEQPACKET, never by SOCK_DGRAM.
    filter.allow("recvmsg", "sendmsg", "recvfrom")
    filter.allow("sendto", where: .address(4, 0))
    return filter
  }

  /// ffmpeg: it loads some 200 libraries, which look around at their start. What it may open is Landlock's concern.
  ///
  /// - Parameter writes: true when it has a file to write to.
  static func program(writes: Bool) throws(CageError) -> SystemCallFilter {
    var filter = try SystemCallFilter()
    filter.allowComputing()
    // The loader maps libraries.
    filter.allowMapping(executable: true)
    // Not executable; not such that grows downwards.
    filter.allow("mprotect", where: .bits(2, UInt64(PROT_EXEC)))
    // To start with; afterwards there is nothing at this address, and never will be.
    filter.allow("execve", where: .address(0, FirstStart.place))
    // Where a thread keeps its own; not where the kernel puts its code (ARCH_MAP_VDSO_64, 0x2003), which would be at
    // that address. Older C libraries ask for 0x3001, and take an error for an answer.
    filter.allow("arch_prctl", where: .bits(0, 0x2000))
    filter.refuse("arch_prctl", with: EINVAL, where: .number(0, 0x3001))
    // Limits are asked for, not set.
    filter.allow("prlimit64", where: .address(2, 0))
    filter.allow("getrlimit", "getrusage", "uname", "times", "set_tid_address")

    // By name: what exists, and where it leads. The folder "fd" of /proc has what is read.
    filter.allow(
      "newfstatat", "stat", "lstat", "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat",
      "statfs", "fstatfs", "getdents64", "getcwd")
    if writes {
      filter.allow("open", "openat", "ftruncate", "fsync", "fdatasync", "pwrite64")
    } else {
      // Without Landlock this is what keeps it from writing: O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_TMPFILE.
      let changes = UInt64(O_ACCMODE | O_CREAT | O_TRUNC) | 0o20_000_000
      filter.allow("open", where: .bits(1, changes))
      filter.allow("openat", where: .bits(2, changes))
    }
    filter.allow("fadvise64", "dup", "pipe2")
    filter.allow("fcntl", where: .number(1, F_DUPFD))
    // F_DUPFD_CLOEXEC.
    filter.allow("fcntl", where: .number(1, 1030))

    // Who runs it, and on which processors: asked by libselinux, libgcrypt, libnuma, and for threads.
    filter.allow("getuid", "geteuid", "getgid", "getegid", "getppid", "getcpu", "get_mempolicy")
    filter.allow("sched_getscheduler", "sched_getparam", "getpriority")
    // PR_CAPBSET_READ.
    filter.allow("prctl", where: .number(0, 23))
    filter.refuse("set_mempolicy", "mbind", "sched_setaffinity", with: EPERM)
    filter.allow("sigaltstack", "mlock", "munlock", "select", "pselect6", "eventfd2")
    // Asked for by libraries that go on without.
    filter.refuse("socket", "socketpair", "shmget", with: EACCES)
    return filter
  }
}
