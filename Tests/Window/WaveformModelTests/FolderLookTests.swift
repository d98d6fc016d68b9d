// FolderLookTests.swift
// Names in a folder that does not answer: one thread waits for it, however often somebody asks.

import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import WaveformModel

@MainActor @Suite struct FolderLookTests {
  private final class HangingFolder: Sendable {
    let looks = Atomic(0)
    let answer = DispatchSemaphore(value: 0)

    func exists(_ path: FilePath) -> Bool {
      looks.add(1, ordering: .relaxed)
      answer.wait()
      return false
    }
  }

  @Test func `a folder that hangs is looked at once, others meanwhile`() async throws {
    let hanging = HangingFolder(), name = NewFileName(stem: "song", suffix: "wav")
    var found: [String] = []
    func look(at folder: FilePath) -> Bool {
      FolderLook.begin(name, in: folder, exists: hanging.exists) { found.append($0) }
    }
    #expect(look(at: "/hanging") && look(at: "/other"))
    for _ in 0..<5 { #expect(!look(at: "/hanging")) }
    try await wait { hanging.looks.load(ordering: .relaxed) == 2 }
    for _ in 0..<2 { hanging.answer.signal() }
    try await wait { found == ["song.wav", "song.wav"] }
    // It has answered: it may be asked again.
    hanging.answer.signal()
    #expect(look(at: "/hanging"))
    try await wait { found.count == 3 }
  }
}
