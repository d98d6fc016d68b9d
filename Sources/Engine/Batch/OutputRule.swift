// OutputRule.swift
// Which file is written for which: a folder in which the tree is kept, or a name with holes. A pure value; it works on
// bytes, because a name need not be UTF-8.

import HostIO
import Localization
import SystemPackage

/// How the name of an output follows from that of an input.
public struct OutputRule: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text([UInt8])
    case folder, name, stem, suffix
  }

  private let parts: [Part]
  /// Below it the folders of the inputs are kept; nil: the parts are the whole path.
  private let tree: FilePath?

  /// What may stand in braces.
  private static let holes: [(name: String, part: Part)] = [
    ("dir", .folder), ("name", .name), ("stem", .stem), ("ext", .suffix),
  ]

  /// Below `folder`, in the folders that the input was named with, as `cp --parents` does it.
  ///
  /// - Parameter suffix: takes the place of the input's, without a point; nil: the name stays.
  public init(folder: FilePath, suffix: String?) {
    tree = folder
    parts = Self.name(suffix)
  }

  /// Below `folder` as well, with the whole name of the input before `suffix`, which has its point.
  public init(folder: FilePath, appending suffix: String) {
    tree = folder
    parts = [.name, .text(Array(suffix.utf8))]
  }

  /// In `folder`, wherever the inputs are.
  public init(flat folder: FilePath, suffix: String?) {
    tree = nil
    parts = [.text(Array(folder.pushing("x").bytes.dropLast()))] + Self.name(suffix)
  }

  private static func name(_ suffix: String?) -> [Part] {
    suffix.map { [.stem, .text(Array(".\($0)".utf8))] } ?? [.name]
  }

  /// A path with `{dir}`, `{stem}`, `{name}` and `{ext}` in it.
  public init(template: FilePath) throws(BatchProblem) {
    tree = nil
    var parts: [Part] = []
    var rest = template.bytes[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
      parts.append(.text(Array(rest[..<open])))
      let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
      let name = rest[(open + 1)..<(close ?? rest.endIndex)]
      guard let close, let hole = Self.holes.first(where: { name.elementsEqual($0.name.utf8) }) else {
        throw BatchProblem(
          Sentence(
            "--output knows {dir}, {stem}, {name} and {ext}, not “{\(String(decoding: name, as: UTF8.self))}”"
          ))
      }
      parts.append(hole.part)
      rest = rest[(close + 1)...]
    }
    self.parts = parts + [.text(Array(rest))]
  }

  /// True when several files have several outputs.
  public var isDistinct: Bool { tree != nil || parts.contains { $0 == .stem || $0 == .name } }

  /// True when missing folders are made: those of a tree.
  public var makesFolders: Bool { tree != nil }

  /// The output of a file.
  public func output(for input: FilePath) throws(BatchProblem) -> FilePath {
    let path = PathParts(input)
    // A folder is no recording, and its name would be that of a folder in the place of the output.
    if isDistinct, path.name.isEmpty || path.name == [UInt8(ascii: ".")] || path.name == Array("..".utf8) {
      throw BatchProblem(Sentence("\(input.displayPath): is a folder"))
    }
    let name = parts.flatMap { part -> [UInt8] in
      switch part {
      case .text(let bytes): bytes
      case .folder: path.folder.isEmpty ? [UInt8(ascii: ".")] : path.folder
      case .name: path.name
      case .stem: path.stem
      case .suffix: path.suffix
      }
    }
    guard let tree else { return FilePath(bytes: name) }
    var folder = FilePath(bytes: path.folder).lexicallyNormalized()
    guard folder.components.first?.kind != .parentDirectory else {
      throw BatchProblem(
        Sentence("\(input.displayPath): lies above the current folder; --output-dir cannot keep its place"))
    }
    folder.root = nil
    return tree.pushing(folder).pushing(FilePath(bytes: name))
  }
}

/// A path, taken apart byte by byte.
private struct PathParts {
  let folder, name, stem, suffix: [UInt8]

  init(_ path: FilePath) {
    // Standard input has no name of its own.
    let bytes = path == "-" ? Array("stdin".utf8) : path.bytes
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
    // A point at the beginning hides a file; it is no suffix.
    let point = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
    folder = slash.map { $0 == 0 ? [bytes[0]] : Array(bytes[..<$0]) } ?? []
    stem = Array(name[..<(point ?? name.count)])
    suffix = point.map { Array(name[($0 + 1)...]) } ?? []
    self.name = name
  }
}

extension FilePath {
  /// The path as the system has it, without the zero at its end.
  var bytes: [UInt8] {
    withPlatformString { text in
      var bytes: [UInt8] = []
      while text[bytes.count] != 0 { bytes.append(UInt8(bitPattern: text[bytes.count])) }
      return bytes
    }
  }

  init(bytes: some Sequence<UInt8>) {
    self.init(platformString: bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0])
  }
}
