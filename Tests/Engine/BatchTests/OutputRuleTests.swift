// OutputRuleTests.swift
// Names of outputs, collisions, shards and lists.

import Batch
import SystemPackage
import Testing

struct OutputRuleTests {
  private func output(_ template: FilePath, _ input: FilePath) throws -> String {
    try OutputRule(template: template).output(for: input).string
  }

  @Test(arguments: [
    ("{dir}/{stem}.dat", "a/b/c.wav", "a/b/c.dat"), ("{dir}/{stem}.dat", "c.wav", "./c.dat"),
    ("o/{name}.dat", "/x/c.tar.gz", "o/c.tar.gz.dat"), ("{stem}-{ext}", "c.tar.gz", "c.tar-gz"),
    ("{dir}/{stem}", "/c.wav", "/c"), ("{stem}.dat", ".hidden", ".hidden.dat"),
    ("{stem}.dat", "-", "stdin.dat"), ("plain.dat", "c.wav", "plain.dat"),
  ])
  func `holes take the parts of a name`(template: String, input: String, expected: String) throws {
    #expect(try output(FilePath(template), FilePath(input)) == expected)
  }

  @Test(arguments: ["{stm}.dat", "{", "a{}b", "{stem"])
  func `other holes are refused`(template: String) {
    #expect(throws: BatchProblem.self) { try OutputRule(template: FilePath(template)) }
  }

  @Test(arguments: [
    ("a/b.wav", "o/a/b.dat"), ("b.wav", "o/b.dat"), ("/x/y/b.wav", "o/x/y/b.dat"),
    ("./a/../b.wav", "o/b.dat"),
  ])
  func `a folder keeps the tree`(input: String, expected: String) throws {
    #expect(try OutputRule(folder: "o", suffix: "dat").output(for: FilePath(input)).string == expected)
  }

  @Test func `a folder without a tree may have braces in its name`() throws {
    let rule = OutputRule(flat: "o{x}", suffix: "png")
    #expect(try rule.output(for: "a/b.wav") == "o{x}/b.png" && rule.isDistinct && !rule.makesFolders)
  }

  @Test func `what lies above the current folder has no place in a tree`() {
    #expect(throws: BatchProblem.self) { try OutputRule(folder: "o", suffix: "dat").output(for: "../b.wav") }
  }

  @Test func `names that are not UTF-8 keep their bytes`() throws {
    let input = FilePath(platformString: [0x61, -1, 0x2E, 0x62, 0])
    let output = try OutputRule(template: "{stem}.dat").output(for: input)
    #expect(output == FilePath(platformString: [0x61, -1, 0x2E, 0x64, 0x61, 0x74, 0]))
  }

  // MARK: Plans

  @Test func `two files that would become one are refused, with both names`() throws {
    let rule = try OutputRule(template: "o/{stem}.dat")
    for files: [FilePath] in [["a/x.wav", "b/x.wav"], ["x.wav", "x.flac"], ["x.wav", "x.wav"]] {
      let problem = #expect(throws: BatchProblem.self) { try BatchPlan(files, to: rule) }
      #expect(problem?.message.contains(files[0].string) == true)
    }
    #expect(try BatchPlan(["a/x.wav", "b/y.wav"], to: rule).items.map(\.output) == ["o/x.dat", "o/y.dat"])
    #expect(
      try BatchPlan(["a/x.wav", "b/x.wav"], to: OutputRule(folder: "o", suffix: "dat")).items.count == 2)
  }

  @Test func `no output takes the place of an input, and many files need many names`() throws {
    #expect(throws: BatchProblem.self) {
      try BatchPlan(["a.wav", "./a.dat"], to: OutputRule(template: "{stem}.dat"))
    }
    #expect(throws: BatchProblem.self) { try BatchPlan(["a", "b"], to: OutputRule(template: "one.dat")) }
    #expect(throws: BatchProblem.self) { try BatchPlan(["-", "-"], to: nil) }
    #expect(try BatchPlan(["a"], to: OutputRule(template: "one.dat")).items.count == 1)
  }

  @Test func `shards are a partition, for every number of files and parts`() throws {
    for files in 0...12 {
      let plan = try BatchPlan((0..<files).map { FilePath("\($0)") }, to: nil)
      for count in 1...5 {
        let parts = (1...count).map { plan.part(Shard("\($0)/\(count)")!).items }
        #expect(Set(parts.joined()) == Set(plan.items) && parts.joined().count == files)
        #expect(parts.allSatisfy { abs($0.count - files / count) <= 1 })
      }
    }
    #expect(["0/3", "4/3", "1", "1/", "a/b", "1/2/3", "-1/2"].allSatisfy { Shard($0) == nil })
  }

  @Test func `lists end names with line feeds or zeros`() {
    #expect(FileList.paths(in: Array("a b\nc\n\n".utf8), separator: 10) == ["a b", "c"])
    #expect(FileList.paths(in: Array("a\nb\0c".utf8), separator: 0) == ["a\nb", "c"])
  }
}
