// BarlineCLI.swift
// The commands of barline-cli.

import ArgumentParser

struct BarlineCLI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "barline-cli",
    abstract: "Describe sound files, compute their peaks, draw their waveforms, reduce their noise.",
    version: "barline-cli 0.1.0",
    subcommands: [
      InfoCommand.self, PeaksCommand.self, RenderCommand.self, CacheCommand.self, DenoiseCommand.self,
    ])

  /// Without a command this is wrong usage: show the help.
  func run() throws {
    StandardStreams.printError(Self.helpMessage())
    throw ExitCode(2)
  }
}
