// CommandTests.swift
// The table of commands, and what has to agree with it: the list of shortcuts, interface descriptions, manual page.

import Foundation
import Testing

@testable import WaveformViews

@Suite struct CommandTests {
  @Test func `no key means two commands`() {
    var owners: [String: Command] = [:]
    for command in Command.allCases {
      for key in command.accelerators + command.plainKeys {
        #expect(owners[key] == nil, "\(key): \(owners[key]?.rawValue ?? "") and \(command.rawValue)")
        owners[key] = command
      }
    }
    #expect(owners.count > 60)
  }

  @Test func `every command with a key is in one line of the shortcuts window`() {
    let listed = ShortcutList.groups.flatMap { $0.lines.flatMap(\.commands) }
    #expect(Set(listed).count == listed.count)
    #expect(Set(listed) == Set(Command.allCases.filter { !$0.keys.isEmpty }))
    for command in listed { #expect(Set(command.listedKeys).isSubset(of: command.keys)) }
  }

  /// Menus and buttons name a command by its case, interface descriptions by its action.
  @Test func `what no key does is in a menu or a button`() throws {
    let folder = Self.root.appendingPathComponent("Sources/Window/WaveformViews")
    let menus = try [
      "Commands/WindowMenus", "Lanes/LaneMenu", "Transport/TrackMenu", "Dialogs/Preferences",
    ].map {
      try String(contentsOf: folder.appendingPathComponent("\($0).swift"), encoding: .utf8)
    }
    // Not where a command is added.
    let features = FeatureSources.texts.map { $0.replacing(FeatureSources.additions, with: "") }
    let texts = try menus + features + Self.descriptions
    for command in Command.allCases where command.keys.isEmpty {
      #expect(
        texts.contains { $0.contains(".\(command)") || $0.contains(">\(command.rawValue)<") }, "\(command)")
    }
  }

  @Test func `interface descriptions name commands that there are`() throws {
    let names = try Self.descriptions.flatMap {
      $0.matches(of: /name="action-name">([^<]+)</).map(\.output.1)
    }
    #expect(names.count > 20)
    for name in names { #expect(Command(rawValue: String(name)) != nil, "\(name)") }
  }

  @Test func `a button's tooltip tells a key of its command`() throws {
    let button = /name="action-name">([^<]+)<.*\n *<property name="tooltip-text"[^>]*>[^<]*\(([^<]+)\)</
    let tooltips = try Self.descriptions.flatMap { $0.matches(of: button).map(\.output) }
    #expect(tooltips.count > 7)
    for (_, name, key) in tooltips {
      let keys: [String] = Command(rawValue: String(name))?.keys.map(Self.spelled) ?? []
      let told = key.replacing("Ctrl++", with: "Ctrl+Plus").replacing("Ctrl+−", with: "Ctrl+Minus")
      #expect(keys.contains(String(told)), "\(name): \(key)")
    }
  }

  /// Each entry of the manual page names its commands in a comment; its keys are all of theirs, in order.
  @Test func `the manual page tells of every key and of no other`() throws {
    let page = try String(
      contentsOf: Self.root.appendingPathComponent("data/man/barline.1"), encoding: .utf8)
    let keys = try #require(page.components(separatedBy: "\n.SH ").first { $0.hasPrefix("KEYS\n") })
    var told: [Command] = []
    var count = 0
    for entry in keys.matches(of: /\.\\" (.+)\n\.TP\n\.BR? (.+)\n/) {
      let commands = try entry.output.1.split(separator: " ").map {
        try #require(Command(rawValue: String($0)), "\($0)")
      }
      let tag = entry.output.2.replacing("\"", with: "").replacing(" ,  ", with: ", ")
      #expect(tag == commands.flatMap(\.keys).map(Self.spelled).joined(separator: ", "))
      told += commands
      count += 1
    }
    #expect(keys.components(separatedBy: ".TP\n").count - 1 == count)
    #expect(Set(told).count == told.count)
    #expect(Set(told) == Set(Command.allCases.filter { !$0.keys.isEmpty }))
  }

  /// A key as people read it, such as "Ctrl+Shift+O".
  private static func spelled(_ key: String) -> String {
    let name = key.replacing(/<[A-Za-z]+>/, with: "")
    let held = key.replacing("<Control>", with: "Ctrl+").replacing(/<([A-Za-z]+)>/) { "\($0.output.1)+" }
    let known = [
      "bracketleft": "[", "bracketright": "]", "question": "?", "BackSpace": "Backspace",
      "Page_Up": "Page Up", "Page_Down": "Page Down",
    ]
    return held.dropLast(name.count) + (known[name] ?? name.prefix(1).uppercased() + name.dropFirst())
  }

  /// The files of resources/.
  private static var descriptions: [String] {
    get throws {
      let folder = root.appendingPathComponent("resources")
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ui") }
        .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
