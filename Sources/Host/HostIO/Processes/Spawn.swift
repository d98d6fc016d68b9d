// Spawn.swift
// The calls of posix_spawn. Sound: every pointer that it gets lives until it returns.

import CLinux
import Glibc
import SystemPackage

enum Spawn {
  /// Starts a program with `input` or /dev/null as its input, `file` as descriptor 3, `target` as descriptor 4 and
  /// `lifeline`, a number above 9, as descriptor 5. It inherits no other descriptor.
  static func run(
    _ program: String, _ arguments: [String], input: Int32?, output: Int32, errors: Int32, file: Int32,
    target: Int32?, lifeline: Int32?
  ) throws(ChildProcess.Failure) -> pid_t {
    // A copy above the descriptors that are overwritten: `file` may be 0, 1 or 2 when those were closed.
    let file = fcntl(file, F_DUPFD_CLOEXEC, 10)
    guard file >= 0 else { throw .system(Errno(rawValue: errno)) }
    defer { close(file) }
    let target = target.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    if let target, target < 0 { throw .system(Errno(rawValue: errno)) }
    defer { if let target { close(target) } }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    posix_spawn_file_actions_adddup2(&actions, file, 3)
    if let target { posix_spawn_file_actions_adddup2(&actions, target, 4) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if target == nil { posix_spawn_file_actions_addclose(&actions, 4) }
    if let lifeline { posix_spawn_file_actions_adddup2(&actions, lifeline, 5) }
    posix_spawn_file_actions_addclosefrom_np(&actions, lifeline == nil ? 5 : 6)

    // The child does not inherit which signals this process ignores or blocks.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var child = pid_t()
    let status = withStrings([program] + arguments) { arguments in
      withStrings(environment) { environment in
        posix_spawnp(&child, program, &actions, &attributes, arguments, environment)
      }
    }
    switch status {
    case 0: return child
    case ENOENT, EACCES, ENOTDIR: throw .notInstalled
    default: throw .system(Errno(rawValue: status))
    }
  }

  /// The environment of this process, without the variables that make ffmpeg write files, and in the C locale, because
  /// the answers are parsed.
  private static var environment: [String] {
    var variables: [String] = []
    var entry = environ
    while let text = entry.pointee {
      let variable = String(cString: text)
      if !["FFREPORT=", "LC_ALL=", "AV_LOG_FORCE"].contains(where: variable.hasPrefix) {
        variables.append(variable)
      }
      entry += 1
    }
    return variables + ["LC_ALL=C", "AV_LOG_FORCE_NOCOLOR=1"]
  }

  /// A list of C strings that ends with NULL.
  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }
}
