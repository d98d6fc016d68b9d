// FolderReader.swift
// Looks into the files of a folder, on a few threads that nobody waits for: one that hangs on a dead share takes one of
// them and its own row. Any thread asks; answers come in whatever order, as many at once as have gathered.

import AudioFormats
import HostIO
import Recording
import Synchronization
import SystemPackage

/// A bounded pool of readings.
final class FolderReader: Sendable {
  /// Something to find out of a file as it is now.
  struct Job: Hashable, Sendable {
    let id: FolderRow.ID
    let path: FilePath
    let state: FileState
    /// `head`: at a glance; else all of it.
    let depth: RecordingSummary.Depth

    static func == (a: Job, b: Job) -> Bool { a.id == b.id && a.depth == b.depth && a.state == b.state }

    func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(depth)
    }
  }

  typealias Answer = Result<RecordingSummary, AudioFileError>
  /// - Returns: nil when `goesOn` ended it.
  typealias Read = @Sendable (_ job: Job, _ goesOn: @escaping @Sendable () -> Bool) -> Answer?

  private struct State: Sendable {
    var isOver = false
    var threads = 0
    /// What is wanted before all else, from the first to the last.
    var urgent: [Job] = []
    /// The others: glances, and readings of everything.
    var glances: ArraySlice<Job> = [], readings: ArraySlice<Job> = []
    /// What a thread has begun.
    var begun: Set<Job> = []
    /// What was begun only because it was urgent, and what of it is not wanted any more.
    var hurried: Set<Job> = [], abandoned: Set<Job> = []
    /// How many threads read all of a file.
    var deep = 0
    var answers: [(job: Job, answer: Answer)] = []

    /// What is done next. One thread is kept for glances: a reading may take minutes.
    mutating func next(limit: Int) -> Job? {
      urgent.removeAll { begun.contains($0) }
      let mayRead = glances.isEmpty && !urgent.contains { $0.depth == .head } || deep < max(1, limit - 1)
      if let place = urgent.firstIndex(where: { $0.depth == .head || mayRead }) {
        let job = urgent.remove(at: place)
        hurried.insert(job)
        return job
      }
      return glances.popFirst() ?? (mayRead ? readings.popFirst() : nil)
    }
  }

  private let state = Mutex(State())
  private let limit: Int
  private let read: Read
  private let gathered: @Sendable () -> Void

  /// - Parameters:
  ///   - limit: the most threads.
  ///   - gathered: called on any thread when there are answers to take again.
  init(limit: Int, read: @escaping Read, gathered: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.read = read
    self.gathered = gathered
  }

  /// Adds jobs behind the others.
  func add(_ jobs: [Job]) {
    state.withLock { state in
      for job in jobs {
        if job.depth == .head { state.glances.append(job) } else { state.readings.append(job) }
      }
    }
    startThreads()
  }

  /// Does these jobs before all others, and gives up those that were preferred before.
  func prefer(_ jobs: [Job]) {
    state.withLock { state in
      state.urgent = jobs
      // What comes into view again goes on.
      let back = state.abandoned.intersection(jobs)
      state.abandoned.subtract(back)
      state.hurried.formUnion(back)
      state.abandoned.formUnion(state.hurried.subtracting(jobs))
      state.hurried.formIntersection(jobs)
    }
    startThreads()
  }

  /// Forgets what was begun for files that are gone.
  func forget(_ isGone: (FolderRow.ID) -> Bool) {
    state.withLock { state in state.begun = state.begun.filter { !isGone($0.id) } }
  }

  /// Nothing is begun or told from now on.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.urgent = []
      state.glances = []
      state.readings = []
      state.answers = []
    }
  }

  /// What was found since the last call.
  func takeAnswers() -> [(job: Job, answer: Answer)] {
    state.withLock { state in
      defer { state.answers = [] }
      return state.answers
    }
  }

  private func startThreads() {
    let wanted = state.withLock { state in
      let jobs = state.urgent.count + state.glances.count + state.readings.count
      let count = max(0, min(limit - state.threads, jobs))
      state.threads += count
      return count
    }
    for _ in 0..<wanted where !BackgroundThread.start({ self.work() }) {
      // The others do it; without any, the next call tries again.
      state.withLock { $0.threads -= 1 }
    }
  }

  private func work() {
    BackgroundThread.giveWay()
    while let job = next() {
      let answer = read(job) { self.state.withLock { !$0.isOver && !$0.abandoned.contains(job) } }
      let isFirst = state.withLock { state in
        if job.depth > .head { state.deep -= 1 }
        state.hurried.remove(job)
        state.abandoned.remove(job)
        guard !state.isOver else { return false }
        guard let answer else {
          state.begun.remove(job)
          return false
        }
        state.answers.append((job, answer))
        return state.answers.count == 1
      }
      if isFirst { gathered() }
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      while !state.isOver, let job = state.next(limit: limit) {
        guard state.begun.insert(job).inserted else {
          // What was hurried is wanted in any case.
          state.hurried.remove(job)
          state.abandoned.remove(job)
          continue
        }
        if job.depth > .head { state.deep += 1 }
        return job
      }
      state.threads -= 1
      return nil
    }
  }
}
