// CacheCommand.swift
// barline-cli cache [--clear]: shows or empties the peak cache. And the option of the commands that use it.

import ArgumentParser
import HostIO
import Localization
import Recording

struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: localized("Print where the peak cache is and what it holds, or empty it.")
  )

  @Flag(help: Sentence("Delete every entry.").help())
  var clear = false

  func run() {
    guard let cache = PeakCache.ofUser() else {
      StandardStreams.print(
        localized("There is no peak cache: neither XDG_CACHE_HOME nor HOME names a folder."))
      return
    }
    let contents = clear ? cache.clear() : cache.contents
    let (entries, bytes) = (contents.entries, contents.bytes)
    StandardStreams.print(localized("Folder:   \(cache.folder.displayPath)"))
    StandardStreams.print(clear ? localized("Deleted:  \(entries)") : localized("Entries:  \(entries)"))
    StandardStreams.print(
      clear
        ? localized("Freed:    \(bytes) bytes", plural: "Freed:    \(bytes) bytes", count: bytes)
        : localized("Size:     \(bytes) bytes", plural: "Size:     \(bytes) bytes", count: bytes))
  }
}

struct CacheOptions: ParsableArguments, WithoutEffect {
  @Flag(help: Sentence("Neither look into the peak cache nor add to it.").help())
  var noCache = false

  /// The user's cache; nil when it must not be used.
  var cache: PeakCache? { noCache ? nil : PeakCache.ofUser() }
}
