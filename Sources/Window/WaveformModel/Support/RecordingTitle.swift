// RecordingTitle.swift
// What a recording is called: in the title of its window, and in the media controls of the desktop. A pure value.

import AudioExport

/// The name of a recording, and who made it.
public struct RecordingTitle: Equatable, Sendable {
  /// Who made it, in one line; nil when the file does not say.
  public let artist: String?
  public let artists: [String]
  public let album: String?
  /// From the tags; nil when they have none.
  public let tagged: String?

  /// - Parameter information: nil while nothing is known.
  public init(_ information: RecordingInformation?) {
    tagged = information?.title
    artists = information?.artists ?? []
    album = information?.album
    // The name of the file follows, and must find room.
    let line = artists.joined(separator: ", ")
    let limit = 48
    artist = line.isEmpty ? nil : line.count <= limit ? line : line.prefix(limit - 1) + "…"
  }

  /// The title of a window, and the line below it: the tag's title stands over artist and file, the name of the file
  /// over the artist.
  ///
  /// - Parameters:
  ///   - name: of the file.
  ///   - summary: of its format, or of what else is shown.
  public func lines(file name: String, summary: String) -> (title: String, subtitle: String) {
    let parts = tagged == nil ? [artist, summary] : [artist, name, summary]
    return (tagged ?? name, parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · "))
  }
}

extension PlotViewModel {
  /// What it is called by its tags.
  public var taggedTitle: RecordingTitle { RecordingTitle((original ?? self).information) }
}
