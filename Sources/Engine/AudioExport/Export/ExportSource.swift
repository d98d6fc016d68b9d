// ExportSource.swift
// What can be exported: a recording, the result of its noise reduction, or what somebody else computes. It is read again for the export, so that
// nothing has to stay open, and later changes of settings do not change the file.

import AudioDecoding
import AudioFormats
import Functions
import HostIO
import Localization
import Recording
import Spectral
import SystemPackage
import WaveformCore

/// A source of samples for an export. A value.
public struct ExportSource: Sendable {
  /// Reads from a frame on until no more samples are wanted (`SamplePass`); returns nil when it was cancelled.
  package typealias Run =
    @Sendable (
      _ start: Int, _ goesOn: @escaping @Sendable () -> Bool, _ take: @escaping SamplePass.Take
    ) throws(AudioFileError) -> ReadReport?

  /// The same as integers of 32 bits, exactly.
  package typealias RunIntegers =
    @Sendable (
      _ start: Int, _ goesOn: @escaping @Sendable () -> Bool, _ take: @escaping SamplePass.TakeIntegers
    ) throws(AudioFileError) -> ReadReport?

  /// Makes the noise reduction of the samples, whose state depends on all earlier frames.
  typealias Treatment = @Sendable () throws(AudioFileError) -> NoiseReductionStream

  /// Its name in a list: "Original", "Clean", "Residue".
  public let name: String
  /// At least 1.
  public var channels: Int { picked?.count ?? readChannels }
  /// What they stand for.
  public var layout: ChannelLayout { picked.map { readLayout.picking($0) } ?? readLayout }
  /// Of those that are read.
  private let readLayout: ChannelLayout
  /// Those that are read.
  var readChannels: Int { readLayout.channels }
  /// The places of those that are written; nil: all.
  private(set) var picked: [Int]?
  /// Frames per second; at least 1.
  public let sampleRate: Int
  /// Frames in the source; nil when unknown.
  public let length: Int?
  /// How precisely its samples have to be written.
  public let precision: AudioDescription.Precision
  let run: Run
  /// Nil where its samples are not integers of 32 bits, or are computed.
  private(set) var runIntegers: RunIntegers?
  private(set) var treatment: Treatment?
  /// True when what is read is computed from the beginning of the recording on, whatever part is written.
  public var isTreated: Bool { treatment != nil }
  /// What is known to be missing or wrong in some of its frames, beside what reading them reports: sentences of one
  /// line each.
  private let remarks: @Sendable (FrameRange) -> [String]

  package init(
    name: String, layout: ChannelLayout, sampleRate: Int, length: Int?, precision: AudioDescription.Precision,
    remarks: @escaping @Sendable (FrameRange) -> [String] = { _ in [] }, run: @escaping Run
  ) {
    self.name = name
    readLayout = layout
    self.sampleRate = sampleRate
    self.length = length
    self.precision = precision
    self.remarks = remarks
    self.run = run
  }

  /// Some of its channels.
  ///
  /// - Parameter channels: places among those of the source, not empty.
  public func picking(_ channels: [Int]) -> ExportSource {
    var source = self
    source.picked = channels.map { picked?[$0] ?? $0 }
    return source
  }

  func remarks(on range: FrameRange) -> [Sentence] { remarks(range).map { Sentence(verbatim: $0) } }

  /// A sound file.
  public init(
    name: String, path: FilePath, options: OpenOptions, description: AudioDescription, length: Int?
  ) {
    self.init(
      name: name, layout: description.layout, sampleRate: description.sampleRate, length: length,
      precision: description.precision
    ) { (start, goesOn, take) throws(AudioFileError) in
      try Self.pass(path, options, description, start, goesOn).run(take)
    }
    guard description.precision == .bits32 else { return }
    runIntegers = { (start, goesOn, take) throws(AudioFileError) in
      try Self.pass(path, options, description, start, goesOn).runIntegers(take)
    }
  }

  /// A reading of a file that was described before, from `start` on.
  private static func pass(
    _ path: FilePath, _ options: OpenOptions, _ description: AudioDescription, _ start: Int,
    _ goesOn: @escaping @Sendable () -> Bool
  ) throws(AudioFileError) -> SamplePass {
    var reader = try AudioFileReader(path: path, options: options, goesOn: goesOn)
    let found = reader.description
    guard found.channels == description.channels, found.sampleRate == description.sampleRate else {
      throw AudioFileError(
        .readFailed, path: path, detail: Sentence("it is another recording by now; reload it"))
    }
    guard try reader.seek(toFrame: start) else {
      throw AudioFileError(.readFailed, path: path, detail: Sentence("it has become shorter; reload it"))
    }
    return SamplePass(ReaderBox(reader), from: start, goesOn: goesOn)
  }

  /// A signal that is computed; reading it is what reading a file is elsewhere.
  public init(_ signal: FunctionSignal) throws(AudioFileError) {
    let options = OpenOptions(function: signal)
    let reader = try AudioFileReader(path: signal.path, options: options)
    self.init(
      name: signal.formula, path: signal.path, options: options, description: reader.description,
      length: signal.frames)
  }

  /// An open sound file; it can be exported once.
  package init(name: String, _ reader: ReaderBox) {
    let description = reader.reader.description
    self.init(
      name: name, layout: description.layout, sampleRate: description.sampleRate,
      length: description.framesPromised, precision: description.precision
    ) { (start, goesOn, take) throws(AudioFileError) in
      try SamplePass(reader, from: start, goesOn: goesOn).run(take)
    }
  }

  /// The clean samples or the residue of noise reduction, and of the repair of clicks before it. Any part of the recording has the same samples as in one
  /// stream over the whole.
  ///
  /// - Parameters:
  ///   - profile: must have the same sample rate; nil: only clicks are repaired.
  ///   - path: the file, for messages.
  ///   - tally: counts the clicks that are repaired.
  ///   - taken: measures what is taken away.
  public func reduced(
    _ profile: NoiseProfile?, _ settings: NoiseReductionSettings, to result: NoiseReductionResult,
    named name: String, path: FilePath, tally: ClickTally = ClickTally(),
    taken: TakenTally? = nil
  ) -> ExportSource {
    var source = ExportSource(
      name: name, layout: readLayout, sampleRate: sampleRate, length: length,
      // What is computed lies between the steps of 16 bits, and has no more than 24.
      precision: precision == .float ? .float : .bits24, run: run)
    source.picked = picked
    source.treatment = { [readChannels, sampleRate] () throws(AudioFileError) in
      do throws(NoiseProfileError) {
        return NoiseReductionStream(
          try NoiseReducer(
            profile, settings: settings, channels: readChannels, sampleRate: sampleRate, tally: tally),
          result: result, taken: taken)
      } catch {
        throw AudioFileError(.noNoise, path: path, detail: error.detail)
      }
    }
    return source
  }
}
