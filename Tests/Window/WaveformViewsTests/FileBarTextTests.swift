// FileBarTextTests.swift
// The words of the bar that tells what became of a file.

import HostIO
import SystemPackage
import Testing

@testable import WaveformViews

@Suite struct FileBarTextTests {
  private static let changes: [FileChange] = [
    .truncated(by: 3), .rewritten, .replaced, .deleted, .permissionLost,
  ]

  @Test func `every change that needs the user is said in words of its own`() {
    let titles = Self.changes.map { FileBarText($0, failure: nil, name: "take.wav")?.title ?? "" }
    #expect(Set(titles).count == Self.changes.count)
    for title in titles { #expect(title.hasPrefix("“take.wav” ") && title.hasSuffix(".")) }
  }

  @Test(arguments: [FileChange.unchanged, .grown(by: 5), .touched])
  func `nothing is said about what is dealt with by itself`(change: FileChange) {
    #expect(FileBarText(change, failure: nil, name: "take.wav") == nil)
  }

  @Test func `only a file that is gone cannot be reloaded`() {
    for change in Self.changes {
      #expect(FileBarText(change, failure: nil, name: "a")?.canReload == (change != .deleted))
    }
  }

  @Test func `a reload that failed says why, unless the file is gone`() {
    let failure = AudioFileError(.unknownFormat, path: "/tmp/take.wav")
    let text = FileBarText(.replaced, failure: failure, name: "take.wav")
    #expect(text?.title == "“take.wav” could not be reloaded.")
    #expect(text?.detail.contains(failure.message) == true)
    #expect(
      FileBarText(.deleted, failure: failure, name: "take.wav")?.title == "“take.wav” has been deleted.")
  }

  @Test func `a long name loses its middle, not its end`() {
    let text = FileBarText(.rewritten, failure: nil, name: "interview with the neighbours, take 12.wav")
    #expect(text?.title == "“intervie…take 12.wav” has changed on disk.")
    #expect(text?.detail.contains("interview with the neighbours, take 12.wav") == true)
  }
}
