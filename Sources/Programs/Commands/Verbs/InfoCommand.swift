// InfoCommand.swift
// barline-cli info FILE… [--json] [--verify]: reads files, compares their checksums, and prints what they are.

import ArgumentParser
import AudioFormats
import Batch
import HostIO
import Localization

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: localized("Read files to their end and print what they are."))

  @Flag(help: Sentence("Print a JSON list with one object per file.").help())
  var json = false

  @Flag(
    help: Sentence("Decode each file once more: compare FLAC with its checksum, count the bits in use.")
      .help())
  var verify = false

  @OptionGroup var reading: ReadingOptions

  @OptionGroup var batch: BatchOptions

  func run() throws {
    var objects: [JSONText] = []
    let (options, verifies) = (reading.options, verify)
    try batch.run(to: nil, printsWarnings: false) { (item, input) throws(AudioFileError) in
      let info = FileInfo(reading: input.path, named: item.input, options: options, verifies: verifies)
      return info.result
    } finished: { item, result in
      if json {
        objects.append(result.product?.json ?? .null)
      } else if let text = result.product?.text {
        StandardStreams.print(text)
      }
    } atEnd: {
      if json { StandardStreams.print(JSONText.list(objects).text()) }
    }
  }
}
