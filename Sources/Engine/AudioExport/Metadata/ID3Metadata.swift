// ID3Metadata.swift
// Reads ID3 tags: those before the sound of an MP3, and in chunks of WAV and AIFF. Formats: ID3v2.2, 2.3, 2.4, chapters
// (ID3v2 Chapter Frame Addendum 1.0), and ID3v1. Every size is checked against the bytes that exist.

import AudioFormats
import HostIO
import Localization

enum ID3Metadata {
  /// Longer tags are not read.
  private static let limit = 64 << 20

  /// Reads the tags before and behind the sound of an MP3 file.
  static func read(_ file: some ByteSource, sampleRate: Int, into metadata: inout RecordingMetadata) {
    let length = ID3Tag.length(in: file)
    if length > limit { metadata.isDamaged = true }
    read(file.bytes(at: 0, length: min(length, limit, file.count)), sampleRate: sampleRate, into: &metadata)
    APEMetadata.read(file, into: &metadata)
    let last = file.bytes(at: file.count - 128, length: 128)
    if length == 0, metadata.tags.isEmpty, last.has("TAG") { readOld(last, into: &metadata) }
  }

  /// Reads tags that follow each other.
  static func read(_ bytes: [UInt8], sampleRate: Int, into metadata: inout RecordingMetadata) {
    var offset = 0
    while bytes.has("ID3", at: offset), offset + 10 <= bytes.count {
      let size = bytes[offset + 6..<offset + 10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      let end = min(offset + 10 + size, bytes.count)
      if offset + 10 + size > bytes.count { metadata.isDamaged = true }
      var reader = ID3Reader(
        version: Int(bytes[offset + 3]), flags: bytes[offset + 5], Array(bytes[offset + 10..<end]),
        sampleRate: sampleRate)
      reader.read(into: &metadata)
      offset = end + (bytes[offset + 5] & 0x10 != 0 ? 10 : 0)
    }
  }

  /// ID3v1: 128 bytes at the end.
  private static func readOld(_ bytes: [UInt8], into metadata: inout RecordingMetadata) {
    func text(_ range: Range<Int>) -> String {
      let text = TextBytes.text(bytes[range])
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    metadata.add("TITLE", text(3..<33))
    metadata.add("ARTIST", text(33..<63))
    metadata.add("ALBUM", text(63..<93))
    metadata.add("DATE", text(93..<97))
    metadata.add("COMMENT", text(97..<127))
    if bytes[125] == 0, bytes[126] != 0 { metadata.add("TRACKNUMBER", "\(bytes[126])") }
    if let genre = ID3Names.genre(Int(bytes[127])) { metadata.add("GENRE", genre) }
  }
}

/// Reads the frames of one tag.
private struct ID3Reader {
  let version: Int
  let sampleRate: Int
  private var bytes: [UInt8]
  private let isUnsynchronized: Bool

  init(version: Int, flags: UInt8, _ bytes: [UInt8], sampleRate: Int) {
    self.version = version
    self.sampleRate = sampleRate
    isUnsynchronized = flags & 0x80 != 0
    self.bytes = isUnsynchronized && version < 4 ? Self.synchronized(bytes[...]) : bytes
    if flags & 0x40 != 0, version >= 3 {
      let size = Self.size(self.bytes, at: 0, version: version)
      self.bytes = Array(self.bytes.dropFirst(version == 3 ? 4 + size : size))
    }
  }

  /// Removes the zeros that keep a tag from looking like sound (unsynchronisation).
  private static func synchronized(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var before: UInt8 = 0
    for byte in bytes {
      if !(byte == 0 && before == 0xFF) { result.append(byte) }
      before = byte
    }
    return result
  }

  private static func size(_ bytes: [UInt8], at offset: Int, version: Int) -> Int {
    guard offset + 4 <= bytes.count else { return 0 }
    return bytes[offset..<offset + 4].reduce(0) {
      version == 4 ? $0 << 7 | Int($1 & 0x7F) : $0 << 8 | Int($1)
    }
  }

  mutating func read(into metadata: inout RecordingMetadata) {
    guard 2...4 ~= version else {
      metadata.isDamaged = true
      return
    }
    // A tag cannot hold frames of two versions.
    let keeps = version > 2 && (metadata.frames.isEmpty || metadata.framesVersion == version)
    if keeps { metadata.framesVersion = version }
    frames(bytes) { name, body in
      if ["TSSE", "TLEN", "CTOC", "MLLT", "SEEK", "ASPI", "ETCO", "RVRB"].contains(name) { return }
      if name == "CHAP" { return chapter(body, &metadata) }
      if name == "COMM", Self.isITunes(body) { return }
      let isKnown = take(ID3Names.older[name] ?? name, body, &metadata)
      if keeps, metadata.frames.count < 1000 {
        metadata.frames.append(.init(name: name, bytes: body))
        if !isKnown { metadata.otherFrames += 1 }
      } else if !isKnown {
        metadata.lose(.fields(1, of: Sentence("an old ID3 tag")))
      }
    } damaged: {
      metadata.isDamaged = true
    }
    if keeps {
      (metadata.tagsInFrames, metadata.picturesInFrames) = (metadata.tags.count, metadata.pictures.count)
    }
  }

  /// Calls `body` for each complete frame that is neither compressed nor encrypted.
  private func frames(_ bytes: [UInt8], _ body: (String, [UInt8]) -> Void, damaged: () -> Void) {
    let (nameSize, headSize) = version == 2 ? (3, 6) : (4, 10)
    var offset = 0
    while offset + headSize <= bytes.count, bytes[offset] != 0 {
      let name = String(decoding: bytes[offset..<offset + nameSize], as: UTF8.self)
      guard name.utf8.allSatisfy({ 48...57 ~= $0 || 65...90 ~= $0 }) else { return damaged() }
      var size =
        version == 2
        ? bytes.number(at: offset + 3, size: 3, bigEndian: true) ?? 0
        : Self.size(bytes, at: offset + 4, version: version)
      // Old versions of iTunes wrote sizes as plain numbers.
      if version == 4, size > 127, !isFrame(bytes, offset + 10 + size),
        case let plain = Self.size(bytes, at: offset + 4, version: 3), isFrame(bytes, offset + 10 + plain)
      {
        size = plain
      }
      guard offset + headSize + size <= bytes.count else { return damaged() }
      let content = bytes[offset + headSize..<offset + headSize + size]
      if let clear = version == 2 ? Array(content) : inTheClear(content, flags: bytes[offset + 9]) {
        body(name, clear)
      } else {
        damaged()
      }
      offset += headSize + size
    }
  }

  /// True when a frame, padding or the end is at `offset`.
  private func isFrame(_ bytes: [UInt8], _ offset: Int) -> Bool {
    if offset >= bytes.count { return offset == bytes.count }
    return bytes[offset] == 0
      || offset + 10 <= bytes.count
        && bytes[offset..<offset + 4].allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 }
  }

  /// The content of a frame; nil when it is compressed or encrypted.
  private func inTheClear(_ content: ArraySlice<UInt8>, flags: UInt8) -> [UInt8]? {
    if version == 3 {
      return flags & 0xC0 != 0 ? nil : Array(content.dropFirst(flags & 0x20 != 0 ? 1 : 0))
    }
    guard flags & 0x0C == 0 else { return nil }
    let plain = content.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 1 != 0 ? 4 : 0))
    return flags & 2 != 0 || isUnsynchronized ? Self.synchronized(plain) : Array(plain)
  }

  /// - Returns: false when it is neither a text nor a picture.
  private func take(_ name: String, _ body: [UInt8], _ metadata: inout RecordingMetadata) -> Bool {
    guard let encoding = body.first else { return true }
    switch name {
    case "TXXX":
      let texts = Self.texts(body.dropFirst(), encoding)
      for value in texts.dropFirst() { metadata.add(texts[0], value) }
    case "COMM", "USLT":
      let texts = Self.texts(body.dropFirst(4), encoding)
      let key = name == "COMM" ? "COMMENT" : "LYRICS"
      guard texts.count > 1 else { return true }
      metadata.add(texts[0].isEmpty ? key : "\(key):\(texts[0])", texts[1...].joined(separator: "\n"))
    case "TCON":
      for text in Self.texts(body.dropFirst(), encoding) { metadata.add("GENRE", Self.genre(text)) }
    case "APIC":
      guard let picture = picture(body) else {
        metadata.isDamaged = true
        return true
      }
      metadata.add(picture)
    case _ where name.hasPrefix("T"):
      for text in Self.texts(body.dropFirst(), encoding) { metadata.add(ID3Names.keys[name] ?? name, text) }
    case _ where name.hasPrefix("W") && name != "WXXX":
      metadata.add(name, TextBytes.text(body))
    default: return false
    }
    return true
  }

  /// "(17)Rock", "(17)" and "17" are all Rock.
  private static func genre(_ text: String) -> String {
    if let number = Int(text) { return ID3Names.genre(number) ?? text }
    guard text.hasPrefix("("), let end = text.firstIndex(of: ")"),
      let number = Int(text[text.index(after: text.startIndex)..<end])
    else { return text }
    let rest = text[text.index(after: end)...]
    return rest.isEmpty ? ID3Names.genre(number) ?? text : String(rest)
  }

  private func picture(_ body: [UInt8]) -> RecordingMetadata.Picture? {
    var rest = body.dropFirst()
    var type: String
    if version == 2 {
      type = rest.prefix(3).elementsEqual("PNG".utf8) ? "image/png" : "image/jpeg"
      rest = rest.dropFirst(3)
    } else {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      type = TextBytes.text(rest[..<end])
      if !type.contains("/") { type = "image/" + type.lowercased() }
      rest = rest[(end + 1)...]
    }
    guard let kind = rest.first, let (text, data) = Self.split(rest.dropFirst(), body[0]) else { return nil }
    return RecordingMetadata.Picture(kind: Int(kind), type: type, description: text, bytes: Array(data))
  }

  private func chapter(_ body: [UInt8], _ metadata: inout RecordingMetadata) {
    guard let end = body.firstIndex(of: 0), let start = body.number(at: end + 1, size: 4, bigEndian: true),
      body.count >= end + 17
    else { return metadata.isDamaged = true }
    var cue = RecordingMetadata.Cue(
      identifier: metadata.cues.count + 1, frame: Int((Double(start) / 1000 * Double(sampleRate)).rounded()))
    frames(Array(body[(end + 17)...])) { name, content in
      if name == "TIT2", let encoding = content.first {
        cue.name = Self.texts(content.dropFirst(), encoding).first ?? ""
      }
    } damaged: {
    }
    metadata.add(cue)
  }

  /// True for iTunes's data about volume and padding of the old file.
  private static func isITunes(_ body: [UInt8]) -> Bool {
    body.count > 4 && texts(body.dropFirst(4), body[0]).first?.hasPrefix("iTun") == true
  }

  /// A text, and the bytes behind its terminator.
  private static func split(
    _ bytes: ArraySlice<UInt8>, _ encoding: UInt8
  ) -> (String, ArraySlice<UInt8>)? {
    if encoding == 1 || encoding == 2 {
      var index = bytes.startIndex
      while index + 1 < bytes.endIndex {
        if bytes[index] == 0, bytes[index + 1] == 0 {
          return (TextBytes.wide(bytes[..<index], bigEndian: encoding == 2), bytes[(index + 2)...])
        }
        index += 2
      }
      return nil
    }
    guard let end = bytes.firstIndex(of: 0) else { return nil }
    let text = bytes[..<end]
    return (encoding == 3 ? TextBytes.text(text) : TextBytes.western(text), bytes[(end + 1)...])
  }

  /// The texts in a frame; the last one needs no terminator.
  private static func texts(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> [String] {
    var texts: [String] = []
    var rest = bytes
    while !rest.isEmpty {
      guard let (text, others) = split(rest, encoding) else {
        texts.append(
          encoding == 1 || encoding == 2
            ? TextBytes.wide(rest, bigEndian: encoding == 2)
            : encoding == 3 ? TextBytes.text(rest) : TextBytes.western(rest))
        break
      }
      texts.append(text)
      rest = others
    }
    return texts
  }
}
