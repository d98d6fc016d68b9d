// MetadataPlan.swift
// Decides which metadata of a recording a new file can hold, where they go, and which remark is needed. A value, made
// before the first sample is written.

import AudioFormats
import Localization

/// The way of metadata into a file of one format.
struct MetadataPlan {
  let insertion: EncoderOutput.Insertion
  /// One line about what is lost; nil when nothing is.
  let loss: Sentence?

  init(
    _ metadata: RecordingMetadata, _ format: ExportFormat, _ placement: ChannelPlacement, sampleRate: Int
  ) {
    var remark = MetadataRemark(metadata)
    switch format {
    case _ where metadata.isEmpty && ![.flac16, .flac24].contains(format): insertion = .nothing
    case .wav16, .wav24, .wav32, .wavFloat:
      var metadata = metadata
      remark.cannotHold(metadata.blocks)
      let all = metadata.cues.count
      metadata.cues.removeAll { $0.frame > Int(UInt32.max) }
      let far = all - metadata.cues.count
      remark.cannotHold(
        far,
        Sentence(
          "\(far) cue point beyond frame 4,294,967,295",
          plural: "\(far) cue points beyond frame 4,294,967,295",
          count: far))
      let bytes = WaveMetadata.bytes(
        metadata, encoding: format.encoding, channels: placement.channels, sampleRate: sampleRate)
      insertion = .chunks(bytes)
    case .flac16, .flac24:
      remark.cannotHoldWave(metadata)
      remark.keepsChapters(metadata)
      insertion = .blocks(sampleRate: sampleRate) {
        FLACMetadata.blocks(metadata, vendor: $0, mask: placement.mask, sampleRate: sampleRate)
      }
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
    placement.remark.map { remark.say($0) }
    loss = remark.sentence(format.name)
  }
}

extension MetadataRemark {
  fileprivate mutating func cannotHoldWave(_ metadata: RecordingMetadata) {
    cannotHold(metadata.chunks)
    let count = metadata.otherFrames
    cannotHold(
      count,
      Sentence("\(count) field of its ID3 tag", plural: "\(count) fields of its ID3 tag", count: count))
  }

  /// Adds chunks of WAV, except the list of texts, which are carried as texts.
  fileprivate mutating func cannotHold(_ chunks: [RecordingMetadata.Block]) {
    for chunk in chunks where chunk.name.utf8.count == 4 && chunk.name != "LIST" {
      cannotHold(Self.chunk(chunk.name), isPlural: chunk.name == "smpl")
    }
    let sheets = chunks.count { $0.name == FLACMetadata.cueSheet }
    if sheets > 0 { cannotHold(Sentence("the disc’s cue sheet")) }
    let count = chunks.count { $0.name.utf8.count == 1 } - sheets
    cannotHold(
      count,
      Sentence("\(count) block of an application", plural: "\(count) blocks of applications", count: count))
  }

  /// Cue points become chapters, which have only milliseconds and a name.
  fileprivate mutating func keepsChapters(_ metadata: RecordingMetadata) {
    let notes = metadata.cues.count { !$0.note.isEmpty }
    cannotHold(
      notes, Sentence("\(notes) note of a cue point", plural: "\(notes) notes of cue points", count: notes))
    let regions = metadata.cues.count { !$0.region.isEmpty }
    cannotHold(
      regions,
      Sentence("\(regions) length of a region", plural: "\(regions) lengths of regions", count: regions))
    let count = metadata.cues.count
    guard count > 0 else { return }
    say(
      Sentence(
        "\(count) cue point was kept as a chapter, to the millisecond.",
        plural: "\(count) cue points were kept as chapters, to the millisecond.", count: count))
  }
}

extension ExportFormat {
  /// How a WAV file's samples are coded.
  fileprivate var encoding: SampleEncoding {
    switch self {
    case .wav16: .s16le
    case .wav32: .s32le
    case .wavFloat: .f32le
    default: .s24le
    }
  }
}
