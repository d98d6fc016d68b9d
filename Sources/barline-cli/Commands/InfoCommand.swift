// InfoCommand.swift
// barline-cli info FILE… [--json] [--verify]: reads files, compares their checksums, and prints what they are.

import ArgumentParser
import AudioExport
import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Read files to their end and print what they are.")

  @Flag(help: "Print a JSON list with one object per file.")
  var json = false

  @Flag(help: "Decode each file once more: compare FLAC with its checksum, count the bits in use.")
  var verify = false

  @OptionGroup var reading: ReadingOptions

  @Argument(help: ArgumentHelp("The sound files to read.", valueName: "file"))
  var files: [FilePath]

  func run() throws {
    var failures = 0
    var objects: [JSONText] = []
    for file in files {
      let info = FileInfo(reading: file, options: reading.options, verifies: verify)
      if case .differs(let md5) = info.verified {
        StandardStreams.printWarning("the MD5 of its samples is \(md5), not the one in the file", about: file)
        failures += 1
      }
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
