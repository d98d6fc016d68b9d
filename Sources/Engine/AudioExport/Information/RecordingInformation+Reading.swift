// RecordingInformation+Reading.swift
// Reads what a file says about itself, with the parsers that exports use. Reads heads, tags and lists, never samples; a
// recording that ffmpeg decodes takes one or two short runs of it. May block: not for the main thread.

import AudioDecoding
import AudioFormats
import HostIO
import Localization
import SystemPackage

extension RecordingInformation {
  /// Reads a file that was opened before.
  ///
  /// - Parameter description: what was found when it was opened.
  /// - Parameter asksFFmpeg: false where nobody could end a run of ffmpeg that hangs: then texts that only ffmpeg reads,
  ///   and chapters of MP4, are not there.
  /// - Returns: nil when it cannot be opened any more, or is another file by now.
  public init?(path: FilePath, description: AudioDescription, asksFFmpeg: Bool = true) {
    guard let file = try? FileBytes(path: path),
      description.fileState.map({ file.state.mayContinue($0) }) ?? true
    else { return nil }
    self.init(of: file, description: description, asksFFmpeg: asksFFmpeg)
  }

  package init(of file: FileBytes, description: AudioDescription, asksFFmpeg: Bool = true) {
    self.init()
    // Of samples without a header, anything could be taken for a tag; a formula has none.
    guard description.container != .raw, description.container != .function else { return }
    take(RecordingMetadata(of: file, description: description, asksFFmpeg: asksFFmpeg))
    checksum = StoredChecksum(of: file)
  }

  /// The most pictures that are listed; broken files repeat them.
  private static let pictureLimit = 64

  mutating func take(_ metadata: RecordingMetadata) {
    tags = metadata.tags.compactMap { Tag($0) } + metadata.beginnings.compactMap { Tag($0, isCut: true) }
    let bext = metadata.chunks.first { $0.name == "bext" }
    broadcast = bext.flatMap { BroadcastDescription($0.bytes) }
    hasProductionData = metadata.chunks.contains { $0.name == "iXML" }
    places = metadata.cues.map {
      Place(
        frame: $0.frame, length: $0.length, name: ShownText.line($0.name), note: ShownText.text($0.note).text)
    }
    pictures = metadata.pictures.prefix(Self.pictureLimit).map { Picture($0) }
    findings = metadata.losses.map(\.information)
    if metadata.isDamaged || bext != nil && broadcast == nil {
      findings.append(
        Sentence("Some of what the file says about itself is damaged and could not be read."))
    }
  }
}

extension RecordingInformation.Tag {
  /// - Returns: nil when nothing is left that can be shown.
  fileprivate init?(_ tag: RecordingMetadata.Tag, isCut: Bool = false) {
    let name = ShownText.line(tag.key).uppercased(), shown = ShownText.text(tag.value)
    guard !name.isEmpty, !shown.text.isEmpty else { return nil }
    self.init(name: name, value: shown.text, isCut: shown.isCut || isCut)
  }
}

extension RecordingInformation.Picture {
  fileprivate init(_ picture: RecordingMetadata.Picture) {
    let told = [0, 4].map { picture.size.number(at: $0, size: 4, bigEndian: true) ?? 0 }
    let size = PictureSize.of(picture.bytes) ?? (told.allSatisfy { $0 > 0 } ? (told[0], told[1]) : nil)
    self.init(
      kind: picture.kind, type: ShownText.line(picture.type),
      description: ShownText.line(picture.description), width: size?.width, height: size?.height,
      byteCount: picture.bytes.count)
  }
}

extension MetadataLoss {
  /// What is not shown, as a sentence.
  fileprivate var information: Sentence {
    switch self {
    case .texts: Sentence("Of texts beyond 1 MB, or of more than 10,000, only the beginnings are shown.")
    case .manyCues: Sentence("Only the first 10,000 cue points are shown.")
    case .pictures(let count):
      Sentence("\(count) picture is not shown.", plural: "\(count) pictures are not shown.", count: count)
    case .needsFFmpeg: Sentence("Its tags need ffmpeg, which is not installed.")
    case .fields(let count, let format):
      // Translators: %2$s is a format, or as “an old ID3 tag”, “more than 16 MB”, “the big-endian WAV file”.
      Sentence(
        "\(count) field of \(format) is not shown.", plural: "\(count) fields of \(format) are not shown.",
        count: count)
    // Only parts of a recording lose these.
    case .cuesOutside, .cueSheet, .chunkOfWhole, .levels: sentence
    }
  }
}
