// BatchPlan.swift
// What a call over many files will do, decided before anything starts: the list, an output for each, no two of which are
// the same, and the part of it that this call takes. A pure value.

import HostIO
import Localization
import SystemPackage

/// Why a batch does not start: a sentence without a point at its end.
public struct BatchProblem: Error, Hashable, Sendable {
  private let sentence: Sentence

  public init(_ sentence: Sentence) { self.sentence = sentence }

  public var message: String { sentence.localized }
}

/// One file of a batch.
public struct BatchItem: Hashable, Sendable {
  /// As it was named; "-" is standard input.
  public let input: FilePath
  /// What it is compared with; nil for commands that take files one by one.
  public private(set) var counterpart: FilePath?
  /// Nil when no file is written.
  public let output: FilePath?

  init(input: FilePath, output: FilePath?) {
    self.input = input
    self.output = output
  }

  fileprivate func against(_ counterpart: FilePath) -> BatchItem {
    var item = self
    item.counterpart = counterpart
    return item
  }
}

/// The files of a call, in their order.
public struct BatchPlan: Sendable {
  public private(set) var items: [BatchItem] = []

  /// - Parameters:
  ///   - rule: nil when no files are written.
  ///   - others: what is read or written besides.
  /// - Throws: when an output would be written twice, or over an input.
  /// - Complexity: O(n)
  public init(
    _ inputs: [FilePath], to rule: OutputRule?, besides others: [FilePath] = []
  ) throws(BatchProblem) {
    items.reserveCapacity(inputs.count)
    guard inputs.count(where: { $0 == "-" }) < 2 else {
      throw BatchProblem(Sentence("standard input can be read only once, but “-” is named twice"))
    }
    guard let rule else {
      items = inputs.map { BatchItem(input: $0, output: nil) }
      return
    }
    guard inputs.count < 2 || rule.isDistinct else {
      throw BatchProblem(
        Sentence(
          "several files cannot be written to one: give --output-dir, or --output with {stem} or {name} in it"
        ))
    }
    let read = Set(inputs.map { $0.lexicallyNormalized() })
    let others = Set(others.map { $0.lexicallyNormalized() })
    var writers: [FilePath: FilePath] = [:]
    for input in inputs {
      let output = try rule.output(for: input)
      let place = output.lexicallyNormalized()
      if let other = writers.updateValue(input, forKey: place) {
        throw BatchProblem(
          other == input
            ? Sentence("\(input.displayPath): is named twice")
            : Sentence(
              """
              \(other.displayPath) and \(input.displayPath): both would be written to \(output.displayPath); give \
              --output-dir, or --output with {dir} or {name} in it
              """))
      }
      // One file over itself is refused by its inode, where it is written.
      if inputs.count > 1, read.contains(place) {
        throw BatchProblem(
          Sentence("\(output.displayPath): would be written, but is one of the files that are read"))
      }
      if others.contains(place) {
        throw BatchProblem(
          Sentence("\(output.displayPath): would be written, but the command has another use for it"))
      }
      items.append(BatchItem(input: input, output: output))
    }
  }

  /// Pairs of files: the outputs are those of the first ones, and the second ones are read besides.
  public init(
    pairs: [(first: FilePath, second: FilePath)], to rule: OutputRule?, besides others: [FilePath] = []
  ) throws(BatchProblem) {
    guard pairs.reduce(0, { $0 + ($1.first == "-" ? 1 : 0) + ($1.second == "-" ? 1 : 0) }) < 2 else {
      throw BatchProblem(Sentence("standard input can be read only once, but “-” is named twice"))
    }
    try self.init(pairs.map(\.first), to: rule, besides: others + pairs.map(\.second))
    items = zip(items, pairs).map { $0.against($1.second) }
  }

  /// The part of the plan that one of several calls takes. All must be given the same list.
  public func part(_ shard: Shard) -> BatchPlan {
    var plan = self
    plan.items = items.enumerated().filter { $0.offset % shard.count == shard.number - 1 }.map(\.element)
    return plan
  }

  /// What is left to do when some was done before.
  public func leaving(out isDone: (BatchItem) -> Bool) -> BatchPlan {
    var plan = self
    plan.items.removeAll(where: isDone)
    return plan
  }
}

extension BatchPlan {
  /// Asks the disk whether an output is one of the files that are read, by another name: a link, or a folder that is one.
  ///
  /// - Complexity: O(n); nothing but the outputs is looked for while none is there.
  public func checkOutputs(over inputs: [FilePath]) throws(AudioFileError) {
    guard inputs.count > 1 else { return }
    let there = items.compactMap { item in
      item.output.flatMap { output in FileState(of: output).map { (output, Identity($0)) } }
    }
    guard !there.isEmpty else { return }
    let read = Set(inputs.compactMap { FileState(of: $0).map(Identity.init) })
    for (output, identity) in there where read.contains(identity) {
      throw AudioFileError(
        .writeFailed, path: output, detail: Sentence("it is one of the files that are read"))
    }
  }

  private struct Identity: Hashable {
    let device: UInt64, inode: UInt64

    init(_ state: FileState) { (device, inode) = (state.device, state.inode) }
  }
}

/// One of several equal parts of a list: 2/5 is every fifth file from the second on.
public struct Shard: Hashable, Sendable {
  /// From 1.
  public let number: Int
  public let count: Int

  /// - Parameter text: "I/N", with 1 ≤ I ≤ N.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, (1...count) ~= number
    else { return nil }
    (self.number, self.count) = (number, count)
  }
}

/// Lists of files, as other programs write them.
public enum FileList {
  /// - Parameter separator: the byte that ends a name: a line feed, or zero as `find -print0` writes it.
  public static func paths(in bytes: [UInt8], separator: UInt8) -> [FilePath] {
    bytes.split(separator: separator).map { FilePath(bytes: $0) }
  }
}
