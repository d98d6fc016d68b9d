// HeaderFault.swift
// Why a file cannot be opened for decoding, by what is in it.

import AudioFormats
import HostIO
import Localization
import SystemPackage

package enum HeaderFault {
  /// Sample rates of the fastest recorders, and more.
  private static let rateLimits = 1...16_777_216

  /// Why no recording has such channels or such a rate: a header of that kind is damaged, and lanes for it would take
  /// all memory. Nil for what can be.
  package static func of(channels: Int, sampleRate: Int) -> (code: AudioFileError.Code, clause: Sentence)? {
    if channels <= 0 { return (.noAudio, Sentence("it has no channels")) }
    if sampleRate <= 0 { return (.noAudio, Sentence("it has no sample rate")) }
    let most = RawFormat.channelLimits.upperBound
    guard RawFormat.channelLimits ~= channels else {
      return (
        .damaged,
        Sentence(
          "its header tells of \(channels) channel, and more than \(most) are not shown",
          plural: "its header tells of \(channels) channels, and more than \(most) are not shown",
          count: channels)
      )
    }
    guard rateLimits ~= sampleRate else {
      return (.damaged, Sentence("its header tells of a sample rate of \(sampleRate) Hz, which none has"))
    }
    return nil
  }

  /// Throws `of(channels:sampleRate:)`.
  package static func check(channels: Int, sampleRate: Int, path: FilePath) throws(AudioFileError) {
    if let fault = of(channels: channels, sampleRate: sampleRate) {
      throw AudioFileError(fault.code, path: path, detail: fault.clause)
    }
  }

  /// Why libsndfile refused a file, by what is in it: its own messages are about itself.
  package static func failure(_ cause: any Error, path: FilePath, file: FileBytes) -> AudioFileError {
    if let error = file.readError() { return AudioFileError(reading: path, errno: error) }
    return switch FormatGuess(file) {
    case .unsupported(let name): AudioFileError(.unsupportedFormat, path: path, detail: name, cause: cause)
    case .foreign(let name, _):
      AudioFileError(
        // Translators: %1$s is a kind of file, as “a WavPack file”.
        .damaged, path: path, detail: Sentence("it looks like \(name), but cannot be decoded"), cause: cause)
    // libsndfile's own reason is that of whatever failed last in the process.
    case .readable(let container) where isUnknownEncoding(file):
      AudioFileError(
        .unsupportedFormat, path: path,
        detail: [.aiff, .au, .rf64].contains(container)
          // Translators: %1$s is a format whose name begins with a vowel, as “AIFF”. “that this version cannot read” follows.
          ? Sentence("an \(container.text) file with an encoding")
          // Translators: %1$s is the name of a format, as “WAV”. “that this version cannot read” follows.
          : Sentence("a \(container.text) file with an encoding"),
        cause: cause)
    case .readable(let container):
      AudioFileError(
        .damaged, path: path,
        // Translators: %1$s is the name of a format, as “WAV”.
        detail: Sentence(
          "the beginning of this \(container == .mpeg ? "MP3" : container.text) file cannot be decoded"),
        cause: cause)
    case .unknown: AudioFileError(.unknownFormat, path: path, cause: cause)
    }
  }

  /// True when a header describes samples whose encoding is none that is read here.
  private static func isUnknownEncoding(_ file: FileBytes) -> Bool {
    guard let format = SampleChunk(in: file)?.format else { return false }
    return format.channels > 0 && format.sampleRate > 0 && format.encoding == nil
  }
}
