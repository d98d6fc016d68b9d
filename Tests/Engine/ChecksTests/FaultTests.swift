// FaultTests.swift
// 300 faults of a seed are found, and sound that has none raises no alarm. With the prompts of Debian's
// asterisk-core-sounds-en-wav (BARLINE_PROMPTS, or where the package puts them) both are made of these.

import AudioFormats
import Checks
import Foundation
import HostIO
import SystemPackage
import TestSupport
import Testing

@Suite struct FaultTests {
  let folder = TestFolder()

  /// The profile of this repository for prompts.
  private let profile: CheckProfile

  init() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../../data/profiles/prompts.profile")
    profile = try CheckProfile(reading: Array(try Data(contentsOf: path)))
  }

  private func alarms(_ path: FilePath, _ profile: CheckProfile) throws -> [Finding] {
    try RecordingCheck.run(path, options: OpenOptions(), profile: profile).findings.filter {
      $0.severity > .note
    }
  }

  @Test func `300 faults are found, and no others with them`() throws {
    var numbers = RandomNumbers(seed: 18)
    var all = 0, missed: [String] = [], others: [String] = []
    for fault in Fault.all {
      for index in 0..<fault.count {
        let name = "\(fault.kind.rawValue)-\(index).wav"
        let path = try fault.make(Speech.some(&numbers), &numbers, folder, name)
        let found = Set(try alarms(path, profile).map(\.kind))
        all += 1
        if !found.contains(fault.kind) { missed.append(name) }
        let wrong = found.subtracting(fault.also).subtracting([fault.kind])
        if !wrong.isEmpty { others.append("\(name): \(wrong.map(\.rawValue))") }
        unlink(path.string)
      }
    }
    print("checks: of \(all) faults \(all - missed.count) found; missed \(missed); others \(others)")
    #expect(all == 300)
    #expect(missed.count <= 3, "\(missed)")
    #expect(others.count <= 3, "\(others)")
  }

  @Test func `sound without a fault raises no alarm`() throws {
    var numbers = RandomNumbers(seed: 181)
    var wrong: [String] = [], silent = 0
    for path in Speech.prompts {
      for profile in [profile, CheckProfile()] {
        let found = try alarms(path, profile)
        // They are named so: silence/1 to silence/10 hold nothing but dither.
        if path.string.contains("/silence/"), found.map(\.kind) == [.silent] {
          silent += 1
        } else if !found.isEmpty {
          wrong.append("\(path.lastComponent!): \(found.map(\.english))")
        }
      }
    }
    #expect(silent == (Speech.prompts.isEmpty ? 0 : 20))
    print("checks: of \(Speech.prompts.count) prompts, twice: alarms \(wrong)")
    #expect(wrong.count <= Speech.prompts.count / 100, "\(wrong)")
    // The formats and channels that the faults are put into.
    wrong = []
    for index in 0..<40 {
      let speech = try Speech.some(&numbers)
      let files = [
        folder.write(
          wav(speech.samples, rate: speech.rate, bext: BroadcastChunk.announcement.bytes), as: "a\(index).wav"
        ),
        try folder.write(speech.samples, as: "a\(index).flac", .flac16, rate: speech.rate),
        try folder.write(wav(speech.stereo(&numbers), channels: 2, rate: speech.rate), as: "s\(index).wav"),
      ]
      for path in files {
        let found = try alarms(path, profile)
        if !found.isEmpty { wrong.append("\(path.lastComponent!): \(found.map(\.english))") }
      }
    }
    #expect(wrong.count <= 1, "\(wrong)")
  }
}
