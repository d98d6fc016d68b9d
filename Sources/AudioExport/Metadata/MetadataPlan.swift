// MetadataPlan.swift
// Decides which metadata of a recording a new file can hold, where they go, and which remark is needed. A value, made
// before the first sample is written.

import AudioFormats

/// The way of metadata into a file of one format.
struct MetadataPlan {
  let insertion: EncoderOutput.Insertion
  /// One line about what is lost; nil when nothing is.
  let remark: String?

  init(_ metadata: RecordingMetadata, _ format: ExportFormat, channels: Int, sampleRate: Int) {
    var remark = MetadataRemark(metadata)
    switch format {
    case _ where metadata.isEmpty: insertion = .nothing
    case .wav16, .wav24, .wavFloat:
      var metadata = metadata
      remark.cannotHold(metadata.blocks)
      let all = metadata.cues.count
      metadata.cues.removeAll { $0.frame > Int(UInt32.max) }
      remark.cannotHold(
        all - metadata.cues.count, "cue point beyond frame 4,294,967,295",
        "cue points beyond frame 4,294,967,295")
      let bytes = WaveMetadata.bytes(
        metadata, encoding: format.encoding, channels: channels, sampleRate: sampleRate)
      insertion = .chunks(bytes)
    case .flac16, .flac24:
      remark.cannotHoldWave(metadata)
      remark.keepsChapters(metadata)
      insertion = .blocks { FLACMetadata.blocks(metadata, vendor: $0, sampleRate: sampleRate) }
    case .vorbis, .opus:
      remark.cannotHoldWave(metadata)
      remark.keepsChapters(metadata)
      remark.cannotHold(metadata.blocks)
      insertion = .pages(
        OggCommentFilter(
          VorbisComments.entries(metadata, sampleRate: sampleRate, withPictures: true),
          isOpus: format == .opus))
    case .mp3:
      remark.cannotHold(metadata.chunks)
      remark.keepsChapters(metadata)
      remark.cannotHold(metadata.blocks)
      insertion = .head(ID3Metadata.tag(metadata, sampleRate: sampleRate, withChapters: true))
    }
    self.remark = remark.text(format.name)
  }
}

extension MetadataRemark {
  fileprivate mutating func cannotHoldWave(_ metadata: RecordingMetadata) {
    cannotHold(metadata.chunks)
    cannotHold(metadata.otherFrames, "field of its ID3 tag", "fields of its ID3 tag")
  }

  /// Adds chunks of WAV, except the list of texts, which are carried as texts.
  fileprivate mutating func cannotHold(_ chunks: [RecordingMetadata.Block]) {
    for chunk in chunks where chunk.name.utf8.count == 4 && chunk.name != "LIST" {
      cannotHold(Self.chunk(chunk.name), isPlural: chunk.name == "smpl")
    }
    let sheets = chunks.count { $0.name == FLACMetadata.cueSheet }
    if sheets > 0 { cannotHold("the disc’s cue sheet") }
    cannotHold(
      chunks.count { $0.name.utf8.count == 1 } - sheets, "block of an application", "blocks of applications")
  }

  /// Cue points become chapters, which have only milliseconds and a name.
  fileprivate mutating func keepsChapters(_ metadata: RecordingMetadata) {
    cannotHold(metadata.cues.count { !$0.note.isEmpty }, "note of a cue point", "notes of cue points")
    cannotHold(metadata.cues.count { !$0.region.isEmpty }, "length of a region", "lengths of regions")
    let count = metadata.cues.count
    guard count > 0 else { return }
    say("\(Self.cues(count)) kept as \(count == 1 ? "a chapter" : "chapters"), to the millisecond.")
  }
}

extension ExportFormat {
  /// Its name for people.
  fileprivate var name: String {
    switch self {
    case .wav16, .wav24, .wavFloat: "WAV"
    case .flac16, .flac24: "FLAC"
    case .opus: "Opus"
    case .vorbis: "Ogg Vorbis"
    case .mp3: "MP3"
    }
  }

  /// How a WAV file's samples are coded.
  fileprivate var encoding: SampleEncoding {
    switch self {
    case .wav16: .s16le
    case .wavFloat: .f32le
    default: .s24le
    }
  }
}
