// ResidueReport.swift
// What was found of a residue: its peaks, and how much of it belongs to what is kept. A value, made on any thread.

import AudioFormats
import HostIO
import Spectral
import WaveformCore

/// A residue as a picture, and as a figure.
public struct ResidueReport: Equatable, Sendable {
  /// The largest magnitude of each part of the range, from left to right, in full scale: `parts` of them, or as many as
  /// there are frames.
  public let levels: [Float]
  /// See `ResidueMeter.share`; nil where nothing was taken away, or too little is in view to tell.
  public let share: Double?

  /// How much of the sound went with the noise.
  public enum Loss: Sendable { case little, some, much }

  /// Bounds between them. Of speech and music in white and pink noise at 5 to 25 dB the standard settings leave 4 to 13 %
  /// in the residue, sensitivities of 12 dB and more up to 49 % (docs/audio.md).
  public static let bounds = (some: 0.15, much: 0.3)

  /// Parts of a picture at most.
  public static let parts = 240

  public var loss: Loss? {
    share.map { $0 < Self.bounds.some ? .little : $0 < Self.bounds.much ? .some : .much }
  }

  /// In percent.
  public var percent: Int? { share.map { Int(($0 * 100).rounded()) } }

  /// The largest level in full scale.
  public var peak: Float { levels.max() ?? 0 }

  /// Reads what is looked at.
  ///
  /// - Returns: nil when `goesOn` says no, or when the samples end because nobody wants them any more.
  /// - Complexity: 30 seconds of sound at most are read, whatever the range.
  static func read(
    _ residue: any SampleSource, _ clean: any SampleSource, _ range: FrameRange, floor: Double,
    goesOn: () -> Bool
  ) throws(AudioFileError) -> ResidueReport? {
    let meter = ResidueMeter(sampleRate: clean.sampleRate, floor: floor)
    let parts = min(parts, range.count)
    var levels = [Float](repeating: 0, count: parts)
    for stretch in ResiduePlan(range, channels: clean.channels, sampleRate: clean.sampleRate).stretches {
      guard goesOn() else { return nil }
      let taken = try residue.read(stretch), kept = try clean.read(stretch)
      guard taken.range == stretch, kept.range == stretch else { return nil }
      meter.append(residue: taken, clean: kept)
      taken.withSamples { samples in
        for (index, sample) in samples.enumerated() where sample.isFinite {
          let frame = stretch.lowerBound - range.lowerBound + index / taken.channels
          let part = frame * parts / range.count
          levels[part] = max(levels[part], abs(sample))
        }
      }
    }
    return ResidueReport(levels: levels, share: meter.share)
  }
}

/// Which stretches of a range are read: all of it, or one in the middle of each part.
struct ResiduePlan: Equatable {
  let stretches: [FrameRange]

  /// Seconds, and samples of all channels, that are read at most; and frames of a block.
  static let seconds = 30, samples = 8 << 20, block = 1 << 15

  init(_ range: FrameRange, channels: Int, sampleRate: Int) {
    let most = min(Self.seconds * sampleRate, Self.samples / max(channels, 1))
    guard range.count > most else {
      stretches = stride(from: range.lowerBound, to: range.upperBound, by: Self.block).map {
        $0..<min($0 + Self.block, range.upperBound)
      }
      return
    }
    let parts = ResidueReport.parts, count = max(1, most / parts)
    stretches = (0..<parts).map { part in
      let middle = range.lowerBound + (2 * part + 1) * range.count / (2 * parts)
      return middle - count / 2..<middle - count / 2 + count
    }
  }
}
