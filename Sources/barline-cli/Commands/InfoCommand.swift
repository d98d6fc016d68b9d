// InfoCommand.swift
// barline-cli info FILE… [--json]

import ArgumentParser
import SystemPackage

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Read files to their end and print what they are.")

  @Flag(help: "Print a JSON list with one object per file.")
  var json = false

  @OptionGroup var reading: ReadingOptions

  @Argument(help: ArgumentHelp("The sound files to read.", valueName: "file"))
  var files: [FilePath]

  func run() throws {
    var failures = 0
    var objects: [JSONText] = []
    for file in files {
      let info = FileInfo(reading: file, options: reading.options)
      if let error = info.error {
        StandardStreams.report(error)
        failures += 1
      }
      if json {
        objects.append(info.json)
      } else if let text = info.text {
        StandardStreams.print(text)
      }
    }
    if json { StandardStreams.print(JSONText.list(objects).text()) }
    if failures > 0 { throw ExitCode(1) }
  }
}
