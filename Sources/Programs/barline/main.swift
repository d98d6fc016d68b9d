// main.swift
// The desktop program. Synchronous to the end: the GLib loop is the main actor's executor.

import AudioDecoding
import FeatureList
import Glibc
import GtkBridge
import HostIO
import Localization
import WaveformCore
import WaveformViews

let arguments = ProgramArguments.texts.dropFirst().prefix { $0 != "--" }
if arguments.contains("--version") {
  print("barline \(BarlineApplication.version)")
} else {
  // Do not die when a program to which something is written goes away: the display, the bus, who reads a trace.
  signal(SIGPIPE, SIG_IGN)
  // A cache entry that may not grow is one that cannot be written, and no crash.
  signal(SIGXFSZ, SIG_IGN)
  OpenFileLimit.raise()
  Language.choose(isForToolkit: true)
  Application.keepLocale()
  Builder.translationDomain = Language.domain
  Builder.numbers = NumberStyle(shown: { Numerals.shown($0) }, typed: { Numerals.typed($0) })
  Memory.keepPages()
  Renderer.choose()
  MainLoop.attachMainActor()
  let trace = arguments.contains("--trace") ? Trace() : nil
  trace?.write("main")
  let isUnlocked = arguments.contains("--unlocked")
  if isUnlocked { DecoderProgram.isUnlocked = true }
  trace?.write(
    "locks",
    [
      "landlock": KernelLocks.landlockVersion, "seccomp": KernelLocks.hasSystemCallFilter,
      "unlocked": DecoderProgram.isUnlocked,
    ])
  // The arguments themselves, not the Strings made of them: a file name need not be UTF-8.
  let words = ProgramArguments.pointers.dropFirst()
  let options = words.prefix { strcmp($0, "--") != 0 }
  if words.contains(where: { $0.pointee == 0 }) { exit(BarlineApplication.refuseEmptyName()) }
  let files = (options.filter { $0.pointee != 0x2D } + words.dropFirst(options.count + 1))
    .map { FileReference(argument: $0) }
  // Such an option says what stands in place of files.
  let start = features.compactMap { $0.startOption }.first { arguments.contains("--" + $0.name) }
    .map { BarlineApplication.Start($0.name, arguments.first { !$0.hasPrefix("-") }) }
  let application = BarlineApplication(
    features: features, trace: trace, tracesModels: getenv("BARLINE_TRACE_MODELS") != nil,
    isSilent: arguments.contains("--silent"), isUnlocked: isUnlocked,
    together: arguments.contains("--together") || arguments.contains("--compare")
      ? start == nil ? files : [] : [],
    compares: arguments.contains("--compare"),
    start: start)
  DecoderProgram.remember()
  DecoderProcess.keepOneWaiting()
  if let first = files.first, start == nil { application.readEarly(first) }
  exit(application.run())
}
