// PeakCacheEntry+Head.swift
// The head of an entry: everything but the bins. Written and read in the same order.

import WaveformCore

extension PeakCacheEntry {
  /// What stands before the bins.
  struct Head {
    var key: [UInt8]
    var isFloat: Bool
    var description: AudioDescription
    var report: ReadReport
    var shape: PeakPyramidShape

    /// Bytes of the bins; nil when no pyramid can be so.
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
      ] { writer.number(Int64(number)) }
      return writer.bytes
    }

    init(
      key: [UInt8], isFloat: Bool, description: AudioDescription, report: ReadReport, shape: PeakPyramidShape
    ) {
      self.key = key
      self.isFloat = isFloat
      self.description = description
      self.report = report
      self.shape = shape
    }

    init(_ bytes: [UInt8]) throws(ByteReader.Damage) {
      var reader = ByteReader(bytes)
      key = try reader.sequence()
      isFloat = try reader.flag()
      description = try reader.description()
      report = try reader.report()
      shape = PeakPyramidShape(
        channels: description.channels, baseFramesPerBin: try reader.count(), finestLevel: try reader.count(),
        levelCount: try reader.count(), frames: try reader.count(), nonFiniteSamples: try reader.count())
      guard reader.isAtEnd, shape.frames == report.frames, shape.nonFiniteSamples == report.nonFiniteSamples,
        isFloat == description.isFloat
      else { throw ByteReader.Damage() }
    }
  }
}

extension ByteWriter {
  fileprivate mutating func put(_ description: AudioDescription) {
    text(description.container)
    text(description.encoding)
    number(Int64(description.channels))
    number(Int64(description.sampleRate))
    number(orNil: description.framesPromised)
    number(orNil: description.framesCounted)
    flag(description.isFloat)
    flag(description.isLossy)
    put(description.seeking)
    flag(description.isCutOff)
    flag(description.isFirstOfSeveral)
    texts(description.audioTracks.map(\.label))
    number(Int64(description.audioTrack))
    number(Int64(description.byteCount))
    texts(description.channelLabels)
  }

  /// A report without a cause: what a device failed to give is not kept.
  fileprivate mutating func put(_ report: ReadReport) {
    number(Int64(report.frames))
    number(orNil: report.framesPromised)
    number(Int64(report.nonFiniteSamples))
    flag(report.isComplete)
    texts(report.warnings)
    put(report.seeking)
  }

  private mutating func put(_ seeking: Seeking) {
    switch seeking {
    case .exact: number(UInt8(0))
    case .unproven: number(UInt8(1))
    case .forwardOnly: number(UInt8(2))
    }
  }
}

extension ByteReader {
  fileprivate mutating func description() throws(Damage) -> AudioDescription {
    let container = try text()
    let encoding = try text()
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
    let tracks = try texts().map { AudioTrack(label: $0) }
    let track = try count()
    let byteCount = try count()
    return AudioDescription(
      container: container, encoding: encoding, channels: channels, sampleRate: sampleRate,
      framesPromised: framesPromised, isFloat: isFloat, isLossy: isLossy, seeking: seeking,
      byteCount: byteCount,
      channelLabels: try texts(), isCutOff: isCutOff, isFirstOfSeveral: isFirstOfSeveral,
      framesCounted: framesCounted, audioTracks: tracks, audioTrack: track)
  }

  fileprivate mutating func report() throws(Damage) -> ReadReport {
    ReadReport(
      frames: try count(), framesPromised: try countOrNil(), nonFiniteSamples: try count(),
      isComplete: try flag(), warnings: try texts(), seeking: try seeking(), isFromCache: true)
  }

  private mutating func seeking() throws(Damage) -> Seeking {
    switch try number(UInt8.self) {
    case 0: return .exact
    case 1: return .unproven
    case 2: return .forwardOnly
    default: throw Damage()
    }
  }
}
