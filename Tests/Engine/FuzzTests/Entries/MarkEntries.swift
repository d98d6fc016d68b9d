// MarkEntries.swift
// Marks in all formats that hold them. What was read can be written in each, and in our own comes back.

import HostIO
import WaveformCore

@testable import Marks

extension FuzzEntry {
  static let marks =
    MarkFileKind.allCases.filter { $0 != .wav }.map { kind in
      FuzzEntry(name: "marks-\(kind.rawValue)") { bytes in
        guard let (reading, _) = try? MarkFileKind.read(bytes, named: kind, rate: 44_100) else { return }
        try holdMarks(reading)
        for kind in MarkFileKind.allCases { _ = kind.written(reading.document) }
        let written = BarlineMarks.write(reading.document).bytes
        guard let (again, _) = try? MarkFileKind.read(written, named: .barline, rate: nil) else {
          throw Impossible(
            description: "what was written is not read: \(String(decoding: written, as: UTF8.self))")
        }
        try hold(contents(again.document) == contents(reading.document), "the marks that come back differ")
      }
    } + [
      FuzzEntry(name: "marks-wav") { bytes in
        if let reading = try? WatchedBytes.read(bytes, times: 32, { try WaveMarks.read($0, rate: 44_100) }) {
          try holdMarks(reading)
          guard let (plan, _) = try? WaveCopyPlan.plan(bytes, with: reading.document) else { return }
          for case .copy(let range) in plan.parts {
            try hold(range.lowerBound >= 0 && range.upperBound <= bytes.count, "copies \(range)")
          }
        }
      }
    ]

  private static func holdMarks(_ reading: MarkReading) throws {
    try hold(reading.document.count <= MarkDocument.mostMarks, "\(reading.document.count) marks")
    for tier in reading.document.tiers {
      for mark in tier.marks {
        try hold(
          mark.range.lowerBound >= -Mark.furthest && mark.range.upperBound <= Mark.furthest, "\(mark.range)")
      }
    }
  }

  /// Everything but numbers.
  private static func contents(_ document: MarkDocument) -> [[String]] {
    document.tiers.map { tier in
      [tier.name] + tier.marks.map { "\($0.range) \($0.name) | \($0.note) | \($0.band as Any)" }
    }
  }
}
