// ChangeEvents.swift
// Events of the kernel that files may have changed (inotify(7)), and a signal that ends the wait for them. One
// instance serves all files, because a user may have only 128 instances and GTK needs one in every program.
// One thread waits and reads. Other threads call `add` and `remove`, because these may never return where a file
// system does not answer. They then block no other thread: the kernel looks a name up before it locks the instance, and
// releases a file after it has unlocked it.
//
// Sound: descriptors are open from init to deinit, and every buffer is passed with its own length.

import Glibc
import SystemPackage

/// Changes of the files and folders that were added.
final class ChangeEvents: Sendable {
  struct Event {
    /// The number that `add` returned; meaningless when events were lost.
    let watch: Int32
    /// For a folder, the name of the entry that the event is about; else empty.
    let name: [UInt8]
    /// True when this is the last event of the file: it was removed from the instance, or deleted.
    let isLast: Bool
    /// True when events of any files were lost.
    let isLoss: Bool
  }

  /// Changes of the names in a folder.
  static let folderMask = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
  static let fileMask = UInt32(IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)

  /// −1 when the user has no instance left: then nothing can be added.
  private let descriptor: Int32
  private let wake = WakeDescriptor()

  /// - Returns: nil when there is no descriptor for the signal that ends the wait.
  init?() {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if wake.descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds the file that `path` means now. A file has one number, even if it is added several times or by several names.
  ///
  /// - Returns: its number, which no other file gets while this object lives; nil when the kernel cannot tell.
  func add(_ path: FilePath, _ mask: UInt32) -> Int32? {
    guard descriptor >= 0 else { return nil }
    let watch = path.withPlatformString { inotify_add_watch(descriptor, $0, mask | UInt32(IN_MASK_ADD)) }
    return watch >= 0 ? watch : nil
  }

  /// Removes the file for all watches that added it. Its last event reports that.
  func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  /// Ends the wait, or the next one.
  func signal() { wake.signal() }

  /// Waits for a signal, for events when `listens` is true, or until the time is over; −1 waits for ever.
  ///
  /// - Returns: true when there are events to read.
  func wait(milliseconds: Int, listens: Bool) -> Bool {
    // `poll` ignores negative descriptors.
    var sets = [
      pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listens ? descriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    let ready = poll(&sets, nfds_t(sets.count), Int32(clamping: milliseconds))
    wake.clear()
    return ready > 0 && sets[1].revents != 0
  }

  /// Reads all pending events.
  func read() -> [Event] {
    var events: [Event] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
      // struct inotify_event: wd, mask, cookie, len (4 bytes each), and `len` bytes: a name, padded with zeros.
      var place = 0
      while place + 16 <= count {
        let watch = Int32(truncatingIfNeeded: buffer.number(at: place, size: 4, bigEndian: false) ?? 0)
        let mask = buffer.number(at: place + 4, size: 4, bigEndian: false) ?? 0
        let length = buffer.number(at: place + 12, size: 4, bigEndian: false) ?? 0
        let name = buffer[(place + 16)..<min(place + 16 + length, count)].prefix { $0 != 0 }
        events.append(
          Event(
            watch: watch, name: Array(name), isLast: mask & Int(IN_IGNORED) != 0,
            isLoss: mask & Int(IN_Q_OVERFLOW) != 0))
        place += 16 + length
      }
    }
    return events
  }
}
