// CacheCommand.swift
// barline-cli cache [--clear]: shows or empties the peak cache. And the option of the commands that use it.

import ArgumentParser
import HostIO
import Recording

struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Print where the peak cache is and what it holds, or empty it.")

  @Flag(help: "Delete every entry.")
  var clear = false

  func run() {
    guard let cache = PeakCache.ofUser() else {
      StandardStreams.print("There is no peak cache: neither XDG_CACHE_HOME nor HOME names a folder.")
      return
    }
    let contents = clear ? cache.clear() : cache.contents
    StandardStreams.print(
      """
      Folder:   \(cache.folder.displayPath)
      \(clear ? "Deleted: " : "Entries: ") \(contents.entries)
      \(clear ? "Freed:   " : "Size:    ") \(contents.bytes) bytes
      """)
  }
}

struct CacheOptions: ParsableArguments {
  @Flag(help: "Neither look into the peak cache nor add to it.")
  var noCache = false

  /// The user's cache; nil when it must not be used.
  var cache: PeakCache? { noCache ? nil : PeakCache.ofUser() }
}
