// ChangeEvents.swift
// The kernel's word that something about a file may have changed (inotify(7)), and a socket that wakes a waiting
// thread. Both belong to the thread that watches; the socket is written to from anywhere. What an event says is
// not looked at but for the name: the file itself is.
//
// Sound: descriptors are open from init to deinit, and every buffer is passed with its own length.

import Glibc
import SystemPackage

/// The changes of a file and of its name in its folder.
final class ChangeEvents {
  fileprivate let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
  private let path: FilePath
  private let name: [UInt8]
  private var folderWatch: Int32 = -1, fileWatch: Int32 = -1

  init(path: FilePath) {
    self.path = path
    name =
      path.lastComponent?.withPlatformString { name in
        (0..<strlen(name)).map { UInt8(bitPattern: name[$0]) }
      } ?? []
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// True when the kernel tells of changes of the folder.
  var isWorking: Bool { folderWatch >= 0 }

  /// Watches the folder, and what the name means now; again after each change, for it may mean something else.
  func watch() {
    guard descriptor >= 0 else { return }
    let folder = path.removingLastComponent()
    if folderWatch < 0 {
      folderWatch = (folder.isEmpty ? "." : folder).withPlatformString {
        inotify_add_watch(descriptor, $0, UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE))
      }
    }
    let file = path.withPlatformString {
      inotify_add_watch(
        descriptor, $0, UInt32(IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF))
    }
    if fileWatch >= 0, file != fileWatch { inotify_rm_watch(descriptor, fileWatch) }
    fileWatch = file
  }

  /// Takes what there is to read.
  ///
  /// - Returns: true when some of it is about the file.
  func drain() -> Bool {
    var isOurs = false
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      // struct inotify_event: wd, mask, cookie, len (4 bytes each), and `len` bytes of a name with zeros behind.
      var place = 0
      while place + 16 <= count {
        let watch = Int32(truncatingIfNeeded: buffer.number(at: place, size: 4, bigEndian: false) ?? 0)
        let length = buffer.number(at: place + 12, size: 4, bigEndian: false) ?? 0
        let text = buffer[(place + 16)..<min(place + 16 + length, count)].prefix { $0 != 0 }
        if watch != folderWatch || text.elementsEqual(name) { isOurs = true }
        place += 16 + length
      }
    }
    return isOurs
  }
}

extension WakeDescriptor {
  enum End { case signal, events, time }

  /// Waits for a signal, for events where there are any, or until the time is over; −1 is for ever.
  ///
  /// - Returns: what ended it; a signal before anything else.
  func wait(for events: ChangeEvents?, milliseconds: Int32) -> End {
    var sets = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    if let events, events.descriptor >= 0 {
      sets.append(pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0))
    }
    let ready = poll(&sets, nfds_t(sets.count), milliseconds)
    if clear() { return .signal }
    return ready > 0 ? .events : .time
  }
}
