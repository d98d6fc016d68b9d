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
  fileprivate mutating func put(_ description: AudioDescription) {
    text(description.container.code)
    put(description.encoding)
    number(Int64(description.channels))
    number(Int64(description.sampleRate))
    number(orNil: description.framesPromised)
    number(orNil: description.framesCounted)
    flag(description.isFloat)
    flag(description.isLossy)
    number(description.seeking.rawValue)
    flag(description.isCutOff)
    flag(description.isFirstOfSeveral)
    number(Int64(description.promiseTolerance))
    number(Int64(description.audioTracks.count))
    for track in description.audioTracks { put(track) }
    number(Int64(description.audioTrack))
    number(Int64(description.byteCount))
    texts(description.channelLabels)
  }

  private mutating func put(_ encoding: Encoding) {
    text(encoding.codec.code)
    number(orNil: encoding.bits)
  }

  private mutating func put(_ track: AudioTrack) {
    text(track.label)
    texts([track.title, track.language].compactMap { $0 })
    flag(track.title != nil)
    put(track.encoding)
    number(Int64(track.channels))
    number(Int64(track.sampleRate))
  }

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
  fileprivate mutating func description() throws(Damage) -> AudioDescription {
    let container = Container(try text())
    let encoding = try encoding()
    let channels = try count()
    let sampleRate = try count()
    guard channels > 0, sampleRate > 0 else { throw Damage() }
    let framesPromised = try countOrNil()
    let framesCounted = try countOrNil()
    let isFloat = try flag()
    let isLossy = try flag()
    let seeking = try seeking()
    let isCutOff = try flag()
    let isFirstOfSeveral = try flag()
    let tolerance = try count()
    var tracks: [AudioTrack] = []
    // One at a time, because the count may be damaged.
    for _ in 0..<(try count()) { tracks.append(try track()) }
    let track = try count()
    let byteCount = try count()
    return AudioDescription(
      container: container, encoding: encoding, channels: channels, sampleRate: sampleRate,
      framesPromised: framesPromised, isFloat: isFloat, isLossy: isLossy, seeking: seeking,
      byteCount: byteCount,
      channelLabels: try texts(), isCutOff: isCutOff, isFirstOfSeveral: isFirstOfSeveral,
      framesCounted: framesCounted, promiseTolerance: tolerance, audioTracks: tracks, audioTrack: track)
  }

  private mutating func encoding() throws(Damage) -> Encoding {
    Encoding(Encoding.Codec(try text()), bits: try countOrNil())
  }

  private mutating func track() throws(Damage) -> AudioTrack {
    let label = try text()
    var names = try texts()[...]
    let title = try flag() ? names.popFirst() : nil
    return AudioTrack(
      label: label, title: title, language: names.popFirst(), encoding: try encoding(), channels: try count(),
      sampleRate: try count())
  }

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

  private mutating func seeking() throws(Damage) -> Seeking {
    guard let seeking = Seeking(rawValue: try number()) else { throw Damage() }
    return seeking
  }
}
