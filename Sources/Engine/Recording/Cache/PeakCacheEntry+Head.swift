// PeakCacheEntry+Head.swift
// The head of an entry: everything but the bins and marks. Written and read in the same order.

import AudioFormats
import HostIO
import Localization
import WaveformCore

extension PeakCacheEntry {
  /// The part before the bins.
  struct Head {
    var key: [UInt8]
    var isFloat: Bool
    var description: AudioDescription
    var report: ReadReport
    var shape: PeakPyramidShape
    /// Bytes of the marks.
    var markBytes: Int

    /// Bytes of the bins; nil when no pyramid can have this shape.
    var binBytes: Int? {
      isFloat ? shape.byteCount(of: Float.self) : shape.byteCount(of: Int16.self)
    }

    var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.sequence(key)
      writer.flag(isFloat)
      writer.put(description)
      writer.put(report)
      for number in [
        shape.baseFramesPerBin, shape.finestLevel, shape.levelCount, shape.frames, shape.nonFiniteSamples,
        markBytes,
      ] { writer.number(Int64(number)) }
      return writer.bytes
    }
  }
}

extension PeakCacheEntry.Head {
  init(_ bytes: [UInt8]) throws(ByteReader.Damage) {
    var reader = ByteReader(bytes)
    key = try reader.sequence()
    isFloat = try reader.flag()
    description = try reader.description()
    report = try reader.report()
    shape = PeakPyramidShape(
      channels: description.channels, baseFramesPerBin: try reader.count(), finestLevel: try reader.count(),
      levelCount: try reader.count(), frames: try reader.count(), nonFiniteSamples: try reader.count())
    markBytes = try reader.count()
    guard reader.isAtEnd, shape.frames == report.frames, shape.nonFiniteSamples == report.nonFiniteSamples,
      isFloat == description.isFloat
    else { throw ByteReader.Damage() }
  }
}

extension ByteWriter {
  /// Writes a report without its cause: readings that ended with an error are not kept.
  fileprivate mutating func put(_ report: ReadReport) {
    number(Int64(report.frames))
    number(orNil: report.framesPromised)
    number(Int64(report.nonFiniteSamples))
    flag(report.isComplete)
    number(Int64(report.findings.count))
    for finding in report.findings { texts(finding.parts) }
    number(report.seeking.rawValue)
  }
}

extension ByteReader {
  fileprivate mutating func report() throws(Damage) -> ReadReport {
    ReadReport(
      frames: try count(), framesPromised: try countOrNil(), nonFiniteSamples: try count(),
      isComplete: try flag(), findings: try findings(), seeking: try seeking(), isFromCache: true)
  }

  private mutating func findings() throws(Damage) -> [Sentence] {
    var findings: [Sentence] = []
    // One at a time, because the count may be damaged.
    for _ in 0..<(try count()) {
      guard let finding = Sentence(parts: try texts()) else { throw Damage() }
      findings.append(finding)
    }
    return findings
  }
}
