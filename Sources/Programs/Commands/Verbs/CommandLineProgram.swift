// CommandLineProgram.swift
// All of barline-cli, the engine of Barline without a window, and the list of its commands. The manual page lists its
// exit statuses. The program itself (Sources/Programs/barline-cli) is one line: what is linked into it alone, Swift's own
// library above all, is not linked into the tests, which run this module.

import ArgumentParser
import CLateLibraries
import Glibc
import HostIO
import Localization

public enum CommandLineProgram {
  /// Does what the arguments of this process ask for, and ends it. Before there is any other thread.
  public static func run() -> Never {
    Language.choose()
    StandardStreams.reserve()
    // Do not die when the reader of the output goes away.
    signal(SIGPIPE, SIG_IGN)
    // Do not die when a file reaches the size limit: report that it cannot be written.
    signal(SIGXFSZ, SIG_IGN)
    ProcessEnd.prepare()
    OpenFileLimit.raise()
    barline_when_missing { @Sendable reason in
      // Translators: what the system says of a library
      let sentence = localized("cannot load what this command needs: \(String(cString: reason))")
      StandardStreams.printError("barline-cli: \(sentence)")
      UnfinishedFiles.deleteForGood()
      exit(4)
    }

    do {
      var arguments = RawArguments.arguments()
      // In front of the command: it is for debugging, and no command's own.
      if arguments.first == "--unlocked" {
        DecoderProgram.isUnlocked = true
        arguments.removeFirst()
      }
      var command = try BarlineCLI.parseAsRoot(arguments)
      OptionsDigest.command = command
      StandardStreams.silenceLibraries()
      try command.run()
    } catch let status as ExitCode {
      exit(status.rawValue)
    } catch {
      HelpTexts.show()
      let text = BarlineCLI.fullMessage(for: error)
      if BarlineCLI.exitCode(for: error) == .success {
        StandardStreams.print(text)
      } else {
        StandardStreams.printError(text)
        // Errors other than those of files are wrong usage.
        exit(2)
      }
    }
    // Nothing else was wrong.
    exit(0)
  }
}

struct BarlineCLI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "barline-cli",
    abstract:
      localized(
        """
        Describe, measure, check and compare sound files, compute peaks, draw waveforms, reduce noise, convert marks.
        """),
    version: "barline-cli 0.2.0-dev",
    subcommands: [
      InfoCommand.self, MeasureCommand.self, PeaksCommand.self, RenderCommand.self, SheetCommand.self,
      ThumbnailCommand.self,
      CheckCommand.self, CompareCommand.self,
      CacheCommand.self, DenoiseCommand.self, GenerateCommand.self, MarksCommand.self,
    ])

  /// Without a command this is wrong usage: show the help.
  func run() throws {
    StandardStreams.printError(Self.helpMessage())
    throw ExitCode(2)
  }
}
