// RecordingCheck.swift
// Checks one file: reads it once, on the calling thread, and shows every block of samples to all checks.

import AudioDecoding
import AudioExport
import AudioFormats
import HostIO
import Measures
import Recording
import SystemPackage
import WaveformCore

/// What checking a file has come to.
public struct RecordingCheck: Sendable {
  public let description: AudioDescription
  public let report: ReadReport
  /// The worst first, and in the order of `CheckKind` where they are equally bad.
  public let findings: [Finding]

  /// The worst of them; nil when nothing was found.
  public var worst: Severity? { findings.first?.severity }

  /// Reads a file to its end.
  public static func run(
    _ path: FilePath, options: OpenOptions, profile: CheckProfile
  ) throws(AudioFileError) -> RecordingCheck {
    let reader = try AudioFileReader(path: path, options: options)
    let description = reader.description
    let isWave = [.wav, .rf64].contains(description.container)
    let broadcast =
      isWave && profile.isOn(.bext) ? RecordingMetadata(of: reader).chunks.first { $0.name == "bext" } : nil
    let checksum = profile.isOn(.md5) ? StoredChecksum(of: reader.file) : .none
    let checks = checks(description, checksum, profile)
    let cutter = BlockCutter(channels: description.channels)
    let builder = MeasureBuilder<Float>(
      MeasureShape(description), hears: broadcast != nil || profile.boundsLoudness)
    // Without an end to the reading there is a report.
    let report = try SamplePass(ReaderBox(reader)).run { samples in
      cutter.cut(samples) { block in
        builder.append(block.samples, frames: block.range.count)
        for check in checks { check.take(block) }
      }
      return true
    }!
    let recording = CheckedRecording(
      frames: report.frames, sampleRate: description.sampleRate, layout: description.layout,
      blocks: MeasuredBlocks(builder), profile: profile)
    let found =
      DamageCheck.findings(of: report, description, in: recording)
      + (broadcast.map { BroadcastCheck($0.bytes).findings(in: recording) } ?? [])
      + checks.flatMap { $0.findings(in: recording) } + LevelCheck.findings(in: recording)
    return RecordingCheck(
      description: description, report: report, findings: sorted(found, by: profile))
  }

  /// The checks of samples that are on.
  private static func checks(
    _ description: AudioDescription, _ checksum: StoredChecksum, _ profile: CheckProfile
  ) -> [any SampleCheck] {
    let (channels, rate) = (description.channels, description.sampleRate)
    let all: [([CheckKind], () -> (any SampleCheck)?)] = [
      ([.md5], { ChecksumCheck(checksum) }),
      ([.silent, .digitalSilence, .silence], { SilenceCheck(profile) }),
      ([.clipped], { ClippingCheck(channels: channels, profile) }),
      ([.dropouts], { DropoutCheck(channels: channels, sampleRate: rate, profile) }),
      (
        [.deadChannel, .identicalChannels, .invertedChannel],
        { channels > 1 ? ChannelCheck(channels: channels) : nil }
      ),
      ([.hum], { HumCheck(channels: channels, sampleRate: rate, profile) }),
      ([.bandwidth], { BandwidthCheck(channels: channels, sampleRate: rate) }),
    ]
    return all.compactMap { kinds, make in kinds.contains(where: profile.isOn) ? make() : nil }
  }

  /// Those that are on, with what the profile makes of them.
  private static func sorted(_ findings: [Finding], by profile: CheckProfile) -> [Finding] {
    let judged = findings.compactMap { finding -> Finding? in
      guard let severity = profile.severity(of: finding.kind) else { return nil }
      var finding = finding
      finding.severity = severity
      return finding
    }
    let order = CheckKind.allCases
    func rank(_ finding: Finding) -> (Int, Int) {
      (
        finding.severity == .error ? 0 : finding.severity == .warning ? 1 : 2,
        order.firstIndex(of: finding.kind)!
      )
    }
    // The order within a kind is that of channels and places.
    return judged.enumerated().sorted {
      (rank($0.element).0, rank($0.element).1, $0.offset) < (
        rank($1.element).0, rank($1.element).1, $1.offset
      )
    }.map(\.element)
  }
}
