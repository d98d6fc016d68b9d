// MetadataLoss.swift
// What of a recording's metadata does not reach the new file. A pure value.

/// Something that was left out, or kept less exactly.
package enum MetadataLoss: Hashable, Sendable {
  /// More text than is kept.
  case texts
  /// More cue points than are kept.
  case manyCues
  /// Pictures that are too large, or that cannot be carried.
  case pictures(Int)
  case cuesOutside(Int, of: Int)
  /// The table of contents of a disc, which is that of the whole.
  case cueSheet
  /// A WAV chunk that counts samples of the whole recording.
  case chunkOfWhole(String)
  /// Fields of the old format that cannot be read here.
  case fields(Int, of: String)
  /// Texts that nothing but ffmpeg reads.
  case needsFFmpeg

  /// Both in one; nil when they are different things.
  func adding(_ other: MetadataLoss) -> MetadataLoss? {
    switch (self, other) {
    case (.pictures(let one), .pictures(let another)): .pictures(one + another)
    case (.fields(let one, let format), .fields(let another, let same)) where format == same:
      .fields(one + another, of: format)
    default: self == other ? self : nil
    }
  }
}
