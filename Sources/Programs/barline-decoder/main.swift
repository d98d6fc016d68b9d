// main.swift
// barline-decoder: the locked room in which recordings are decoded. Barline starts it; it is no program for people.
//
//   barline-decoder --run PROGRAM ARGUMENT…   locks itself and becomes PROGRAM (ffmpeg, ffprobe), an absolute path
//   barline-decoder                           decodes: orders come by the descriptors that it was given
//   --most-bytes NUMBER in front              how long the file may become that PROGRAM writes; without it, 0
//   --unlocked in front of that               the same without the lock, for debugging
//
// Descriptors: 3 is the recording, 4, if open, the file that PROGRAM writes, 5 the life line (`Lifeline`).
// Exit status as of env(1): 125 when the lock does not close, 126 when PROGRAM cannot be started.

import DecoderServing
import Glibc
import HostIO
import Locking

/// Ends with words for whoever debugs.
func fail(_ words: String, _ status: Int32) -> Never {
  let line = Array("barline-decoder: \(words)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(status)
}

var words = ProgramArguments.texts.dropFirst()
let isLocked = words.first != "--unlocked"
if !isLocked { words = words.dropFirst() }
var mostBytes: UInt = 0
if words.first == "--most-bytes" {
  guard let number = words.dropFirst().first.flatMap({ UInt($0) }) else {
    fail("--most-bytes wants a number", 2)
  }
  mostBytes = number
  words = words.dropFirst(2)
}

switch words.first {
case "--version":
  print("barline-decoder 0.2.0-dev")
case "--help":
  print("barline-decoder decodes recordings for Barline, which starts it. It is no program for people.")
case "--run":
  guard let path = words.dropFirst().first, path.hasPrefix("/") else { fail("--run wants a path", 2) }
  let rest = ProgramArguments.pointers[(words.startIndex + 1)...]
  // Ends with NULL, and lives as long as this program does.
  let first = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: rest.count + 1)
  for (place, word) in rest.enumerated() { (first + place).initialize(to: word) }
  (first + rest.count).initialize(to: nil)
  let target: Int32? = fcntl(4, F_GETFD) >= 0 ? 4 : nil
  guard isLocked else {
    execve(path, first, environ)
    fail("\(path): \(String(cString: strerror(errno)))", DecoderProgram.cannotStart)
  }
  do throws(CageError) {
    try Cage.lockProgram(path, first, source: 3, target: target, mostBytes: mostBytes)
  } catch {
    switch error {
    case .notAProgram, .cannotStart: fail("\(error)", DecoderProgram.cannotStart)
    default: fail("\(error)", DecoderProgram.cannotLock)
    }
  }
case nil:
  do throws(CageError) {
    if isLocked { try Cage.lockDecoder() }
  } catch {
    fail("\(error)", DecoderProgram.cannotLock)
  }
  DecoderServer.run(control: 3)
case let word?:
  fail("unknown option \(word)", 2)
}
