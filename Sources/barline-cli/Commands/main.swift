// main.swift
// Starts barline-cli: the engine of Barline without a window. Ends with the status that the manual
// page names.

import ArgumentParser
import Glibc
import HostIO

StandardStreams.reserve()
// A reader of our output that goes away is no crash.
signal(SIGPIPE, SIG_IGN)
// A file that may not grow is one that cannot be written, and no crash either.
signal(SIGXFSZ, SIG_IGN)
UnfinishedFiles.deleteOnSignals()

do {
  var command = try BarlineCLI.parseAsRoot(RawArguments.arguments())
  StandardStreams.silenceLibraries()
  try command.run()
} catch let status as ExitCode {
  exit(status.rawValue)
} catch {
  let text = BarlineCLI.fullMessage(for: error)
  if BarlineCLI.exitCode(for: error) == .success {
    StandardStreams.print(text)
  } else {
    StandardStreams.printError(text)
    // Anything else than a failing file is wrong usage.
    exit(2)
  }
}
