// BatchRun.swift
// Works through a plan on several threads. The thread that calls `run` hands the results over in the order of the plan;
// lines of the manifest are written in the order in which files end: before anybody hears of them where a file was
// written, and after the result was handed over where that is all there is.

import HostIO

/// A plan that is carried out once.
public struct BatchRun<Product: Sendable>: Sendable {
  private let plan: BatchPlan
  private let threads: Int
  private let manifest: Manifest?
  private let work: @Sendable (BatchItem) -> FileResult<Product>

  /// Files that may be done while an earlier one is not, so that their results do not fill the memory.
  private static var ahead: Int { 4_096 }

  private struct Ended {
    let result: FileResult<Product>
    /// What the manifest is told once the result was handed over; nil: it was told, or there is none.
    let entry: ManifestEntry?
  }

  private struct State {
    var shares: ThreadShares
    /// The first file that nobody has begun, and the first whose result was not handed over.
    var next = 0, handedOver = 0
    var running = 0
    var results: [Int: Ended] = [:]
    /// True when no further file is begun: there is none, or an output failed.
    var isOver = false
    var manifestFailure: AudioFileError?

    /// True when a thread that looks for a file gets an answer.
    var answers: Bool { isOver || next - handedOver < BatchRun.ahead }
  }

  /// - Parameters:
  ///   - threads: that may be busy at once, in all files together; nil: as many as the process may use.
  ///   - work: works on one file, on any thread; what it begins may use the threads that are granted to it.
  public init(
    _ plan: BatchPlan, threads: Int?, manifest: Manifest?,
    work: @escaping @Sendable (BatchItem) -> FileResult<Product>
  ) {
    self.plan = plan
    self.threads = threads ?? Processors.available
    self.manifest = manifest
    self.work = work
  }

  /// Works until every file is done, or an output failed.
  ///
  /// - Parameter finished: called on this thread, in the order of the plan.
  /// - Throws: when the manifest could not be written.
  public func run(_ finished: (BatchItem, FileResult<Product>) -> Void) throws(AudioFileError) -> BatchTally {
    let shares = ThreadShares(threads: threads, files: plan.items.count)
    let monitor = Monitor(State(shares: shares, isOver: plan.items.isEmpty))
    var tally = BatchTally()
    var isAlone = true
    if shares.idle > 1 {
      for _ in 0..<shares.idle where BackgroundThread.start({ while step(monitor) {} }) { isAlone = false }
    }
    while true {
      // One file at a time needs no other thread.
      if isAlone { _ = step(monitor) }
      guard let (index, ended) = nextResult(monitor) else { break }
      tally.add(ended.result)
      finished(plan.items[index], ended.result)
      if let entry = ended.entry { try manifest?.add(entry) }
    }
    if let failure = monitor.withLock({ $0.manifestFailure }) { throw failure }
    return tally
  }

  /// Works on one file.
  ///
  /// - Returns: false when there is none left.
  private func step(_ monitor: Monitor<State>) -> Bool {
    monitor.wait { $0.answers ? () : nil }
    let taken = monitor.withLock { state -> (index: Int, share: Int)? in
      // Others may have been faster.
      guard !state.isOver, state.answers else { return nil }
      let share = state.shares.take(filesLeft: plan.items.count - state.next)
      let index = state.next
      state.next += 1
      state.running += 1
      state.isOver = state.next == plan.items.count
      return (index, share)
    }
    guard let (index, share) = taken else { return monitor.wait { !$0.isOver } }
    let item = plan.items[index]
    let before = manifest.flatMap { _ in FileState(of: item.input) }
    let otherBefore = manifest.flatMap { _ in item.counterpart.flatMap { FileState(of: $0) } }
    let result = Processors.granting(share) { work(item) }
    var failure: AudioFileError?
    var entry = manifest.map {
      ManifestEntry(item, result, before, otherState: otherBefore, options: $0.options)
    }
    if let manifest, let done = entry, let output = item.output, output != "-" {
      do throws(AudioFileError) { try manifest.add(done) } catch {
        failure = error
      }
      entry = nil
    }
    let ended = Ended(result: result, entry: entry)
    monitor.withLock { state in
      state.shares.giveBack(share)
      state.running -= 1
      state.results[index] = ended
      state.manifestFailure = state.manifestFailure ?? failure
      if failure != nil || result.error?.code == .writeFailed { state.isOver = true }
    }
    return true
  }

  /// Waits for the next result in the order of the plan.
  ///
  /// - Returns: nil when there will be none.
  private func nextResult(_ monitor: Monitor<State>) -> (Int, Ended)? {
    let isThere = monitor.wait { state -> Bool? in
      if state.results[state.handedOver] != nil { return true }
      return state.isOver && state.running == 0 ? false : nil
    }
    guard isThere else { return nil }
    return monitor.withLock { state in
      let index = state.handedOver
      state.handedOver += 1
      return state.results.removeValue(forKey: index).map { (index, $0) }
    }
  }
}
