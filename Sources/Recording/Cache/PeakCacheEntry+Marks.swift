// PeakCacheEntry+Marks.swift
// The marks of an entry to bytes and back: the lists that hold something, each with its number, the runs that were
// found, the joined gap, and start and end of every run that is kept.

import HostIO
import WaveformCore

extension PeakMarks {
  /// What `restored(from:length:)` takes.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    for list in stored {
      for number in [list.number, list.found, list.joinedGap, list.runs.count] {
        writer.number(Int64(number))
      }
      for run in list.runs {
        writer.number(Int64(run.lowerBound))
        writer.number(Int64(run.upperBound))
      }
    }
    return writer.bytes
  }

  /// Takes in what was stored; the bytes may be anything.
  ///
  /// - Parameter length: frames of the recording.
  /// - Returns: false when no recording can have such marks.
  package func restore(from bytes: [UInt8], length: Int) -> Bool {
    guard let lists = try? Self.lists(bytes) else { return false }
    return restore(lists, length: length)
  }

  private static func lists(_ bytes: [UInt8]) throws(ByteReader.Damage) -> [StoredList] {
    var reader = ByteReader(bytes)
    var lists: [StoredList] = []
    while !reader.isAtEnd {
      let number = try reader.count()
      let found = try reader.count()
      let joinedGap = try reader.count()
      let count = try reader.count()
      var runs: [FrameRange] = []
      // One at a time: the number may be damaged.
      for _ in 0..<count {
        let start = try reader.count()
        let end = try reader.count()
        guard start < end else { throw ByteReader.Damage() }
        runs.append(start..<end)
      }
      lists.append(StoredList(number: number, runs: runs, found: found, joinedGap: joinedGap))
    }
    return lists
  }
}
