// ResidueReport.swift
// What was found of a residue: its peaks, and how much of it belongs to what is kept. A value, made on any thread.

import AudioFormats
import HostIO
import Spectral
import WaveformCore

/// A residue as a picture, and as a figure.
struct ResidueReport: Equatable, Sendable {
  /// The largest magnitude of each part of the range, from left to right, in full scale: `parts` of them, or as many as
  /// there are frames.
  let levels: [Float]
  /// See `ResidueMeter.share`; nil where nothing was taken away, or too little is in view to tell.
  let share: Double?
  /// By how much the noise in view was lowered.
  let taken: NoiseTaken

  /// How much of the sound went with the noise.
  enum Loss: Sendable { case little, some, much }

  /// Bounds between them. Of speech and music in white and pink noise at 5 to 25 dB the standard settings leave 4 to 13 %
  /// in the residue, sensitivities of 12 dB and more up to 49 % (docs/audio.md).
  static let bounds = (some: 0.15, much: 0.3)

  /// Parts of a picture at most.
  static let parts = 240

  var loss: Loss? {
    share.map { $0 < Self.bounds.some ? .little : $0 < Self.bounds.much ? .some : .much }
  }

  /// In percent.
  var percent: Int? { share.map { Int(($0 * 100).rounded()) } }

  /// The largest level in full scale.
  var peak: Float { levels.max() ?? 0 }

  /// Reads what is looked at.
  ///
  /// - Returns: nil when `goesOn` says no, or when the samples end because nobody wants them any more.
  /// - Complexity: 30 seconds of sound at most are read, whatever the range.
  static func read(
    _ residue: any SampleSource, _ clean: any SampleSource, _ range: FrameRange, floor: Double,
    profile: NoiseProfile?, goesOn: () -> Bool
  ) throws(AudioFileError) -> ResidueReport? {
    let meter = ResidueMeter(sampleRate: clean.sampleRate, floor: floor)
    let noise = TakenMeter(profile, sampleRate: clean.sampleRate)
    let parts = min(parts, range.count)
    var levels = [Float](repeating: 0, count: parts)
    let plan = ResiduePlan(range, channels: clean.channels, sampleRate: clean.sampleRate)
    func look(at taken: SampleSlice) {
      let stretch = taken.range
      taken.withSamples { samples in
        for (index, sample) in samples.enumerated() where sample.isFinite {
          let frame = stretch.lowerBound - range.lowerBound + index / taken.channels
          let part = frame * parts / range.count
          levels[part] = max(levels[part], abs(sample))
        }
      }
    }
    for stretch in plan.measured {
      guard goesOn() else { return nil }
      let taken = try residue.read(stretch), kept = try clean.read(stretch)
      guard taken.range == stretch, kept.range == stretch else { return nil }
      meter.append(residue: taken, clean: kept)
      noise.append(original: taken.plus(kept), clean: kept)
      look(at: taken)
    }
    for stretch in plan.drawn {
      guard goesOn() else { return nil }
      let taken = try residue.read(stretch)
      guard taken.range == stretch else { return nil }
      look(at: taken)
    }
    return ResidueReport(levels: levels, share: meter.share, taken: noise.taken)
  }
}

extension SampleSlice {
  /// Both together, of the same frames and channels.
  fileprivate func plus(_ other: SampleSlice) -> SampleSlice {
    let sum = withSamples { one in other.withSamples { two in zip(one, two).map { $0 + $1 } } }
    return SampleSlice(range: range, channels: channels, samples: sum)
  }
}

/// Which stretches of a range are read: all of it; or half seconds all over it for the figure, which needs as much to see how
/// sound goes, and a moment in the middle of each part for the picture.
struct ResiduePlan: Equatable {
  /// Those that the figure is made of; they are drawn as well.
  let measured: [FrameRange]
  /// Those that are drawn besides.
  let drawn: [FrameRange]

  /// Seconds, and samples of all channels, that are read at most.
  static let seconds = 30, samples = 8 << 20

  init(_ range: FrameRange, channels: Int, sampleRate: Int) {
    let most = min(Self.seconds * sampleRate, Self.samples / max(channels, 1))
    guard range.count > most else {
      let block = max(1 << 15, sampleRate / 2)
      measured = stride(from: range.lowerBound, to: range.upperBound, by: block).map {
        $0..<min($0 + block, range.upperBound)
      }
      drawn = []
      return
    }
    let length = min(sampleRate / 2, most * 2 / 3)
    measured = Self.stretches(of: length, number: most * 2 / 3 / max(length, 1), in: range)
    drawn = Self.stretches(
      of: max(1, most / 3 / ResidueReport.parts), number: ResidueReport.parts, in: range)
  }

  /// Each in the middle of an equal part of a range.
  private static func stretches(of length: Int, number: Int, in range: FrameRange) -> [FrameRange] {
    (0..<number).map { part in
      let middle = range.lowerBound + (2 * part + 1) * range.count / (2 * number)
      return middle - length / 2..<middle - length / 2 + length
    }
  }
}
