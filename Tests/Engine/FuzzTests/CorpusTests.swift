// CorpusTests.swift
// What the fuzzers found worth keeping, fed once more to the same parsers (Tests/Fuzz): every way through them that was
// ever taken, and every input that once trapped. Run in parallel, without a file being written.

import Foundation
import HostIO
import SystemPackage
import Testing

@Suite struct CorpusTests {
  private static let corpus = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().appending("Fuzz/corpus")

  @Test(arguments: FuzzEntry.all.map { $0.name })
  func `a parser survives its corpus`(name: String) throws {
    let entry = try #require(FuzzEntry.all.first { $0.name == name })
    let folder = Self.corpus.appending(name)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted()
    #expect(!files.isEmpty, "\(name) has no corpus")
    for file in files {
      let bytes = try FileContents.read(folder.appending(file), limit: 1 << 20)
      #expect(throws: Never.self, "\(name)/\(file)") { try entry.feed(bytes) }
    }
    // What is no file at all.
    #expect(throws: Never.self) { try entry.feed([]) }
  }

  @Test func `every folder of the corpus belongs to a parser`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.string).sorted()
    #expect(folders == FuzzEntry.all.map { $0.name }.sorted())
  }
}
