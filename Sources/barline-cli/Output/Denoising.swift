// Denoising.swift
// What `denoise` does with one file: finds the noise, and takes it away.

import AudioDecoding
import AudioExport
import AudioFormats
import Glibc
import HostIO
import Recording
import Spectral
import SystemPackage
import WaveformCore

/// A file to read, and where its result goes.
struct DenoiseTarget {
  let file: FilePath
  /// As it was named: its suffix says the format.
  let output: FilePath
  let place: OutputFile
}

extension DenoiseCommand {
  /// Everything that will be written. Refused before any work is done, when one of them would take the place of a
  /// file that is read, or of another result.
  func findTargets() throws(AudioFileError) -> (files: [DenoiseTarget], profile: OutputFile?) {
    let inputs = files + (profile.map { [$0] } ?? [])
    var places: [FilePath: FilePath] = [:]
    func place(_ path: FilePath, of source: FilePath) throws(AudioFileError) -> OutputFile {
      let place = try OutputFile(path, notOver: inputs)
      if let other = places.updateValue(source, forKey: place.place) {
        throw AudioFileError(
          .writeFailed, path: path,
          detail: "what becomes of “\(other.displayName)” is to be written there, too")
      }
      return place
    }
    var targets: [DenoiseTarget] = []
    if let output {
      guard files.count == 1 || Self.isFolder(output) else {
        throw AudioFileError(
          .writeFailed, path: output, detail: "with several files it must be a folder that is there")
      }
      for file in files {
        var target = output
        if files.count > 1 {
          guard let name = file.lastComponent, name.kind == .regular else {
            throw AudioFileError(.isFolder, path: file)
          }
          target.append(name)
        }
        targets.append(DenoiseTarget(file: file, output: target, place: try place(target, of: file)))
      }
    }
    guard let saveProfile else { return (targets, nil) }
    let kept = try place(saveProfile, of: files[0])
    // A slip of the hand must not cost a recording.
    guard FileState(of: saveProfile) == nil || (try? Self.load(saveProfile)) != nil else {
      throw AudioFileError(
        .writeFailed, path: saveProfile, detail: "a file that is no noise profile has that name")
    }
    return (targets, kept)
  }

  /// The profile that was asked for.
  func noiseProfile(_ options: OpenOptions) throws(AudioFileError) -> NoiseProfile {
    if let profile { return try Self.load(profile) }
    let file = files[0]
    let reader = try AudioFileReader(path: file, options: options)
    let description = reader.description
    let range: FrameRange
    if let noise {
      range = noise.frames(sampleRate: description.sampleRate)
    } else {
      let recording = try Recording(reading: file, options: options, cache: nil)
      guard
        let found = QuietStretch.find(
          in: recording.peaks, length: recording.report.frames, sampleRate: description.sampleRate)
      else {
        throw AudioFileError(
          .noNoise, path: file, detail: "there is no half second of steady noise in it; give --noise")
      }
      range = found
      let text = { (frame: Int) in Timecode(frames: frame, sampleRate: description.sampleRate).text }
      StandardStreams.print("Noise: \(text(range.lowerBound)) to \(text(range.upperBound))")
    }
    let slice = try Self.samples(range, of: reader)
    do throws(NoiseProfileError) {
      return try NoiseProfile(slice, sampleRate: description.sampleRate)
    } catch {
      throw AudioFileError(.noNoise, path: file, detail: error.detail)
    }
  }

  private static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func load(_ path: FilePath) throws(AudioFileError) -> NoiseProfile {
    guard let profile = NoiseProfile(bytes: try FileContents.read(path, limit: NoiseProfile.longestFile))
    else {
      throw AudioFileError(.damaged, path: path, detail: "it is no noise profile, or not all of one")
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
      throw AudioFileError(.noNoise, path: path, detail: "it ends before the stretch that --noise names")
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
  func denoise(
    _ wanted: DenoiseTarget, _ options: OpenOptions, _ profile: NoiseProfile
  ) throws(AudioFileError) {
    let (file, output, target) = (wanted.file, wanted.output, wanted.place)
    let reader = try AudioFileReader(path: file, options: options)
    let description = reader.description
    let container = Movie.Container(output)
    let format = format ?? ExportFormat(output, description.precision)
    guard container != nil || format != nil else {
      throw AudioFileError(
        .writeFailed, path: output,
        detail:
          "its name must end in .wav, .flac, .ogg, .opus or .mp3, that of a video in .mp4, .mov, .mkv or .webm"
      )
    }
    let movie = container == nil ? nil : try Movie(file, options: options)
    if container != nil, movie == nil {
      throw AudioFileError(
        .writeFailed, path: output, detail: "there are no pictures to put in it; choose .flac or .wav")
    }
    let metadata = RecordingMetadata(of: reader)
    let source = ExportSource(name: "Original", ReaderBox(reader)).reduced(
      profile,
      NoiseReductionSettings(reduction: reduction, sensitivity: sensitivity, smoothing: smoothing),
      to: residue ? .residue : .clean, named: "Clean", path: file)
    let export = AudioExport(
      source, range: nil, path: output,
      writer: { () throws(AudioFileError) in
        let (channels, rate) = (description.channels, description.sampleRate)
        if let container, let movie {
          return try MovieWriter(target, of: movie, as: container, channels: channels, sampleRate: rate)
        }
        return try AudioFileWriter(
          target, format: format ?? .wav24, channels: channels, sampleRate: rate, metadata: metadata)
      }, event: { _ in })
    for loss in try export.run() ?? [] { StandardStreams.printWarning(loss, about: file) }
  }
}
