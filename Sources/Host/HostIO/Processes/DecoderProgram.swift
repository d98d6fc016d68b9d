// DecoderProgram.swift
// Where barline-decoder lies, the program that locks itself before it decodes or becomes ffmpeg, and how it is started.
// Fails closed: without it nothing of a stranger's file is given to a library or to ffmpeg. Any thread.

import Glibc
import Synchronization
import SystemPackage

/// The program in whose locked process recordings are decoded.
package enum DecoderProgram {
  /// Its exit status when the lock does not close.
  package static let cannotLock: Int32 = 125
  /// Its exit status when the program that it should become cannot be started.
  package static let cannotStart: Int32 = 126
  /// That of the system's loader, when it does not find or cannot load a library (ld.so(8)).
  private static let cannotLoad: Int32 = 127

  /// Files that must be allowed to be open: for a decoder what it is handed; for another program itself, its libraries one
  /// after the other, and the recording some times.
  private static let fewestFiles = 16, fewestFilesOfProgram = 32

  /// The decoder as it lay there when this program began: an update may put another one there, and to that nobody here
  /// knows how to speak.
  private static let known = path.flatMap { FileState(of: FilePath($0)) }

  /// Looks at the decoder, at the start of a program that may still run when it is replaced.
  package static func remember() { _ = known }

  /// True to decode without the lock: for debugging, by `--unlocked` or the variable BARLINE_UNLOCKED.
  package static var isUnlocked: Bool {
    get { unlocked.load(ordering: .relaxed) }
    set { unlocked.store(newValue, ordering: .relaxed) }
  }
  private static let unlocked = Atomic(getenv("BARLINE_UNLOCKED").map { strcmp($0, "1") == 0 } ?? false)

  /// What starts the decoder, locked unless that was given up.
  ///
  /// - Parameter arguments: what follows its name.
  package static func call(_ arguments: [String]) throws(ChildProcess.Failure) -> (
    program: String, arguments: [String]
  ) {
    guard isUnlocked || KernelLocks.hasSystemCallFilter else { throw .noLock }
    guard OpenFileLimit.allowed >= fewestFiles else { throw .system(.tooManyOpenFiles) }
    guard let path else { throw .incomplete }
    // The same package installed once more keeps length and date.
    if let known, let now = FileState(of: FilePath(path)),
      known.byteCount != now.byteCount || known.modified != now.modified
    {
      throw .otherBuild
    }
    return (path, (isUnlocked ? ["--unlocked"] : []) + arguments)
  }

  /// What starts a program of PATH in a lock.
  ///
  /// - Parameter mostBytes: how long the file may become that it writes.
  package static func call(
    _ program: String, _ arguments: [String], mostBytes: Int
  ) throws(ChildProcess.Failure) -> (program: String, arguments: [String]) {
    guard let path = ProgramSearch.path(of: program) else { throw .notInstalled }
    // It opens by name what it is handed.
    guard access("/proc/self/fd", F_OK) == 0 else { throw .noProc }
    guard OpenFileLimit.allowed >= fewestFilesOfProgram else { throw .system(.tooManyOpenFiles) }
    let limit = mostBytes > 0 ? ["--most-bytes", "\(mostBytes)"] : []
    return try call(limit + ["--run", path] + arguments)
  }

  /// Beside the running program, as it is built, or where it is installed; BARLINE_DECODER names another one, for tests.
  private static var path: String? {
    let folder = ProgramArguments.folderOfThisProgram
    let places =
      getenv("BARLINE_DECODER").map { [String(cString: $0)] }
      ?? folder.map { [$0 + "/barline-decoder", $0 + "/../libexec/barline/barline-decoder"] } ?? []
    return places.first { access($0, X_OK) == 0 }
  }

  /// What it means that the lock's own steps failed, or that the lock ended the program.
  ///
  /// - Returns: nil for every other end. Of a program that was locked, `noLock` may be a lie: see `notLocked`.
  package static func failure(_ end: ChildProcess.End) -> ChildProcess.Failure? {
    switch end {
    case .exit(cannotLock): .noLock
    case .exit(cannotStart): .cannotStart
    case .exit(cannotLoad): .cannotLoad
    case .signal(SIGSYS): .forbidden
    default: nil
    }
  }
}
