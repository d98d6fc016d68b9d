// BatchOptions.swift
// Many files, each on its own: what was done is written down, left out by the next call, and shared between calls (`Batch`).

import ArgumentParser
import Batch
import HostIO
import Localization
import SystemPackage

struct BatchOptions: ParsableArguments, WithoutEffect {
  @OptionGroup var list: FileOptions
  @OptionGroup var work: WorkOptions

  @Option(
    help: Sentence("Write a line of JSON for each file that was worked on.").help(valueName: "out.jsonl"))
  var manifest: FilePath?

  @Flag(
    help: Sentence(
      "Leave out what the manifest shows to be done with the same options, if it has not changed since."
    ).help())
  var resume = false

  @Option(
    help: Sentence("Take only part I of N of the files: 1/4 to 4/4, for four calls.").help(valueName: "i/n"))
  var shard: Shard?

  func validate() throws {
    guard !resume || manifest != nil else { throw ValidationError(localized("--resume needs --manifest.")) }
  }

  /// Those of the command line.
  var named: [FilePath] { list.named }
  /// A list that names more of them.
  var filesFrom: FilePath? { list.filesFrom }

  /// True when files are only written one by one.
  var isPart: Bool { manifest != nil || shard != nil }

  /// All files, in their order.
  func inputs() throws -> [FilePath] {
    work.begin()
    return try StandardStreams.reporting { () throws(AudioFileError) in try list.paths() }
  }

  /// Works through the files, and tells what came of each.
  ///
  /// - Parameters:
  ///   - files: nil: those that were named.
  ///   - rule: nil when nothing is written.
  ///   - others: files that the command reads or writes besides; no output may take their place.
  ///   - content: of what the options name, if that decides what is written.
  ///   - printsWarnings, work, finished, atEnd: see `WorkOptions.run`.
  func run<Product: Sendable>(
    _ files: [FilePath]? = nil, to rule: OutputRule?, besides others: [FilePath] = [], content: [UInt8] = [],
    printsWarnings: Bool = true,
    work: @escaping @Sendable (BatchItem, BatchInput) throws(AudioFileError) -> FileResult<Product>,
    finished: (BatchItem, FileResult<Product>) -> Void = { _, _ in },
    atEnd: () -> Void = {}
  ) throws {
    let plan = try plan(files ?? inputs(), to: rule, besides: others)
    try run(
      plan, content: content, printsWarnings: printsWarnings, work: work, finished: finished, atEnd: atEnd)
  }

  /// The same for a plan that was made.
  func run<Product: Sendable>(
    _ plan: BatchPlan, content: [UInt8] = [], printsWarnings: Bool = true,
    work: @escaping @Sendable (BatchItem, BatchInput) throws(AudioFileError) -> FileResult<Product>,
    finished: (BatchItem, FileResult<Product>) -> Void = { _, _ in },
    atEnd: () -> Void = {}
  ) throws {
    var plan = plan
    if let shard { plan = plan.part(shard) }
    let record = try manifest.map { path in
      try StandardStreams.reporting { () throws(AudioFileError) in
        try Manifest(path, resumes: resume, options: OptionsDigest.ofCommand(with: content))
      }
    }
    if resume, let record { plan = plan.leaving(out: record.proves) }
    try self.work.run(
      plan, record: record, printsWarnings: printsWarnings, work: work, finished: finished,
      atEnd: { _ in atEnd() })
  }

  /// Decides what is done with all files; see `WorkOptions.plan`.
  func plan(_ inputs: [FilePath], to rule: OutputRule?, besides others: [FilePath] = []) throws -> BatchPlan {
    try work.plan(inputs, to: rule, besides: others + written)
  }

  /// Decides what is done with pairs of files.
  func plan(pairs: [(first: FilePath, second: FilePath)], to rule: OutputRule?) throws -> BatchPlan {
    try work.plan(pairs: pairs, to: rule, besides: written)
  }

  /// What is written besides the outputs.
  private var written: [FilePath] { manifest.map { [$0] } ?? [] }
}

extension Shard: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
