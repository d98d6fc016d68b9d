// CodecOpening+Ogg.swift
// Opens Vorbis and Opus with their own libraries: jumps are exact, or known to be inexact, and chains are complete.

import AudioFormats
import Decoding
import HostIO
import SystemPackage

extension CodecOpening {
  /// Opens a file with one Vorbis or one Opus stream, or a chain of them, with or without video beside it.
  ///
  /// - Returns: nil for every other file, and where the libraries refuse it.
  /// - Throws: `damaged` where a library searched for too long: others would, too.
  static func ogg(_ file: FileBytes, path: FilePath) throws(AudioFileError) -> CodecOpening? {
    let window = FileWindow(file)
    let opening = ogg(file, window)
    if opening == nil, let ended = window.searchEnded { throw ended.error(path) }
    return opening
  }

  private static func ogg(_ file: FileBytes, _ window: FileWindow) -> CodecOpening? {
    switch OggContents(of: file).sound {
    case .vorbis:
      guard let decoder = VorbisDecoder(window) else { return nil }
      return CodecOpening(
        decoder, .vorbis,
        describe(
          decoder.links, .vorbis, file: file, lastStream: decoder.lastStream, seeking: .exact,
          layout: SpeakerLayouts.vorbis(decoder.links.channels)))
    case .opus:
      guard let decoder = OpusDecoder(window) else { return nil }
      return CodecOpening(
        decoder, .opus,
        describe(
          decoder.links, .opus, file: file, lastStream: decoder.lastStream, seeking: .unproven,
          layout: decoder.layout))
    default: return nil
    }
  }

  private static func describe(
    _ links: OggLinks, _ codec: Encoding.Codec, file: FileBytes, lastStream: Int, seeking: Seeking,
    layout: ChannelLayout
  ) -> AudioDescription {
    let end = OggEnd(of: file, lastStream: lastStream)
    return AudioDescription(
      container: .ogg, encoding: Encoding(codec), layout: layout, sampleRate: links.sampleRate,
      // The last page may have any number.
      framesPromised: min(links.frames, DecoderAnswer.most), isFloat: true, isLossy: true, seeking: seeking,
      byteCount: file.count, isCutOff: end.isMissing && links.next == nil,
      // A last page of an unknown stream belongs to a recording of another kind, which the library ignores.
      isFirstOfSeveral: end.isOfLaterStream && end.stream != lastStream,
      // Some encoders promise a few frames more than the last packet holds. The walk over the pages finds damage.
      promiseTolerance: codec == .opus ? 960 : 0,
      following: links.next.map { FollowingRecording(channels: $0.channels, sampleRate: $0.sampleRate) })
  }
}
