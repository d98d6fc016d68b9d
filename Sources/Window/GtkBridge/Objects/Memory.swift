// Memory.swift
// When freed memory goes back to the system. The toolkit's Cairo renderer makes a surface of some megabytes for
// each frame, and frees it again. Fresh pages for it were half of the time of a frame of a zoom, so the
// process keeps pages while frames follow each other, and gives them back when nothing moves.

import CGtk

/// The memory of the process. Main thread only.
@MainActor public enum Memory {
  /// Keeps freed memory until `rest`; call it once, at the start.
  ///
  /// Blocks below 32 MiB, the most that the C library allows, come from memory that is used again. All threads share one
  /// arena: `malloc_trim` gives back the end of the main arena only, and each thread that reduced noise would leave the
  /// other ones some megabytes longer.
  public static func keepPages() {
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TRIM_THRESHOLD, 256 << 20)
    mallopt(M_TOP_PAD, 128 << 10)
    mallopt(M_ARENA_MAX, 1)
  }

  /// Says that much was drawn: freed memory is returned to the system a second after the last call.
  public static func hasDrawn() {
    last = MainLoop.now
    if !timer.isScheduled { schedule(after: quiet) }
  }

  private static let quiet = 1.0
  private static var last = 0.0
  private static let timer = Timer()

  private static func schedule(after seconds: Double) {
    timer.schedule(after: seconds) {
      let left = last + quiet - MainLoop.now
      if left > 0.01 { schedule(after: left) } else { malloc_trim(0) }
    }
  }
}
