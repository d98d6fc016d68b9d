// WatchHub.swift
// One inotify instance and one thread for all watched files of the process. Both begin with the first watch and end
// with the last.
//
// The hub's thread only waits and reads events. Whatever asks a file system, which may never answer (a look, and
// adding to or removing from the instance), runs on a thread of its own, which ends with the look: there are such
// threads only while something changes or hangs, and one that hangs holds up its own file alone. No lock is held
// meanwhile, not even to keep adding and removing apart: the number of a file that was removed while somebody else
// added it is told as ended, and is then added again before the file is looked at.

import Glibc
import Synchronization
import SystemPackage

/// Says when files are to be looked at.
enum WatchHub {
  private struct Watch: Sendable {
    let path: FilePath
    /// The last part of the path.
    let name: [UInt8]
    let look: @Sendable () -> Bool
    var schedule = LookSchedule()
    /// Their numbers among the events; nil for what the kernel does not tell of.
    var folder: Int32?, file: Int32?

    init(_ path: FilePath, _ look: @escaping @Sendable () -> Bool) {
      self.path = path
      self.look = look
      name =
        path.lastComponent?.withPlatformString { name in
          (0..<strlen(name)).map { UInt8(bitPattern: name[$0]) }
        } ?? []
    }

    /// The folder also tells of files that are none of ours.
    func concerns(_ event: ChangeEvents.Event) -> Bool {
      event.isLoss || event.watch == file
        || event.watch == folder && (event.name.isEmpty || event.name == name)
    }

    mutating func hear(_ event: ChangeEvents.Event) {
      schedule.hear()
      // What is gone is added again by the look; after a loss nobody knows whether it is.
      if event.isLoss || event.isLast && event.watch == folder { folder = nil }
      if event.isLast && event.watch == file { file = nil }
    }
  }

  private struct State: Sendable {
    var watches: [Int: Watch] = [:]
    var watchesMade = 0
    /// Where events come from; nil while there is no thread.
    var events: ChangeEvents?
    /// How often a number may have ended.
    var endings = 0

    func uses(_ number: Int32) -> Bool {
      watches.values.contains { $0.folder == number || $0.file == number }
    }

    /// Has the thread look at the schedules, and begins it where there is none. Without memory for a thread, or a
    /// descriptor, the next call tries again.
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
    /// - Returns: their numbers, and the milliseconds until the next one, −1 when there is none; nil when the last
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
          watches[number]!.schedule.begin()
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
  /// - Parameter look: called on a thread of its own, one call at a time; returns false where the kernel does not
  ///   know of all changes.
  /// - Returns: a number for `ask` and `end`.
  static func begin(_ path: FilePath, look: @escaping @Sendable () -> Bool) -> Int {
    state.withLock { state in
      state.watchesMade += 1
      state.watches[state.watchesMade] = Watch(path, look)
      state.wakeThread()
      return state.watchesMade
    }
  }

  /// Looks at once, or when the look at hand is over.
  static func ask(_ number: Int) {
    state.withLock { state in
      guard state.watches[number] != nil else { return }
      state.watches[number]!.schedule.ask()
      state.wakeThread()
    }
  }

  /// Returns at once, whatever hangs.
  static func end(_ number: Int) {
    let gone = state.withLock { state -> Watch? in
      guard let gone = state.watches.removeValue(forKey: number) else { return nil }
      guard let events = state.events else { return gone }
      let unused = [gone.folder, gone.file].compactMap(\.self).filter { !state.uses($0) }
      if !unused.isEmpty { _ = BackgroundThread.start { unused.forEach(events.remove) } }
      if state.watches.isEmpty { events.signal() }
      return gone
    }
    // Outside the lock: what its closure holds may end another watch when it goes.
    withExtendedLifetime(gone) {}
  }

  // MARK: The hub's thread

  private static func run(_ events: ChangeEvents) {
    // Read no oftener than a file is looked at: the kernel keeps events, and tells what is repeated once.
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
    // First the folder, which tells when the name means another file; then what it means now; then the look: no
    // change falls between.
    if watch.folder == nil {
      let folder = watch.path.removingLastComponent()
      listen(number, \.folder, to: folder.isEmpty ? "." : folder, ChangeEvents.folderMask, events)
    }
    listen(number, \.file, to: watch.path, ChangeEvents.fileMask, events)
    hasLooked(number, isTold: watch.look(), events)
  }

  /// Adds what `path` means to the events, and gives up what it meant before.
  private static func listen(
    _ number: Int, _ place: WritableKeyPath<Watch, Int32?>, to path: FilePath, _ mask: UInt32,
    _ events: ChangeEvents
  ) {
    while true {
      let endings = state.withLock { $0.endings }
      let added = events.add(path, mask)
      let (isTrue, unused) = state.withLock { state -> (Bool, Int32?) in
        // It may be this number that ended meanwhile.
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
