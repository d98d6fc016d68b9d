// FileWatch.swift
// Notices changes of a file while it is open. `WatchHub` decides when to look: when the kernel reports a change, and
// every two seconds where it does not, as on network shares. Looking at a file may never return, so each look runs on a
// thread of its own, and no other thread waits for it.
//
// Not GFileMonitor: GLib keeps one lock for all monitors while it asks the kernel for one (2.74, inotify-sub.c),
// so a dead share would block every other window, and the exit of the program.

import Synchronization
import SystemPackage

/// Watches one file until it is cancelled or given up.
public final class FileWatch: Sendable {
  private let body: Body
  private let number: Int

  /// - Parameters:
  ///   - state: the file as it was when it was read.
  ///   - looked: called after each look, on its thread.
  ///   - onChange: called on the same thread when the result differs from the one before; one call at a time.
  public init(
    path: FilePath, since state: FileState, looked: @escaping @Sendable () -> Void = {},
    onChange: @escaping @Sendable (FileChange) -> Void
  ) {
    body = Body(path: path, state: state, looked: looked, onChange: onChange)
    number = WatchHub.begin(path) { [body] _ in body.run() }
  }

  deinit { cancel() }

  /// Compares the file with `state` from now on, and reports only what differs from it.
  public func rebase(to state: FileState) {
    body.rebase(to: state)
    WatchHub.ask(number)
  }

  /// Ends the watch. Returns at once; a report that is being delivered may still arrive.
  public func cancel() {
    body.cancel()
    WatchHub.end(number)
  }
}

/// The state that the looks and their owner share. The last of them releases it.
private final class Body: Sendable {
  private struct Baseline {
    var state: FileState
    var probe: FileProbe?
    /// True when the name meant no file at some time since.
    var wasDeleted = false
    var last = FileChange.unchanged
  }

  private let path: FilePath
  private let looked: @Sendable () -> Void
  private let onChange: @Sendable (FileChange) -> Void
  private let baseline: Mutex<Baseline>
  private let isCancelled = Atomic<Bool>(false)

  init(
    path: FilePath, state: FileState, looked: @escaping @Sendable () -> Void,
    onChange: @escaping @Sendable (FileChange) -> Void
  ) {
    self.path = path
    self.looked = looked
    self.onChange = onChange
    baseline = Mutex(Baseline(state: state))
  }

  func cancel() { isCancelled.store(true, ordering: .releasing) }

  func rebase(to state: FileState) {
    baseline.withLock {
      if $0.state != state { $0 = Baseline(state: state) }
      $0.last = .unchanged
    }
  }

  private var goesOn: Bool { !isCancelled.load(ordering: .acquiring) }

  /// Looks once.
  ///
  /// - Returns: false where the kernel does not know of all changes.
  func run() -> Bool {
    guard goesOn else { return false }
    look()
    looked()
    // Network shares (and some others) have device numbers without a driver.
    return baseline.withLock { $0.state.hasDriver }
  }

  private func look() {
    let before = baseline.withLock { $0 }
    let state = FileState(of: path)
    var next = before
    var keepsBytes: Bool?
    if let state, state.isSameFile(as: before.state) {
      if state.hasSameContent(as: before.state) {
        // Read now, for a later comparison; kept only when nothing changed meanwhile.
        if before.probe == nil, state.isReadable {
          let probe = FileProbe(path: path, byteCount: state.byteCount)
          if FileState(of: path) == state { next.probe = probe }
        }
      } else if state.isReadable, state.byteCount >= before.state.byteCount {
        // When the file changed before the first look (a recorder completes its header), it is read again in any
        // case, so that what is shown is true.
        keepsBytes =
          before.probe.map { FileProbe(path: path, byteCount: before.state.byteCount)?.body == $0.body }
          ?? true
      }
    }
    next.last = FileChange(from: before.state, to: state, keepsBytes: keepsBytes)
    // File systems reuse inode numbers: a file that appears after a deletion counts as another one.
    if state == nil { next.wasDeleted = true }
    if next.wasDeleted, state != nil, next.last != .unchanged { next.last = .replaced }
    let change: FileChange? = baseline.withLock {
      guard $0.state == before.state else { return nil }
      let isNew = $0.last != next.last
      $0 = next
      return isNew ? next.last : nil
    }
    if let change, goesOn { onChange(change) }
  }
}
