// ComparedPair.swift
// Two recordings that were read, aligned if that was asked for, and compared. Made on one thread, then only read.

import AudioExport
import AudioFormats
import Comparing
import HostIO
import Localization
import Recording
import SystemPackage
import WaveformCore

struct ComparedPair: Sendable {
  let a: Recording, b: Recording
  /// Nil when it was not asked for.
  let alignment: Alignment?
  let difference: DifferenceReport
  /// Their samples.
  var sources: (a: any SampleSource, b: any SampleSource)

  /// Reads both files.
  ///
  /// - Parameter aligns: whether it is looked for where B fits; else both begin together.
  init(
    _ first: FilePath, _ second: FilePath, options: OpenOptions, aligns: Bool
  ) throws(AudioFileError) {
    a = try Recording(reading: first, options: options, cache: nil)
    b = try Recording(reading: second, options: options, cache: nil)
    sources = (
      SampleSources.source(path: first, options: options, description: a.description),
      SampleSources.source(path: second, options: options, description: b.description)
        .inOrder(of: a.description.layout, from: b.description.layout)
    )
    let lengths = (a: a.report.frames, b: b.report.frames)
    // Nothing ends either of these early.
    let found =
      aligns
      ? try Aligner.align(
        sources.a, lengthA: lengths.a, sources.b, lengthB: lengths.b, peaksA: a.peaks, peaksB: b.peaks) : nil
    let laid = Self.used(found)
    let compared = try Comparer.compare(
      sources.a, lengthA: lengths.a, sources.b, lengthB: lengths.b, laid)!
    // What is the same in part may lie in pieces that nobody has looked at.
    guard let found, compared.first != nil, !compared.identicalStretches.isEmpty,
      let pieced = try Aligner.withPieces(
        found, sources.a, lengthA: lengths.a, sources.b, lengthB: lengths.b)
    else {
      (alignment, difference) = (found, compared)
      return
    }
    alignment = pieced
    difference =
      pieced.offsetFrames == found.offsetFrames
      ? compared
      : try Comparer.compare(sources.a, lengthA: lengths.a, sources.b, lengthB: lengths.b, pieced)!
  }

  /// One that is not to be believed is not used.
  private static func used(_ alignment: Alignment?) -> Alignment {
    alignment.flatMap { $0.certainty >= Alignment.surely ? $0 : nil } ?? .identity
  }

  /// Writes B − A.
  ///
  /// - Parameter output: its suffix says the format; a WAV file holds 32-bit floats, which lose nothing.
  func write(into file: OutputFile, named output: FilePath) throws(AudioFileError) {
    guard let format = output == "-" ? .wavFloat : ExportFormat(output, .float) else {
      throw AudioFileError(
        .writeFailed, path: output,
        detail: Sentence("its name must end in .wav, .flac, .ogg, .opus or .mp3"))
    }
    let source = AlignedDifference(
      WholeSource(sources.b, length: b.report.frames), minus: sources.a, Self.used(alignment))
    let writer = try AudioFileWriter(
      file, format: format, layout: a.description.layout, sampleRate: source.sampleRate)
    try source.forEachBlock(of: 0..<a.report.frames) { (slice) throws(AudioFileError) in
      try slice.withSamples { (samples) throws(AudioFileError) in try writer.write(samples) }
    }
    try writer.finish()
  }
}
