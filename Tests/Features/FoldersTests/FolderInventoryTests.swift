// FolderInventoryTests.swift
// What a new listing makes of the files of a folder, while something is found out about them.

import AudioFormats
import Recording
import SystemPackage
import Testing

@testable import Folders

@MainActor @Suite struct FolderInventoryTests {
  private let folder = FolderModelTests.Folder()

  private func rows() throws -> [FolderRow] { try FolderContents(.folder(folder.path)).rows }

  private func id(_ name: String, _ inventory: FolderInventory) throws -> FolderRow.ID {
    try #require(inventory.listed.first { inventory.rows[$0]?.name == name })
  }

  private static let summary = RecordingSummary(
    depth: .everything, format: "WAV", channels: 1, sampleRate: 8000, frames: 8000, flags: [], loudness: -20)

  @Test func `files keep their numbers, what is new is to be read, and what has gone is gone`() throws {
    for name in ["b.wav", "c.wav"] { folder.write(name, as: name) }
    let first = FolderInventory().listing(try rows())
    #expect(first.isChanged && first.missing.count == 2 && first.labelled.isEmpty)
    let c = try id("c.wav", first.inventory)
    #expect(!first.inventory.listing(try rows()).isChanged)
    folder.write("a", as: "a.wav")
    try folder.remove("b.wav")
    let second = first.inventory.listing(try rows())
    #expect(second.isChanged && second.missing.map(\.path.string).allSatisfy { $0.hasSuffix("a.wav") })
    #expect(second.inventory.listed.compactMap { second.inventory.rows[$0]?.name } == ["a.wav", "c.wav"])
    #expect(try id("c.wav", second.inventory) == c)
    #expect(try id("a.wav", second.inventory) != id("b.wav", first.inventory), "a number is no other file's")
  }

  @Test func `what is found out while a folder is listed is not lost`() throws {
    for name in ["a.wav", "b.wav", "c.wav"] { folder.write(name, as: name) }
    var present = FolderInventory().listing(try rows()).inventory
    let before = present
    let ids = try ["a.wav", "b.wav", "c.wav"].map { try id($0, present) }
    // Meanwhile one is read, one gets a label, and one is written anew.
    present.change(ids[0]) { $0.summary = Self.summary }
    present.change(ids[1]) { $0.label = 7 }
    present.change(ids[2]) { $0.summary = Self.summary }
    folder.write("longer than before", as: "c.wav")
    var next = before.listing(try rows()).inventory
    next.adopt(Set(ids), of: present)
    #expect(next.rows[ids[0]]?.summary?.loudness == -20 && next.rows[ids[1]]?.label == 7)
    #expect(next.rows[ids[2]]?.summary == nil, "that was of another content")
    let revisions = next.rows.values.map(\.revision)
    #expect(Set(revisions).count == revisions.count && next.revision >= present.revision)
    #expect(revisions.allSatisfy { $0 <= next.revision })
  }
}
