// OutputOptions.swift
// Where a command that makes a file of each file puts them.

import ArgumentParser
import Batch
import HostIO
import Localization
import SystemPackage

struct OutputOptions: ParsableArguments, WithoutEffect {
  @Option(
    name: [.customShort("o"), .customLong("output"), .customLong("output-filename")],
    help: Sentence(
      """
      The file to write; - is standard output. For several files a name with {stem} or {name} in it, and {dir} or {ext}, \
      or a folder.
      """
    ).help(valueName: "out"))
  var output: FilePath?

  @Option(
    help: Sentence("Write the files below this folder, in the folders that the files to read are named with.")
      .help(valueName: "folder"))
  var outputDir: FilePath?

  func validate() throws {
    guard output == nil || outputDir == nil else {
      throw ValidationError(localized("--output and --output-dir exclude each other."))
    }
  }

  /// For commands that always write.
  func require() throws {
    guard isGiven else { throw ValidationError(localized("Say what to write: --output or --output-dir.")) }
  }

  var isGiven: Bool { output != nil || outputDir != nil }

  /// True when each file has an output of its own, in a folder or by a template.
  var isEach: Bool { outputDir != nil || isTemplate || isFolder }

  /// True when the suffix of what is written is not said by --output.
  var needsFormat: Bool { outputDir != nil || isFolder || output == "-" }

  private var isTemplate: Bool { output?.string.contains("{") ?? false }
  private var isFolder: Bool { output.map(FolderListing.isFolder) ?? false }

  /// - Parameter suffix: of files in folders; nil: that of the file that is read.
  func rule(suffix: String?) throws -> OutputRule {
    do throws(BatchProblem) {
      if let outputDir { return OutputRule(folder: outputDir, suffix: suffix) }
      let output = output ?? "-"
      if isFolder { return OutputRule(flat: output, suffix: suffix) }
      return try OutputRule(template: output)
    } catch {
      throw ValidationError(error.message)
    }
  }
}
