// MetadataRemark.swift
// The metadata of a recording that do not reach the new file, and the line that reports them. Pure values.

/// Collects the remark about a written file: one line, or nothing.
struct MetadataRemark {
  /// Things that the format cannot hold, and whether each name is a plural.
  private var unable: [(name: String, isPlural: Bool)] = []
  private var sentences: [String] = []

  /// - Parameter metadata: the metadata to carry.
  init(_ metadata: RecordingMetadata) {
    sentences = metadata.losses.map(\.sentence)
    if metadata.isDamaged {
      sentences.append("Some of what the file says about itself is damaged and could not be read.")
    }
  }

  mutating func cannotHold(_ name: String, isPlural: Bool = false) { unable.append((name, isPlural)) }

  mutating func cannotHold(_ count: Int, _ one: String, _ several: String) {
    if count > 0 { cannotHold(count == 1 ? "1 \(one)" : "\(count) \(several)", isPlural: count > 1) }
  }

  mutating func say(_ sentence: String) { sentences.append(sentence) }

  /// - Parameter format: its name for people: "FLAC".
  func text(_ format: String) -> String? {
    var all = sentences
    if !unable.isEmpty {
      let list = Self.list(unable.map(\.name))
      let were = unable.count > 1 || unable[0].isPlural ? "they were" : "it was"
      all.insert("\(format) cannot hold \(list): \(were) left out.", at: 0)
    }
    return all.isEmpty ? nil : all.joined(separator: " ")
  }

  /// "A, B and C".
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// "3 cue points were", "1 cue point was".
  static func cues(_ count: Int) -> String { count == 1 ? "1 cue point was" : "\(count) cue points were" }

  /// The name of a WAV chunk for people.
  static func chunk(_ name: String, isFirst: Bool = false) -> String {
    let the = isFirst ? "The" : "the"
    return switch name {
    case "bext": "\(the) broadcast description"
    case "iXML": "\(the) production data (iXML)"
    case "cart": "\(the) cart description"
    case "axml", "chna": "\(the) audio definition (\(name))"
    case "smpl": "\(the) sampler’s loops"
    case "inst", "acid": "\(the) sampler’s data (\(name))"
    case "_PMX": "\(the) XMP description"
    default: "\(the) chunk “\(name)”"
    }
  }
}

extension MetadataLoss {
  /// The loss as a sentence.
  var sentence: String {
    switch self {
    case .texts: "Texts beyond 1 MB, or 10,000 of them, were left out."
    case .manyCues: "Only the first 10,000 cue points were kept."
    case .pictures(1): "The picture was left out."
    case .pictures(let count): "\(count) pictures were left out."
    case .cuesOutside(let count, let all):
      count == all
        ? "No cue point lies in the selection: \(MetadataRemark.cues(all)) left out."
        : "\(count) of \(all) cue points \(count == 1 ? "lies outside the selection and was" : "lie outside the selection and were") left out."
    case .cueSheet: "The disc’s cue sheet is that of the whole recording: it was left out."
    case .chunkOfWhole(let name):
      "\(MetadataRemark.chunk(name, isFirst: true)) \(name == "smpl" ? "are" : "is") for the whole recording: left out."
    case .needsFFmpeg: "Its tags need ffmpeg, which is not installed: they were left out."
    case .fields(let count, let format):
      count == 1 ? "1 field of \(format) was left out." : "\(count) fields of \(format) were left out."
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
  case fields(Int, of: String)
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
