// MP4Metadata.swift
// Reads the items that iTunes writes into MP4 files: moov/udta/meta/ilst ("QuickTime File Format", Metadata Item List
// Atom). It walks over boxes like `MP4Length`: numbers in them are checked, and never decide how much memory is
// allocated.

import AudioFormats
import HostIO
import Localization

enum MP4Metadata {
  /// - Returns: nil when there is no such list.
  static func read(_ file: some ByteSource, into metadata: inout RecordingMetadata) -> Found? {
    guard let movie = MP4Length.movie(in: file), let user = MP4Length.child("udta", of: movie[...]),
      let meta = MP4Length.child("meta", of: user),
      let list = MP4Length.child("ilst", of: meta.dropFirst(4)) ?? MP4Length.child("ilst", of: meta)
    else { return nil }
    for (kind, body) in MP4Length.Boxes(list) { item(kind, body, &metadata) }
    return Found(hasChapters: hasChapters(movie[...], user))
  }

  struct Found {
    /// True when the file has chapters, which are not read here.
    let hasChapters: Bool
  }

  /// Chapters are a list of their own, or a track of texts that another one refers to.
  private static func hasChapters(_ movie: ArraySlice<UInt8>, _ user: ArraySlice<UInt8>) -> Bool {
    if MP4Length.child("chpl", of: user) != nil { return true }
    return MP4Length.Boxes(movie).contains { kind, body in
      kind == "trak" && MP4Length.child("tref", of: body).flatMap { MP4Length.child("chap", of: $0) } != nil
    }
  }

  private static func item(_ kind: String, _ body: ArraySlice<UInt8>, _ metadata: inout RecordingMetadata) {
    var name = kind
    if kind == "----" {
      name = MP4Length.child("name", of: body).map { TextBytes.text($0.dropFirst(4)) } ?? ""
    }
    for (part, content) in MP4Length.Boxes(body) where part == "data" {
      // A type and a language precede the value.
      guard let type = Array(content.prefix(8)).number(at: 0, size: 4, bigEndian: true), content.count >= 8
      else {
        metadata.isDamaged = true
        continue
      }
      take(name, type & 0xFF_FFFF, Array(content.dropFirst(8)), &metadata)
    }
  }

  private static func take(_ name: String, _ type: Int, _ value: [UInt8], _ metadata: inout RecordingMetadata)
  {
    switch name {
    case "covr":
      metadata.add(
        .init(type: type == 14 ? "image/png" : type == 27 ? "image/bmp" : "image/jpeg", bytes: value))
    case "trkn", "disk":
      let number = value.number(at: 2, size: 2, bigEndian: true) ?? 0
      let count = value.number(at: 4, size: 2, bigEndian: true) ?? 0
      guard number > 0 else { return }
      metadata.add(
        name == "trkn" ? "TRACKNUMBER" : "DISCNUMBER", count > 0 ? "\(number)/\(count)" : "\(number)")
    case "gnre":
      let number = value.number(at: 0, size: 2, bigEndian: true) ?? 0
      metadata.add("GENRE", ID3Names.genre(number - 1) ?? "\(number)")
    case "tmpo", "cpil", "rtng", "stik", "hdvd", "pgap", "pcst", "tves", "tvsn", "cnID", "sfID", "plID",
      "atID":
      // Other numbers are flags of the shop and its players. Tempo and compilation describe the music.
      guard name == "tmpo" || name == "cpil" else { return }
      let number = value.count <= 7 ? value.reduce(0) { $0 << 8 | Int($1) } : 0
      if number > 0 { metadata.add(name == "tmpo" ? "BPM" : "COMPILATION", "\(number)") }
    default:
      if type == 1 || type == 2 {
        let text = type == 2 ? TextBytes.wide(value[...], bigEndian: true) : TextBytes.text(value)
        metadata.add(keys[name] ?? name, text)
      } else {
        metadata.lose(.fields(1, of: Sentence(verbatim: "MP4")))
      }
    }
  }

  /// Names by their bytes: the sign © is one byte here, which is not valid UTF-8.
  private static let keys = [
    "\u{FFFD}nam": "TITLE", "\u{FFFD}ART": "ARTIST", "aART": "ALBUMARTIST", "\u{FFFD}alb": "ALBUM",
    "\u{FFFD}gen": "GENRE", "\u{FFFD}day": "DATE", "\u{FFFD}wrt": "COMPOSER", "\u{FFFD}cmt": "COMMENT",
    "\u{FFFD}lyr": "LYRICS", "\u{FFFD}grp": "GROUPING", "\u{FFFD}too": "ENCODER", "cprt": "COPYRIGHT",
    "\u{FFFD}cpy": "COPYRIGHT", "desc": "DESCRIPTION", "ldes": "LONGDESCRIPTION", "soar": "ARTISTSORT",
    "sonm": "TITLESORT", "soal": "ALBUMSORT", "soaa": "ALBUMARTISTSORT", "soco": "COMPOSERSORT",
    "\u{FFFD}enc": "ENCODED-BY", "\u{FFFD}con": "CONDUCTOR", "\u{FFFD}wrk": "WORK",
    "\u{FFFD}mvn": "MOVEMENTNAME",
    "\u{FFFD}pub": "ORGANIZATION", "\u{FFFD}prf": "PERFORMER", "\u{FFFD}prd": "PRODUCER", "tvsh": "SHOW",
    "purd": "PURCHASEDATE", "apID": "PURCHASER", "catg": "CATEGORY", "keyw": "KEYWORDS",
  ]
}
