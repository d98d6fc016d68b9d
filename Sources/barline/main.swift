// main.swift
// The desktop program. Synchronous to the end: the GLib loop is the main actor's executor.

import Glibc
import GtkBridge
import WaveformViews

let arguments = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
if arguments.contains("--version") {
  print("barline \(BarlineApplication.version)")
} else {
  MainLoop.attachMainActor()
  let trace = arguments.contains("--trace") ? Trace() : nil
  trace?.write("main")
  exit(BarlineApplication(trace: trace).run())
}
