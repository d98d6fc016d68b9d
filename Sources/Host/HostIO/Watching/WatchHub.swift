// WatchHub.swift
// One inotify instance and one thread for all watched files of the process. Both begin with the first watch and end
// with the last.
//
// The hub's thread only waits and reads events. A file system may never answer, so a look, and adding to or removing
// from the instance, run on a thread of their own, which ends with the look. Such threads exist only while something
// changes or hangs, and one that hangs blocks its own file alone. No lock is held meanwhile, so a file may be removed
// for one watch while another watch adds it: then an event reports that its number has ended, and the file is added
// again before it is looked at.

import Glibc
import Synchronization
import SystemPackage

/// Decides when files are looked at.
enum WatchHub {
  /// Looks once.
  ///
  /// - Parameter isHeard: true when the kernel told of a change; false for the first look, and where it is polled.
  /// - Returns: false where the kernel does not know of all changes.
  typealias Look = @Sendable (_ isHeard: Bool) -> Bool

  private struct Watch: Sendable {
    let path: FilePath
    /// The last part of the path.
    let name: [UInt8]
    let look: Look
    /// What is asked of the kernel about the file itself.
    let mask: UInt32
    var schedule = LookSchedule()
    /// True when the kernel told of something since the last look began, and before it did.
    var isHeard = false, wasHeard = false
    /// The numbers of folder and file in events; nil where the kernel reports no changes.
    var folder: Int32?, file: Int32?

    init(_ path: FilePath, _ mask: UInt32, _ look: @escaping Look) {
      self.path = path
      self.mask = mask
      self.look = look
      name =
        path.lastComponent?.withPlatformString { name in
          (0..<strlen(name)).map { UInt8(bitPattern: name[$0]) }
        } ?? []
    }

    /// False for events of a folder that are about other files in it.
    func concerns(_ event: ChangeEvents.Event) -> Bool {
      event.isLoss || event.watch == file
        || event.watch == folder && (event.name.isEmpty || event.name == name)
    }

    mutating func begin() {
      (wasHeard, isHeard) = (isHeard, false)
      schedule.begin()
    }

    mutating func hear(_ event: ChangeEvents.Event) {
      isHeard = true
      schedule.hear()
      // The look adds a lost number again. When events were lost, that may concern every number.
      if event.isLoss || event.isLast && event.watch == folder { folder = nil }
      if event.isLast && event.watch == file { file = nil }
    }
  }

  private struct State: Sendable {
    var watches: [Int: Watch] = [:]
    var watchesMade = 0
    /// The source of events; nil while there is no thread.
    var events: ChangeEvents?
    /// Counts the events after which a number may have ended.
    var endings = 0

    func uses(_ number: Int32) -> Bool {
      watches.values.contains { $0.folder == number || $0.file == number }
    }

    /// Wakes the thread, which then checks the schedules, or starts it when there is none. When there is no memory for
    /// a thread, or no descriptor, the next call tries again.
    mutating func wakeThread() {
      if let events { return events.signal() }
      guard let events = ChangeEvents(), BackgroundThread.start({ WatchHub.run(events) }) else { return }
      self.events = events
    }

    mutating func hear(_ heard: [ChangeEvents.Event]) {
      let numbers = Array(watches.keys)
      for event in heard {
        if event.isLast || event.isLoss { endings += 1 }
        for number in numbers where watches[number]!.concerns(event) { watches[number]!.hear(event) }
      }
    }

    /// Begins the looks that are due.
    ///
    /// - Returns: the numbers of their watches, and the milliseconds until the next look (−1: none); nil when the last
    ///   watch has ended.
    mutating func turn(at now: Int) -> (due: [Int], pause: Int)? {
      if watches.isEmpty {
        events = nil
        return nil
      }
      var numbers: [Int] = []
      var next: Int?
      for (number, due) in watches.compactMapValues(\.schedule.due) {
        if due <= now {
          numbers.append(number)
          watches[number]!.begin()
        } else {
          next = min(due, next ?? due)
        }
      }
      return (numbers, next.map { $0 - now } ?? -1)
    }
  }

  private static let state = Mutex(State())

  /// Looks at a file now, and whenever it may have changed, until `end`.
  ///
  /// - Parameters:
  ///   - isFolder: true when what happens to the files within counts as well.
  ///   - look: called on a thread of its own, one call at a time.
  /// - Returns: a number for `ask` and `end`.
  static func begin(_ path: FilePath, isFolder: Bool = false, look: @escaping Look) -> Int {
    let mask = ChangeEvents.fileMask | (isFolder ? ChangeEvents.folderMask : 0)
    return state.withLock { state in
      state.watchesMade += 1
      state.watches[state.watchesMade] = Watch(path, mask, look)
      state.wakeThread()
      return state.watchesMade
    }
  }

  /// Looks at once, or after the current look.
  static func ask(_ number: Int) {
    state.withLock { state in
      guard state.watches[number] != nil else { return }
      state.watches[number]!.schedule.ask()
      state.wakeThread()
    }
  }

  /// Ends a watch. Returns at once, even while a look hangs.
  static func end(_ number: Int) {
    let gone = state.withLock { state -> Watch? in
      guard let gone = state.watches.removeValue(forKey: number) else { return nil }
      guard let events = state.events else { return gone }
      let unused = [gone.folder, gone.file].compactMap(\.self).filter { !state.uses($0) }
      if !unused.isEmpty { _ = BackgroundThread.start { unused.forEach(events.remove) } }
      if state.watches.isEmpty { events.signal() }
      return gone
    }
    // Outside the lock, because releasing the closure may end another watch.
    withExtendedLifetime(gone) {}
  }

  // MARK: The hub's thread

  private static func run(_ events: ChangeEvents) {
    // Read no more often than a file is looked at: the kernel keeps events and merges repeated ones.
    var listensFrom = 0
    while true {
      let now = MonotonicTime.milliseconds
      guard let turn = state.withLock({ $0.turn(at: now) }) else { return }
      for number in turn.due where !BackgroundThread.start({ look(number, events) }) {
        hasLooked(number, isTold: false, events)
      }
      let rest = listensFrom - now
      let pause = rest > 0 && (turn.pause < 0 || rest < turn.pause) ? rest : turn.pause
      if events.wait(milliseconds: pause, listens: rest <= 0) {
        listensFrom = MonotonicTime.milliseconds + LookSchedule.restMilliseconds
        let heard = events.read()
        state.withLock { $0.hear(heard) }
      }
    }
  }

  // MARK: The thread of a look

  private static func look(_ number: Int, _ events: ChangeEvents) {
    guard let watch = state.withLock({ $0.watches[number] }) else { return }
    // First the folder, which reports when the name comes to mean another file; then the file that it means now; then
    // the look. In this order no change is missed.
    if watch.folder == nil {
      let folder = watch.path.removingLastComponent()
      listen(number, \.folder, to: folder.isEmpty ? "." : folder, ChangeEvents.folderMask, events)
    }
    listen(number, \.file, to: watch.path, watch.mask, events)
    hasLooked(number, isTold: watch.look(watch.wasHeard), events)
  }

  /// Adds the file that `path` means to the events, and removes the one that it meant before.
  private static func listen(
    _ number: Int, _ place: WritableKeyPath<Watch, Int32?>, to path: FilePath, _ mask: UInt32,
    _ events: ChangeEvents
  ) {
    while true {
      let endings = state.withLock { $0.endings }
      let added = events.add(path, mask)
      let (isTrue, unused) = state.withLock { state -> (Bool, Int32?) in
        // The number that ended meanwhile may be this one.
        guard state.endings == endings else { return (false, nil) }
        var old = added
        if state.watches[number] != nil {
          old = state.watches[number]![keyPath: place]
          state.watches[number]![keyPath: place] = added
        }
        return (true, old.flatMap { state.uses($0) ? nil : $0 })
      }
      if let unused { events.remove(unused) }
      if isTrue { return }
    }
  }

  private static func hasLooked(_ number: Int, isTold: Bool, _ events: ChangeEvents) {
    let isDue = state.withLock { state in
      let hasEvents = state.watches[number]?.folder != nil
      state.watches[number]?.schedule.end(at: MonotonicTime.milliseconds, isTold: isTold && hasEvents)
      return state.watches[number]?.schedule.due != nil
    }
    if isDue { events.signal() }
  }
}
