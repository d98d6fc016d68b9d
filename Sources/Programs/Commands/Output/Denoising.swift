// Denoising.swift
// What `denoise` does with one file: finds the noise, and takes it away.

import AudioDecoding
import AudioExport
import AudioFormats
import Batch
import HostIO
import Localization
import Recording
import Spectral
import Synchronization
import SystemPackage
import WaveformCore

extension DenoiseCommand {
  /// Where the noise profile is kept; nil when it is not wanted.
  func profileFile(notOver inputs: [FilePath]) throws(AudioFileError) -> OutputFile? {
    guard let saveProfile else { return nil }
    let file = try OutputFile(saveProfile, notOver: inputs)
    // A slip of the hand must not cost a recording.
    guard FileState(of: saveProfile) == nil || (try? Self.load(saveProfile)) != nil else {
      throw AudioFileError(
        .writeFailed, path: saveProfile, detail: Sentence("a file that is no noise profile has that name"))
    }
    return file
  }

  /// The profile that was asked for; nil when only clicks are to be repaired, or none is needed.
  ///
  /// - Parameter name: of the file in which the noise is looked for.
  func noiseProfile(of name: FilePath) throws(AudioFileError) -> NoiseProfile? {
    guard noise != nil || profile != nil || suggest else { return nil }
    if let profile { return try Self.load(profile) }
    do throws(AudioFileError) { return try noiseProfile(in: BatchInput(name).path) } catch {
      throw error.about(name)
    }
  }

  private func noiseProfile(in file: FilePath) throws(AudioFileError) -> NoiseProfile {
    guard let noise else { return try suggestedProfile(in: file) }
    let reader = try AudioFileReader(path: file, options: reading.options)
    let rate = reader.description.sampleRate
    let slice = try Self.samples(noise.frames(sampleRate: rate), of: reader)
    do throws(NoiseProfileError) {
      // Clicks are gone before the noise is reduced, so they are no part of it.
      return try NoiseProfile(slice.repaired(clicks: clicks, sampleRate: rate), sampleRate: rate)
    } catch {
      throw AudioFileError(.noNoise, path: file, detail: error.detail)
    }
  }

  /// Looks for the noise, and says where it was found. What comes of it is told when it has been taken away.
  private func suggestedProfile(in file: FilePath) throws(AudioFileError) -> NoiseProfile {
    let options = reading.options
    let recording = try Recording(reading: file, options: options, cache: nil)
    let (description, source) = try SampleSources.open(file, options: options)
    let rate = description.sampleRate
    let found = try NoiseSearch.find(
      in: recording.peaks, length: recording.report.frames, sampleRate: rate
    ) { (range) throws(AudioFileError) in
      try source.read(range).repaired(clicks: clicks, sampleRate: rate)
    }
    guard let found else {
      throw AudioFileError(
        .noNoise, path: file,
        detail: Sentence("there is too little sound in it to find a noise; give --noise"))
    }
    let told: String
    if let range = found.range {
      let text = { (frame: Int) in Timecode(frames: frame, sampleRate: rate).text }
      told = localized(
        "Noise: \(text(range.lowerBound)) to \(text(range.upperBound))")
    } else {
      told = localized("Noise: guessed from the whole recording, as no stretch is noise alone")
    }
    tell(told)
    return found.profile
  }

  private static func load(_ path: FilePath) throws(AudioFileError) -> NoiseProfile {
    guard let profile = NoiseProfile(bytes: try FileContents.read(path, limit: NoiseProfile.longestFile))
    else {
      throw AudioFileError(
        .damaged, path: path, detail: Sentence("it is no noise profile, or not all of one"))
    }
    return profile
  }

  /// A stretch of noise: at most a minute of it.
  private static func samples(
    _ range: FrameRange, of reader: consuming AudioFileReader
  ) throws(AudioFileError) -> SampleSlice {
    let (path, channels) = (reader.path, reader.description.channels)
    let most = min(range.count, 60 * reader.description.sampleRate) * channels
    guard try reader.seek(toFrame: range.lowerBound) else {
      throw AudioFileError(
        .noNoise, path: path, detail: Sentence("it ends before the stretch that --noise names"))
    }
    var samples: [Float] = []
    let report = try SamplePass(ReaderBox(reader), from: range.lowerBound).run { block in
      samples += block.prefix(most - samples.count)
      return samples.count < most
    }
    if samples.count < most, let cause = report?.cause { throw cause }
    return SampleSlice(
      range: range.lowerBound..<range.lowerBound + samples.count / channels, channels: channels,
      samples: samples)
  }

  /// Reads, cleans and writes one file.
  ///
  /// - Parameter output: the name of the result: its suffix says the format.
  func denoise(
    _ file: FilePath, named output: FilePath, into target: OutputFile, _ profile: NoiseProfile?
  ) throws(AudioFileError) -> FileResult<CleanedFile> {
    let options = reading.options
    let reader = try AudioFileReader(path: file, options: options)
    let description = reader.description
    let container = Movie.Container(output)
    // What is computed has 24 bits.
    let precision = description.precision == .bits32 ? .bits24 : description.precision
    let format = format ?? ExportFormat(output, precision)
    guard container != nil || format != nil else {
      if output == "-" {
        throw AudioFileError(
          .writeFailed, path: FilePath(localized("standard output")),
          detail: Sentence("give --format to say what to write"))
      }
      throw AudioFileError(
        .writeFailed, path: output,
        detail:
          localized(
            "its name must end in .wav, .flac, .ogg, .opus or .mp3, that of a video in .mp4, .mov, .mkv or .webm"
          )
      )
    }
    let movie = container == nil ? nil : try Movie(file, options: options)
    if container != nil, movie == nil {
      throw AudioFileError(
        .writeFailed, path: output,
        detail: Sentence("there are no pictures to put in it; choose .flac or .wav"))
    }
    let metadata = RecordingMetadata(of: reader).forOtherSamples()
    let tally = ClickTally()
    let taken =
      suggest
      ? TakenTally(profile, length: description.framesPromised ?? 0, sampleRate: description.sampleRate) : nil
    let source = ExportSource(name: localized("Original"), ReaderBox(reader)).reduced(
      profile,
      NoiseReductionSettings(
        reduction: reduction, sensitivity: sensitivity, smoothing: smoothing, clicks: clicks,
        followsLevel: changing, isAdaptive: adaptive),
      to: residue ? .residue : .clean, named: localized("Clean"), path: file, tally: tally, taken: taken)
    let read = Mutex<ReadReport?>(nil)
    let export = AudioExport(
      source, range: nil, path: output,
      writer: { () throws(AudioFileError) in
        let (layout, rate) = (description.layout, description.sampleRate)
        if let container, let movie {
          return try MovieWriter(target, of: movie, as: container, layout: layout, sampleRate: rate)
        }
        return try AudioFileWriter(
          target, format: format ?? .wav24, layout: layout, sampleRate: rate, metadata: metadata)
      }, reported: { report in read.withLock { $0 = report } }, event: { _ in })
    let losses = try export.run() ?? []
    var result = FileResult<CleanedFile>()
    if let report = read.withLock({ $0 }) { result = FileResult(report, sampleRate: description.sampleRate) }
    result.findings = losses
    let least = NoiseReductionSettings.leastAdaptiveFrames(sampleRate: description.sampleRate)
    if adaptive, let frames = result.frames, frames < least {
      let milliseconds = least * 1000 / description.sampleRate
      result.findings.append(
        Sentence(
          """
          it is shorter than the \(milliseconds) ms after which a noise is known without a profile, so its noise \
          stays; give --noise or --profile
          """))
    }
    result.product = CleanedFile(clicks: clicks > 0 ? tally.count : nil, taken: taken?.taken)
    return result
  }

  /// Says what was taken away.
  func tell(_ cleaned: CleanedFile, of output: FilePath) {
    let file = output.displayPath
    if let count = cleaned.clicks {
      tell(
        localized(
          "\(file): \(count) click was repaired.", plural: "\(file): \(count) clicks were repaired.",
          count: count))
    }
    guard let taken = cleaned.taken else { return }
    switch (taken.hum.map(NoiseTaken.text), taken.noise.map(NoiseTaken.text)) {
    // Translators: a file, and two levels in decibels, as −38 and −12
    case (let hum?, let noise?): tell(localized("\(file): hum \(hum) dB, noise \(noise) dB"))
    case (let hum?, nil): tell(localized("\(file): hum \(hum) dB"))
    case (nil, let noise?): tell(localized("\(file): noise \(noise) dB"))
    case (nil, nil): break
    }
  }

  private func tell(_ told: String) {
    if place.output == "-" { StandardStreams.printNote(told) } else { StandardStreams.print(told) }
  }
}

/// What is said of a file that was cleaned.
struct CleanedFile: Sendable {
  /// How many clicks were repaired; nil when none were looked for.
  let clicks: Int?
  /// What was taken of a noise that the program found by itself; nil when somebody said where it is.
  let taken: NoiseTaken?
}
