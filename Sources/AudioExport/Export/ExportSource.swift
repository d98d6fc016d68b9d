// ExportSource.swift
// What can be exported: a recording, or what noise reduction makes of it. It is read anew for that, so that nothing has
// to stay open, and nothing that changes meanwhile changes the file.

import AudioDecoding
import AudioFormats
import HostIO
import Recording
import Spectral
import SystemPackage
import WaveformCore

/// A recording as something to export. A value.
public struct ExportSource: Sendable {
  /// Reads from a frame on until nothing more is wanted (`SamplePass`); nil when it was ended.
  package typealias Run =
    @Sendable (
      _ start: Int, _ goesOn: @escaping @Sendable () -> Bool, _ take: @escaping SamplePass.Take
    ) throws(AudioFileError) -> ReadReport?

  /// What is done to samples on their way: a reduction of noise, whose state depends on all that was before.
  typealias Treatment = @Sendable () throws(AudioFileError) -> NoiseReductionStream

  /// What it is called in a list: "Original", "Clean", "Residue".
  public let name: String
  /// At least 1.
  public let channels: Int
  /// Frames per second; at least 1.
  public let sampleRate: Int
  /// Frames that are there; nil while nobody knows.
  public let length: Int?
  /// What its samples need to be written.
  public let precision: AudioDescription.Precision
  let run: Run
  private(set) var treatment: Treatment?

  package init(
    name: String, channels: Int, sampleRate: Int, length: Int?, precision: AudioDescription.Precision,
    run: @escaping Run
  ) {
    self.name = name
    self.channels = channels
    self.sampleRate = sampleRate
    self.length = length
    self.precision = precision
    self.run = run
  }

  /// A sound file.
  public init(
    name: String, path: FilePath, options: OpenOptions, description: AudioDescription, length: Int?
  ) {
    self.init(
      name: name, channels: description.channels, sampleRate: description.sampleRate, length: length,
      precision: description.precision
    ) { (start, goesOn, take) throws(AudioFileError) in
      var reader = try AudioFileReader(path: path, options: options)
      let found = reader.description
      guard found.channels == description.channels, found.sampleRate == description.sampleRate else {
        throw AudioFileError(.readFailed, path: path, detail: "it is another recording by now; reload it")
      }
      guard try reader.seek(toFrame: start) else {
        throw AudioFileError(.readFailed, path: path, detail: "it has become shorter; reload it")
      }
      return try SamplePass(ReaderBox(reader), from: start, goesOn: goesOn).run(take)
    }
  }

  /// A sound file that is open; it can be exported once.
  package init(name: String, _ reader: ReaderBox) {
    let description = reader.reader.description
    self.init(
      name: name, channels: description.channels, sampleRate: description.sampleRate,
      length: description.framesPromised, precision: description.precision
    ) { (start, goesOn, take) throws(AudioFileError) in
      try SamplePass(reader, from: start, goesOn: goesOn).run(take)
    }
  }

  /// What noise reduction leaves of it, or takes away: the same samples as those of one stream over the whole, whichever
  /// part is exported.
  ///
  /// - Parameters:
  ///   - profile: of the same sample rate.
  ///   - path: the file, for messages.
  public func reduced(
    _ profile: NoiseProfile, _ settings: NoiseReductionSettings, to result: NoiseReductionResult,
    named name: String, path: FilePath
  ) -> ExportSource {
    var source = ExportSource(
      name: name, channels: channels, sampleRate: sampleRate, length: length,
      // What is computed lies between the steps of 16 bits.
      precision: precision == .bits16 ? .bits24 : precision, run: run)
    source.treatment = { [channels, sampleRate] () throws(AudioFileError) in
      do throws(NoiseProfileError) {
        return NoiseReductionStream(
          try NoiseReducer(profile, settings: settings, channels: channels, sampleRate: sampleRate),
          result: result)
      } catch {
        throw AudioFileError(.noNoise, path: path, detail: error.detail)
      }
    }
    return source
  }
}
