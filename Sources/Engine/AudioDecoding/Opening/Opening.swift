// Opening.swift
// Finds out how a file has to be decoded and what its header is worth. Runs wherever a reader is opened, in the
// background.

import AudioFormats
import Decoding
import Functions
import HostIO
import Localization
import SystemPackage

/// What was found out about a file before its first sample is decoded.
struct Opening {
  let decoder: any Decoder
  let source: DecoderSource
  let description: AudioDescription

  private init(decoder: any Decoder, source: DecoderSource, description: AudioDescription) {
    (self.decoder, self.source, self.description) = (decoder, source, description)
  }

  /// Opens a file, or says why it cannot be.
  ///
  /// - Parameter starting: gets each process that is asked about the file, to be ended by whoever will not wait for it.
  static func of(
    _ file: FileBytes, path: FilePath, options: OpenOptions, isGrowing: Bool = false,
    starting: (any Interruptible) -> Void = { _ in }
  ) throws(AudioFileError) -> Opening {
    if let signal = options.function { return computed(signal, file: file, path: path) }
    if let raw = options.raw {
      return try plain(.plain(raw, container: .raw, file: file, path: path), file: file, path: path)
    }
    let found = SampleChunk(in: file)
    let chunk = isGrowing ? found?.opened(in: file) : found
    if let format = chunk?.format {
      try HeaderFault.check(channels: format.channels, sampleRate: format.sampleRate, path: path)
    }
    if let chunk, chunk.declaredBytes == nil, let raw = chunk.raw,
      file.count - chunk.offset >= raw.bytesPerFrame
    {
      return try plain(
        .plain(
          raw, container: chunk.container, file: file, path: path, channels: chunk.format?.layout),
        file: file,
        path: path)
    }
    if let usual = CodecFinding.usual(chunk, file: file) {
      if let track = options.audioTrack, track != 0 { throw AudioFileError(.noSuchTrack, path: path) }
      return try plain(usual, file: file, path: path)
    }
    do throws(AudioFileError) {
      let opening: Opening
      if OggContents.vorbisBeginsTooEarly(in: file),
        let found = try? ffmpeg(
          file, path: path, options: options, insteadOf: AudioFileError(.unsupportedFormat, path: path))
      {
        opening = found
      } else {
        opening = try codec(file, path: path, isGrowing: isGrowing, starting: starting)
      }
      if let track = options.audioTrack, track != 0 { throw AudioFileError(.noSuchTrack, path: path) }
      return opening
    } catch {
      if error.cause is SearchEnded || !file.goesOn() { throw error }
      if let opening = try ffmpeg(file, path: path, options: options, insteadOf: error) { return opening }
      throw error
    }
  }

  /// There is nothing to find out about a formula.
  private static func computed(_ signal: FunctionSignal, file: FileBytes, path: FilePath) -> Opening {
    Opening(
      decoder: FunctionDecoder(signal), source: DecoderSource(file, path, .function(signal)),
      description: signal.audioDescription)
  }

  /// Samples that need no library.
  private static func plain(
    _ finding: CodecFinding, file: FileBytes, path: FilePath
  ) throws(AudioFileError) -> Opening {
    guard case .plain(let layout) = finding.way else { preconditionFailure() }
    return try Opening(DecoderSource(file, path, .raw(layout)), finding.description)
  }

  private init(_ source: DecoderSource, _ description: AudioDescription) throws(AudioFileError) {
    self.source = source
    self.description = description
    decoder = try source.open()
  }

  /// What the codec libraries find out, in a process of their own.
  private static func codec(
    _ file: FileBytes, path: FilePath, isGrowing: Bool, starting: (any Interruptible) -> Void
  ) throws(AudioFileError) -> Opening {
    let host = CodecHost(file)
    let remote = try host.decoder(path: path)
    if let child = remote.child { starting(child) }
    let finding = try remote.find(suffix: path.extension?.lowercased() ?? "", isGrowing: isGrowing)
    switch finding.way {
    case .plain: return try plain(finding, file: file, path: path)
    case .codec(let access):
      return Opening(
        decoder: remote,
        source: DecoderSource(file, path, .codec(access, host, channels: finding.description.channels)),
        description: finding.description)
    }
  }

  /// What libsndfile refuses: by ffmpeg, unless the file itself cannot be read or its format is unknown.
  private static func ffmpeg(
    _ file: FileBytes, path: FilePath, options: OpenOptions, insteadOf error: AudioFileError
  ) throws(AudioFileError) -> Opening? {
    guard [.unknownFormat, .unsupportedFormat, .damaged].contains(error.code) else { return nil }
    let guess = FormatGuess(file)
    if case .unsupported = guess { return nil }
    // To ask costs a tenth of a second: not for text, nor for what is too short for any header and a packet.
    let head = file.bytes(at: 0, length: 256)
    let isText = head.allSatisfy { (9...13).contains($0) || (32...126).contains($0) }
    guard guess.isForeign || file.count >= 128 && !isText else { return nil }
    do throws(AudioFileError) {
      guard let found = try FFmpegOpening(file, path: path, options: options, guess: guess) else {
        return nil
      }
      return try Opening(DecoderSource(file, path, .ffmpeg(found.stream)), found.description)
    } catch {
      if error.code == .needsFFmpeg && !guess.isForeign { return nil }
      throw error
    }
  }
}
