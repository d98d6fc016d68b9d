// PictureSize.swift
// How large a picture in a file is, from its own first bytes: tags seldom say it. PNG (RFC 2083, section 4.1.1) and JPEG
// (ITU-T T.81, annex B). A pure function of any bytes.

import HostIO

enum PictureSize {
  /// - Returns: width and height in pixels; nil for another format, or when they are not there.
  static func of(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    func size(_ width: Int, _ height: Int, bytes count: Int) -> (Int, Int)? {
      guard let width = bytes.number(at: width, size: count, bigEndian: true), width > 0,
        let height = bytes.number(at: height, size: count, bigEndian: true), height > 0
      else { return nil }
      return (width, height)
    }
    if bytes.has("PNG", at: 1), bytes.has("IHDR", at: 12) { return size(16, 20, bytes: 4) }
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var offset = 2
    // Segments up to the one that begins a frame; pictures of cameras have some dozen before it.
    for _ in 0..<1000 {
      guard let mark = bytes.number(at: offset, size: 2, bigEndian: true), mark > 0xFF00,
        let length = bytes.number(at: offset + 2, size: 2, bigEndian: true), length >= 2
      else { return nil }
      if 0xFFC0...0xFFCF ~= mark, ![0xFFC4, 0xFFC8, 0xFFCC].contains(mark) {
        return size(offset + 7, offset + 5, bytes: 2)
      }
      offset += 2 + length
    }
    return nil
  }
}
