// RecordingMetadata+Reading.swift
// Chooses the parser for the metadata of a file. Runs on the thread that writes the new file. Metadata that cannot be
// read never prevent the export: the remark reports them.

import AudioDecoding
import AudioFormats
import HostIO
import SystemPackage

extension RecordingMetadata {
  /// The metadata of an open file.
  public init(of reader: borrowing AudioFileReader) {
    self.init()
    guard reader.description.container != .raw, reader.description.container != .function else { return }
    add(
      of: reader.file, container: reader.description.container, sampleRate: reader.description.sampleRate,
      track: reader.ffmpegTrack)
  }

  /// The metadata of a file, which is opened again for this.
  public init(path: FilePath, options: OpenOptions) {
    do throws(AudioFileError) {
      self.init(of: try AudioFileReader(path: path, options: options))
    } catch {
      self.init()
      isDamaged = true
    }
  }

  /// The metadata of a file that is shown. ffmpeg is asked about what it decodes, and about Apple's Core Audio Format.
  init(of file: FileBytes, description: AudioDescription, asksFFmpeg: Bool) {
    self.init()
    let isForFFmpeg =
      asksFFmpeg && !description.audioTracks.isEmpty || asksFFmpeg && description.container == .caf
    add(
      of: file, container: description.container, sampleRate: description.sampleRate,
      track: description.audioTracks.isEmpty ? nil : description.audioTrack, asksFFmpeg: isForFFmpeg)
  }

  private mutating func add(
    of file: FileBytes, container: Container, sampleRate: Int, track: Int?, asksFFmpeg: Bool = true
  ) {
    let head = file.bytes(at: 0, length: 12)
    if head.has("WAVE", at: 8),
      ["RIFF", "RIFX", "RF64", "BW64"].contains(where: { head.starts(with: $0.utf8) })
    {
      WaveMetadata.read(file, sampleRate: sampleRate, into: &self)
    } else if head.has("FORM"), head.has("AIF", at: 8) {
      AIFFMetadata.read(file, sampleRate: sampleRate, into: &self)
    } else if head.has("OggS") {
      OggMetadata.read(file, sampleRate: sampleRate, into: &self)
    } else if FLACStream(file) != nil {
      FLACMetadata.read(file, sampleRate: sampleRate, into: &self)
    } else if container == .mpeg {
      ID3Metadata.read(file, sampleRate: sampleRate, into: &self)
    } else if asksFFmpeg {
      addByFFmpeg(file, track: track, sampleRate: sampleRate)
    } else if MP4Metadata.read(file, into: &self) == nil {
      APEMetadata.read(file, into: &self)
    }
    if file.readError() != nil { isDamaged = true }
  }

  private mutating func addByFFmpeg(_ file: FileBytes, track: Int?, sampleRate: Int) {
    let movie = MP4Metadata.read(file, into: &self)
    let isRead = movie != nil || APEMetadata.read(file, into: &self)
    // Nothing is left to be asked: starting ffmpeg takes longer than all else.
    if isRead, movie?.hasChapters != true { return }
    do throws(ChildProcess.Failure) {
      guard let bytes = try FFmpeg.metadata(of: file, track: track) else { return isDamaged = true }
      let metadata = FFmpegMetadata(bytes)
      let origin = metadata.chapters.isEmpty ? 0 : try FFmpeg.probe(file).answer?.origin ?? 0
      metadata.add(to: &self, sampleRate: sampleRate, origin: origin, withTags: !isRead)
      let covers = isRead ? 0 : try FFmpeg.pictures(in: file, areCovers: true)
      if covers > 0 { lose(.pictures(covers)) }
    } catch {
      if !isRead { lose(.needsFFmpeg) }
    }
  }
}

extension AudioFileReader {
  /// The audio track that ffmpeg decodes; nil for other decoders.
  fileprivate var ffmpegTrack: Int? {
    if case .ffmpeg(let stream) = source.access { stream.track } else { nil }
  }
}
