// MetadataRemark.swift
// The metadata of a recording that do not reach the new file, and the line that reports them. Pure values.

import Localization

/// Collects the remark about a written file: one line, or nothing.
struct MetadataRemark {
  /// Things that the format cannot hold, and whether each name is a plural.
  private var unable: [(name: Sentence, isPlural: Bool)] = []
  private var sentences: [Sentence] = []

  /// - Parameter metadata: the metadata to carry.
  init(_ metadata: RecordingMetadata) {
    sentences = metadata.losses.map(\.sentence)
    if metadata.isDamaged {
      sentences.append(
        Sentence("Some of what the file says about itself is damaged and could not be read."))
    }
  }

  mutating func cannotHold(_ name: Sentence, isPlural: Bool = false) { unable.append((name, isPlural)) }

  /// - Parameters:
  ///   - count: 0: there are none.
  ///   - name: with the count.
  mutating func cannotHold(_ count: Int, _ name: Sentence) {
    if count > 0 { cannotHold(name, isPlural: count > 1) }
  }

  mutating func say(_ sentence: Sentence) { sentences.append(sentence) }

  /// - Parameter format: its name for people: "FLAC".
  func sentence(_ format: String) -> Sentence? {
    guard let list = Self.list(unable.map(\.name)) else { return sentences.inOneLine }
    let first =
      unable.count > 1 || unable[0].isPlural
      // Translators: %1$s is the name of a format; %2$s is a list, as “the tag TITLE and 2 pictures”.
      ? Sentence("\(format) cannot hold \(list): they were left out.")
      // Translators: %1$s is the name of a format; %2$s is what it cannot hold, as “1 chapter”.
      : Sentence("\(format) cannot hold \(list): it was left out.")
    return ([first] + sentences).inOneLine
  }

  /// "A, B and C"; nil for none.
  static func list(_ names: [Sentence]) -> Sentence? {
    guard let last = names.last, names.count > 1 else { return names.first }
    // Translators: A list of things, of which %2$s is not the last one.
    let head = names.dropFirst().dropLast().reduce(names[0]) { Sentence("\($0), \($1)") }
    // Translators: A list of things, of which %2$s is the last one.
    return Sentence("\(head) and \(last)")
  }

  /// The name of a WAV chunk for people.
  static func chunk(_ name: String) -> Sentence {
    switch name {
    case "bext": Sentence("the broadcast description")
    case "iXML": Sentence("the production data (iXML)")
    case "cart": Sentence("the cart description")
    case "axml", "chna": Sentence("the audio definition (\(name))")
    case "smpl": Sentence("the sampler’s loops")
    case "inst", "acid": Sentence("the sampler’s data (\(name))")
    case "_PMX": Sentence("the XMP description")
    default: Sentence("the chunk “\(name)”")
    }
  }
}

extension MetadataLoss {
  /// The loss as a sentence.
  var sentence: Sentence {
    switch self {
    case .texts: Sentence("Texts beyond 1 MB, or 10,000 of them, were left out.")
    case .manyCues: Sentence("Only the first 10,000 cue points were kept.")
    case .pictures(let count):
      Sentence("The picture was left out.", plural: "\(count) pictures were left out.", count: count)
    case .cuesOutside(let count, let all):
      count == all
        ? Sentence(
          "No cue point lies in the selection: \(all) cue point was left out.",
          plural: "No cue point lies in the selection: \(all) cue points were left out.", count: all)
        // Translators: %1$s is a number, %2$s the number of all of them.
        : Sentence(
          "\(count) of \(all) cue points lies outside the selection and was left out.",
          plural: "\(count) of \(all) cue points lie outside the selection and were left out.", count: count)
    case .cueSheet: Sentence("The disc’s cue sheet is that of the whole recording: it was left out.")
    case .chunkOfWhole(let name): Self.whole(name)
    case .levels(let count):
      Sentence(
        "\(count) figure of its level was that of the old samples, and was left out.",
        plural: "\(count) figures of its level were those of the old samples, and were left out.",
        count: count)
    case .needsFFmpeg: Sentence("Its tags need ffmpeg, which is not installed: they were left out.")
    case .fields(let count, let format):
      // Translators: %2$s is a format, or as “an old ID3 tag”, “more than 16 MB”, “the big-endian WAV file”.
      Sentence(
        "\(count) field of \(format) was left out.", plural: "\(count) fields of \(format) were left out.",
        count: count)
    }
  }

  /// - Parameter name: of a WAV chunk that counts samples.
  private static func whole(_ name: String) -> Sentence {
    switch name {
    case "cart": Sentence("The cart description is for the whole recording: left out.")
    case "smpl": Sentence("The sampler’s loops are for the whole recording: left out.")
    default: Sentence("The chunk “\(name)” is for the whole recording: left out.")
    }
  }
}

/// Metadata that were left out, or kept less exactly.
package enum MetadataLoss: Hashable, Sendable {
  /// More text than is kept.
  case texts
  /// More cue points than are kept.
  case manyCues
  /// Pictures that are too large, or that cannot be carried.
  case pictures(Int)
  case cuesOutside(Int, of: Int)
  /// The table of contents of a disc, which belongs to the whole recording.
  case cueSheet
  /// A WAV chunk that counts samples of the whole recording.
  case chunkOfWhole(String)
  /// Fields of the old format that cannot be read here.
  case fields(Int, of: Sentence)
  /// What was said of the level of other samples.
  case levels(Int)
  /// Texts that only ffmpeg can read.
  case needsFFmpeg

  /// The sum of two losses of one kind; nil for different kinds.
  func adding(_ other: MetadataLoss) -> MetadataLoss? {
    switch (self, other) {
    case (.pictures(let one), .pictures(let another)): .pictures(one + another)
    case (.fields(let one, let format), .fields(let another, let same)) where format == same:
      .fields(one + another, of: format)
    default: self == other ? self : nil
    }
  }
}
