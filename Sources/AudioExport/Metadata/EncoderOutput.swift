// EncoderOutput.swift
// Where an encoder of libsndfile writes: into a file, with bytes of ours put in at a place that it does not know of. So
// no format's own limits of texts apply. The encoder owns it and calls it on its one thread.

import CSndfile
import Glibc

/// A file that an encoder writes, with something in it that the encoder does not see.
final class EncoderOutput {
  /// What is put in.
  enum Insertion {
    case nothing
    /// Before everything.
    case head([UInt8])
    /// Chunks of RIFF, before the one with the samples.
    case chunks([UInt8])
    /// Blocks of FLAC in place of the encoder's comments, whose vendor is told.
    case blocks((_ vendor: [UInt8]) -> [UInt8])
    /// Comments in Ogg.
    case pages(OggCommentFilter)
  }

  private let descriptor: Int32
  private let insertion: Insertion
  /// Where the encoder stands in its own file.
  private var position = 0
  /// From which of its bytes on it is mistaken, and by how much; nil as long as nothing was put in.
  private var moved: (from: Int, by: Int)?
  /// What RIFF's header was when it was written last.
  private var header: [UInt8] = []

  /// - Parameter descriptor: an empty file, open for writing; somebody else closes it.
  init(_ descriptor: Int32, _ insertion: Insertion) {
    self.descriptor = descriptor
    self.insertion = insertion
  }

  /// Opens libsndfile on this, which must live as long as what is returned.
  func open(_ info: inout SF_INFO) -> OpaquePointer? {
    var io = SF_VIRTUAL_IO(
      get_filelen: outputLength, seek: outputSeek, read: outputRead, write: outputWrite, tell: outputTell)
    return sf_open_virtual(&io, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Bytes that the encoder believes to be in its file.
  fileprivate var length: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size) - (moved?.by ?? 0)) : 0
  }

  fileprivate var place: Int { position }

  fileprivate func seek(to offset: Int, from origin: Int32) -> Int {
    let base = origin == SEEK_CUR ? position : origin == SEEK_END ? length : 0
    guard base + offset >= 0 else { return -1 }
    position = base + offset
    return position
  }

  /// - Returns: bytes of the encoder's that were taken.
  fileprivate func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var done = 0
    switch insertion {
    case .nothing: done = place(bytes)
    case .head(let own):
      guard insert(own, from: 0) else { return 0 }
      done = place(bytes)
    case .chunks(let own):
      if position == 0 {
        header = Array(bytes)
        if moved != nil { Self.lengthen(&header, by: own.count) }
        done = header.withUnsafeBytes { place($0) }
      } else {
        // The first samples: what stands right before them is their own head, wherever that is.
        guard moved != nil || position != header.count || moveHead(behind: own) else { return 0 }
        done = place(bytes)
      }
    case .blocks(let make):
      if moved == nil, position == Self.flacHead, bytes.first.map({ $0 & 0x7F }) == 4 {
        let isLast = bytes[0] & 0x80 != 0
        let vendor = VorbisComments(Array(bytes.dropFirst(4))[...])?.vendor ?? []
        var own = make(vendor)
        if isLast { FLACMetadata.endLast(&own) }
        guard own.withUnsafeBytes({ put($0, at: position) }) == own.count else { return 0 }
        moved = (position + bytes.count, own.count - bytes.count)
        done = bytes.count
      } else {
        done = place(bytes)
      }
    case .pages(let filter):
      // A stream is written forwards only.
      let pages = filter.take(bytes)
      done = pages.withUnsafeBytes { put($0, at: nil) } == pages.count ? bytes.count : 0
    }
    position += done
    return done
  }

  /// "fLaC" and STREAMINFO.
  private static let flacHead = 42

  /// Puts something in, once.
  private func insert(_ own: [UInt8], from place: Int) -> Bool {
    guard moved == nil else { return true }
    moved = (place, own.count)
    return own.withUnsafeBytes { put($0, at: place) } == own.count
  }

  /// Puts chunks between RIFF's header and the eight bytes at its end, with which the samples begin.
  private func moveHead(behind own: [UInt8]) -> Bool {
    insert(own, from: header.count - 8)
      && header[(header.count - 8)...].withUnsafeBytes { put($0, at: header.count - 8 + own.count) } == 8
  }

  /// What is longer now than the encoder knows: the file in RIFF's head, or where RF64 says it.
  private static func lengthen(_ header: inout [UInt8], by count: Int) {
    if header.has("RF64"), let size = header.number(at: 20, size: 8, bigEndian: false) {
      header.replaceSubrange(20..<28, with: TextBytes.little(size + count, 8))
    } else if header.has("RIFF"), let size = header.number(at: 4, size: 4, bigEndian: false) {
      header.replaceSubrange(4..<8, with: TextBytes.little(min(size + count, 0xFFFF_FFFF)))
    }
  }

  /// Writes the encoder's bytes where they belong: in two parts, should they lie on both sides of what was put in.
  private func place(_ bytes: UnsafeRawBufferPointer) -> Int {
    let moved = moved ?? (.max, 0)
    let before = min(max(0, moved.from - position), bytes.count)
    let done = put(UnsafeRawBufferPointer(rebasing: bytes[..<before]), at: position)
    guard done == before else { return done }
    return done
      + put(UnsafeRawBufferPointer(rebasing: bytes[before...]), at: position + before + moved.by)
  }

  private func put(_ bytes: UnsafeRawBufferPointer, at offset: Int?) -> Int {
    guard !bytes.isEmpty else { return 0 }
    // The file's own position moves on: the one who brings it to the disk looks at that.
    if let offset, lseek(descriptor, offset, SEEK_SET) < 0 { return 0 }
    var done = 0
    while done < bytes.count {
      let step = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if step < 0 && errno == EINTR { continue }
      guard step > 0 else { break }
      done += step
    }
    return done
  }
}

// Called by libsndfile on the thread that calls it; the output is alive, for the encoder owns both.

private func output(_ pointer: UnsafeMutableRawPointer?) -> EncoderOutput {
  Unmanaged<EncoderOutput>.fromOpaque(pointer!).takeUnretainedValue()
}

private func outputLength(_ user: UnsafeMutableRawPointer?) -> sf_count_t { sf_count_t(output(user).length) }

private func outputTell(_ user: UnsafeMutableRawPointer?) -> sf_count_t { sf_count_t(output(user).place) }

private func outputSeek(
  _ offset: sf_count_t, _ origin: Int32, _ user: UnsafeMutableRawPointer?
) -> sf_count_t { sf_count_t(output(user).seek(to: Int(offset), from: origin)) }

/// Nothing is ever read.
private func outputRead(
  _ buffer: UnsafeMutableRawPointer?, _ count: sf_count_t, _ user: UnsafeMutableRawPointer?
) -> sf_count_t { 0 }

private func outputWrite(
  _ buffer: UnsafeRawPointer?, _ count: sf_count_t, _ user: UnsafeMutableRawPointer?
) -> sf_count_t {
  guard let buffer, count > 0 else { return 0 }
  return sf_count_t(output(user).write(UnsafeRawBufferPointer(start: buffer, count: Int(count))))
}
