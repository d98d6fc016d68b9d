// MP4Length.swift
// How long the audio tracks of an MP4 or QuickTime file are, to the frame. The length in an edit list is often rounded
// to milliseconds; the sum of all packets less the encoder's priming is not (ISO/IEC 14496-12, 8.4.2, 8.6.6). It walks
// over boxes only: numbers in them are checked, and never decide how much memory is allocated.

import HostIO

/// The lengths of the audio tracks in a movie header.
package struct MP4Length {
  /// One for each audio track, in their order, in ticks of the media's own clock; nil where the length cannot be
  /// derived from one edit.
  package private(set) var tracks: [Track?] = []

  package struct Track: Hashable {
    /// Ticks in a second, usually the sample rate.
    package let timescale: Int
    package let duration: Int
  }

  /// True when the last box reaches beyond the end of the file. The length in the header does not show this for a
  /// fragmented file, whose header is written before the fragments.
  package private(set) var isCutOff = false

  /// Bytes of a header that are read. Headers are small; of longer ones (many hours of video) the rest is ignored.
  private static let limit = 64 << 20

  package init(_ file: some ByteSource) {
    var movie: [UInt8]?
    isCutOff = Self.walk(file) { box, offset in
      if box.kind == "moov", movie == nil { movie = Self.contents(of: box, at: offset, in: file) ?? [] }
      return true
    }
    if let movie { read(movie[...]) }
  }

  /// The contents of `moov`; nil when there is none, or it is too long.
  package static func movie(in file: some ByteSource) -> [UInt8]? {
    var movie: [UInt8]?
    walk(file) { box, offset in
      guard box.kind == "moov" else { return true }
      movie = contents(of: box, at: offset, in: file)
      return false
    }
    return movie
  }

  private static func contents(
    of box: (kind: String, head: Int, size: Int), at offset: Int, in file: some ByteSource
  ) -> [UInt8]? {
    box.size <= limit ? file.bytes(at: offset + box.head, length: box.size - box.head) : nil
  }

  /// Walks over the boxes of a file until `body` returns false.
  ///
  /// - Returns: true when the last box is cut off: it is of a known kind and does not fit into the file. Other bytes
  ///   may follow the boxes.
  @discardableResult private static func walk(
    _ file: some ByteSource, _ body: (_ box: (kind: String, head: Int, size: Int), _ offset: Int) -> Bool
  ) -> Bool {
    var offset = 0
    var count = 0
    while offset < file.count {
      // Of more boxes nobody can say whether the last one is whole.
      count += 1
      guard count <= mostBoxes else { return false }
      let bytes = file.bytes(at: offset, length: 16)
      guard let box = box(bytes[...], room: file.count - offset) else {
        return kinds.contains { bytes.has($0, at: 4) }
      }
      guard body(box, offset) else { return false }
      offset += box.size
    }
    return false
  }

  /// A day in fragments of a second has 172,800.
  private static let mostBoxes = 1 << 18

  private static let kinds: [StaticString] = [
    "mdat", "moof", "moov", "mfra", "sidx", "free", "skip", "styp", "emsg",
  ]

  /// - Parameter movie: the contents of `moov`.
  package init(movie: [UInt8]) { read(movie[...]) }

  private mutating func read(_ movie: ArraySlice<UInt8>) {
    var movieScale = 0
    for (kind, body) in Boxes(movie) {
      if kind == "mvhd" { movieScale = Self.clock(body)?.timescale ?? 0 }
      guard kind == "trak", tracks.count < 256, let media = Self.child("mdia", of: body),
        Self.child("hdlr", of: media)?.dropFirst(8).starts(with: "soun".utf8) == true
      else { continue }
      tracks.append(Self.length(track: body, media: media, movieScale: movieScale))
    }
  }

  private static func length(track: ArraySlice<UInt8>, media: ArraySlice<UInt8>, movieScale: Int) -> Track? {
    guard let clock = child("mdhd", of: media).flatMap(Self.clock), clock.duration > 0, movieScale > 0 else {
      return nil
    }
    guard let list = child("edts", of: track).flatMap({ child("elst", of: $0) }) else { return clock }
    guard let edit = onlyEdit(list), edit.start <= clock.duration else { return nil }
    let rest = clock.duration - edit.start
    // The list may say the same length in coarser units; then it cuts nothing off.
    let (scaled, overflow) = edit.duration.multipliedReportingOverflow(by: clock.timescale)
    guard !overflow else { return nil }
    let cut = scaled / movieScale
    let tick = clock.timescale / movieScale + 1
    return Track(timescale: clock.timescale, duration: edit.duration == 0 || rest - cut <= tick ? rest : cut)
  }

  /// The edit that plays media, when there is only one: the duration in units of the movie, the start in those of the
  /// media.
  private static func onlyEdit(_ list: ArraySlice<UInt8>) -> (duration: Int, start: Int)? {
    let bytes = Array(list.prefix(8 + 8 * 20))
    let size = bytes.first == 1 ? 8 : 4
    guard let count = bytes.number(at: 4, size: 4, bigEndian: true), (1...8).contains(count) else {
      return nil
    }
    var found: (duration: Int, start: Int)?
    for index in 0..<count {
      let offset = 8 + index * (2 * size + 4)
      guard let duration = bytes.number(at: offset, size: size, bigEndian: true),
        let rate = bytes.number(at: offset + 2 * size, size: 4, bigEndian: true)
      else { return nil }
      // −1 is an empty edit: the track begins later, and that pause is not part of it.
      guard let start = bytes.number(at: offset + size, size: size, bigEndian: true),
        start != 0xFFFF_FFFF
      else { continue }
      guard found == nil, rate == 0x1_0000 else { return nil }
      found = (duration, start)
    }
    return found
  }

  /// Reads `mvhd` or `mdhd`, which begin in the same way.
  private static func clock(_ body: ArraySlice<UInt8>) -> Track? {
    let bytes = Array(body.prefix(32))
    let isLong = bytes.first == 1
    guard let timescale = bytes.number(at: isLong ? 20 : 12, size: 4, bigEndian: true), timescale > 0,
      let duration = bytes.number(at: isLong ? 24 : 16, size: isLong ? 8 : 4, bigEndian: true)
    else { return nil }
    return Track(timescale: timescale, duration: duration)
  }

  package static func child(_ kind: String, of body: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for (name, contents) in Boxes(body) where name == kind { return contents }
    return nil
  }

  /// The size of a box and of its head; nil when they do not fit into `room`.
  fileprivate static func box(
    _ bytes: ArraySlice<UInt8>, room: Int
  ) -> (kind: String, head: Int, size: Int)? {
    let bytes = Array(bytes.prefix(16))
    guard var size = bytes.number(at: 0, size: 4, bigEndian: true), bytes.count >= 8 else { return nil }
    var head = 8
    if size == 1 {
      guard let large = bytes.number(at: 8, size: 8, bigEndian: true) else { return nil }
      (size, head) = (large, 16)
    } else if size == 0 {
      size = room
    }
    guard size >= head, size <= room else { return nil }
    return (String(decoding: bytes[4..<8], as: UTF8.self), head, size)
  }

  /// The boxes in a box, up to the first that does not fit.
  package struct Boxes: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    package init(_ body: ArraySlice<UInt8>) { rest = body }

    package mutating func next() -> (String, ArraySlice<UInt8>)? {
      guard let box = MP4Length.box(rest, room: rest.count) else { return nil }
      defer { rest = rest.dropFirst(box.size) }
      return (box.kind, rest.dropFirst(box.head).prefix(box.size - box.head))
    }
  }
}
