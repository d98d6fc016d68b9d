// main.swift
// Makes every attempt of HostileAttempts in a process of its own that locks itself first, and says what became of each:
// a line "NAME succeeded", "NAME refused ERRNO" or "NAME killed SIGNAL".
//
//   hostile-runner decoder|program|writer FILE FOLDER SOCKET [PROGRAM]   all attempts; PROGRAM is hostile-program
//   hostile-runner calls NAME…                     all system calls but those, in the decoder's lock
//   hostile-runner spin decoder|program PROGRAM    one that computes for ever; its process number is said first
//
// One thread: locking asks for that.

import CSeccomp
import Glibc
import HostileAttempts
import Locking

func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDOUT_FILENO, line, line.count)
}

/// Runs `body` in a child that has the life line as descriptor 5, and a file as 3 that it may read.
func child(_ body: () -> Int32) -> pid_t {
  var ends: [Int32] = [-1, -1]
  pipe(&ends)
  // Above the numbers that the child is given.
  let high = ends.map { fcntl($0, F_DUPFD, 10) }
  ends.forEach { close($0) }
  let child = hostile_fork()
  if child == 0 {
    dup2(high[0], 5)
    dup2(open("/proc/self/exe", O_RDONLY), 3)
    close(4)
    // The other end above all: who holds it himself outlives his parent.
    for descriptor in 6..<256 as Range<Int32> { close(descriptor) }
    _exit(body())
  }
  // That end stays open for as long as this process lives, or the child's work.
  close(high[0])
  held = high[1]
  return child
}

/// Our end of the child's life line.
nonisolated(unsafe) var held: Int32 = -1

/// This process, for its children.
let parent = getpid()

func outcome(of child: pid_t) -> String {
  var status: Int32 = 0
  waitpid(child, &status, 0)
  close(held)
  if status & 0x7F != 0 { return "killed \(status & 0x7F)" }
  let code = status >> 8 & 0xFF
  return code == 0 ? "succeeded" : "refused \(code)"
}

/// Locks the child as a decoder and makes an attempt, or lets hostile-program do it in its lock.
func attempt(_ name: String, as kind: String, _ words: [String], program: String?) -> Int32 {
  do throws(CageError) {
    guard kind != "decoder", let program else {
      // C strings that outlive the lock.
      let strings = words.map { strdup($0) }
      try Cage.lockDecoder()
      var targets = hostile_targets(file: strings[0], folder: strings[1], socket: strings[2], parent: parent)
      return hostile_attempt(name, &targets)
    }
    var arguments = ([program, name] + words).map { strdup($0) } + [nil]
    // Without a name (O_TMPFILE).
    if kind == "writer" { dup2(open("/tmp", O_RDWR | 0o20_200_000, 0o600), 4) }
    try Cage.lockProgram(program, &arguments, source: 3, target: kind == "writer" ? 4 : nil)
  } catch {
    say("\(name) not locked: \(error)")
    return 254
  }
}

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "calls":
  let allowed = Set(words.dropFirst())
  // Up to the first number that no list has.
  for number in 0..<451 as Range<Int32> {
    guard let text = seccomp_syscall_resolve_num_arch(seccomp_arch_native(), number) else { continue }
    defer { free(text) }
    let name = String(cString: text)
    if allowed.contains(name) { continue }
    let process = child {
      do throws(CageError) { try Cage.lockDecoder() } catch { return 254 }
      return hostile_call(Int(number))
    }
    say("\(name) \(outcome(of: process))")
  }
case "spin" where words.count == 3:
  let process = child { attempt("spin", as: words[1], ["", "", ""], program: words[2]) }
  say("\(process)")
  _ = outcome(of: process)
case let kind? where words.count >= 4:
  let program = words.count > 4 ? words[4] : nil
  var number: Int32 = 0
  while let name = hostile_name(number).map({ String(cString: $0) }) {
    say("\(name) \(outcome(of: child { attempt(name, as: kind, Array(words[1...3]), program: program) }))")
    number += 1
  }
default:
  exit(2)
}
