// WorkOptions.swift
// How files are worked through, and what is told of them: the same for every command that takes several.

import ArgumentParser
import AudioFormats
import Batch
import HostIO
import Localization
import SystemPackage

struct WorkOptions: ParsableArguments, WithoutEffect {
  @Option(
    help: Sentence("Threads that may be busy at once; without it, all that the process may use.").help(
      valueName: "n"))
  var threads: Int?

  @Flag(help: Sentence("Exit with status 3 when a recording is not whole.").help())
  var strict = false

  @Option(
    help: Sentence("How errors and warnings are told: text, or json for an object on each line.").help())
  var errors: StandardStreams.ErrorFormat = .text

  @Flag(
    name: .shortAndLong, help: Sentence("Tell errors only: neither warnings nor progress.").help())
  var quiet = false

  func validate() throws {
    guard threads ?? 1 >= 1 else { throw ValidationError(localized("--threads must be at least 1.")) }
  }

  /// Chooses how everything that follows is told.
  func begin() { StandardStreams.tell(errors, isQuiet: quiet) }

  /// Decides what is done, or ends the call with status 2: what cannot be is refused before anything starts.
  ///
  /// - Parameters:
  ///   - rule: nil when no files are written.
  ///   - others: files that the command reads or writes besides; no output may take their place.
  func plan(_ inputs: [FilePath], to rule: OutputRule?, besides others: [FilePath] = []) throws -> BatchPlan {
    try checked(over: inputs) { () throws(BatchProblem) in
      try BatchPlan(inputs, to: rule, besides: others)
    }
  }

  /// The same for pairs of files.
  func plan(
    pairs: [(first: FilePath, second: FilePath)], to rule: OutputRule?, besides others: [FilePath] = []
  ) throws -> BatchPlan {
    try checked(over: pairs.flatMap { [$0.first, $0.second] }) { () throws(BatchProblem) in
      try BatchPlan(pairs: pairs, to: rule, besides: others)
    }
  }

  private func checked(
    over inputs: [FilePath], _ make: () throws(BatchProblem) -> BatchPlan
  ) throws -> BatchPlan {
    let plan: BatchPlan
    do throws(BatchProblem) { plan = try make() } catch {
      StandardStreams.reportProblem(error.message)
      throw ExitCode(2)
    }
    do throws(AudioFileError) { try plan.checkOutputs(over: inputs) } catch {
      StandardStreams.report(error)
      throw ExitCode(2)
    }
    return plan
  }

  /// Works through files, and tells what came of each.
  ///
  /// - Parameters:
  ///   - record: gets a line for each; nil: none.
  ///   - printsWarnings: false when the products tell them.
  ///   - work: what is done with one file, on any thread. Errors may name the file as it is read.
  ///   - finished: called with each product, in the order of the files, on this thread.
  ///   - atEnd: called when all files are done, before the exit status is decided.
  func run<Product: Sendable>(
    _ plan: BatchPlan, record: Manifest? = nil, printsWarnings: Bool = true,
    work: @escaping @Sendable (BatchItem, BatchInput) throws(AudioFileError) -> FileResult<Product>,
    finished: (BatchItem, FileResult<Product>) -> Void = { _, _ in },
    atEnd: (BatchTally) throws -> Void = { _ in }
  ) throws {
    let batch = BatchRun(plan, threads: threads, manifest: record) { item -> FileResult<Product> in
      do throws(AudioFileError) { return try work(item, BatchInput(item.input)) } catch {
        // What was read from standard input has a name that nobody gave it.
        let isSpool = item.input == "-" && error.path != item.output && error.code != .writeFailed
        return FileResult(failed: isSpool ? error.about(item.input) : error)
      }
    }
    let progress = ProgressLine(of: plan.items.count)
    let tally = try StandardStreams.reporting { () throws(AudioFileError) in
      try batch.run { item, result in
        progress.clear()
        finished(item, result)
        if let error = result.error { StandardStreams.report(error, reason: result.why) }
        if printsWarnings {
          result.findings.forEach { StandardStreams.printWarning($0, about: item.input) }
        }
        progress.step()
      }
    }
    progress.clear()
    try atEnd(tally)
    let status = tally.exitStatus(isStrict: strict)
    if status != 0 { throw ExitCode(status) }
  }
}

/// One file as it is opened.
struct BatchInput {
  let path: FilePath
  /// False for what was read from a pipe: nobody finds it again.
  let isKept: Bool

  /// - Parameter name: "-" is standard input.
  init(_ name: FilePath) throws(AudioFileError) {
    isKept = name != "-"
    path = isKept ? name : try StandardInput.path()
  }
}

extension FileResult {
  init(failed error: AudioFileError) { self.init(failed: error, reason: error.why) }

  /// What came of a file that was read to its end.
  init(_ report: ReadReport, sampleRate: Int, _ product: Product? = nil) {
    self.init(product)
    findings = report.findings
    frames = report.frames
    self.sampleRate = sampleRate
    isComplete = report.isComplete
    cause = report.cause
  }
}
