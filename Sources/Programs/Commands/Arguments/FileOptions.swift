// FileOptions.swift
// The files of a command that takes any number of them: named, or in a list.

import ArgumentParser
import Batch
import HostIO
import Localization
import SystemPackage

struct FileOptions: ParsableArguments, WithoutEffect {
  @Argument(
    help: Sentence("The files to read; - is standard input.").help(valueName: "file"))
  var files: [FilePath] = []

  @Option(
    name: [.customShort("i"), .customLong("input-filename")],
    help: Sentence("Another way to name a file to read.").help(valueName: "file"))
  var inputFilename: [FilePath] = []

  @Option(
    help: Sentence("Read the names of further files from this list, one on each line; - is standard input.")
      .help(valueName: "list"))
  var filesFrom: FilePath?

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: Sentence("The names of --files-from end with a zero byte, as find -print0 writes them.").help())
  var isNullSeparated = false

  func validate() throws {
    guard !named.isEmpty || filesFrom != nil else {
      throw ValidationError(localized("Name a file to read, or a list of them with --files-from."))
    }
    guard !isNullSeparated || filesFrom != nil else {
      throw ValidationError(localized("--null is for --files-from."))
    }
  }

  /// Those of the command line.
  var named: [FilePath] { files + inputFilename }

  /// All files, in their order.
  func paths() throws(AudioFileError) -> [FilePath] {
    guard let filesFrom else { return named }
    let bytes = try filesFrom == "-" ? StandardInput.bytes() : FileContents.read(filesFrom, limit: .max)
    return named + FileList.paths(in: bytes, separator: isNullSeparated ? 0 : UInt8(ascii: "\n"))
  }
}
