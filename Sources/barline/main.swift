// main.swift
// The desktop program. Synchronous to the end: the GLib loop is the main actor's executor.

import Glibc
import GtkBridge
import WaveformViews

let arguments = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
if arguments.contains("--version") {
  print("barline \(BarlineApplication.version)")
} else {
  // A cache entry that may not grow is one that cannot be written, and no crash.
  signal(SIGXFSZ, SIG_IGN)
  Memory.keepPages()
  Renderer.choose()
  MainLoop.attachMainActor()
  let trace = arguments.contains("--trace") ? Trace() : nil
  trace?.write("main")
  let application = BarlineApplication(trace: trace, isSilent: arguments.contains("--silent"))
  // The arguments themselves, not the Strings made of them: a file name need not be UTF-8.
  let words = (1..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
  if let first = words.first(where: { $0.pointee != 0x2D }) {
    application.readEarly(FileReference(argument: first))
  }
  exit(application.run())
}
