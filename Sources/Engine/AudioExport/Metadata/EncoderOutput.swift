// EncoderOutput.swift
// The output of a libsndfile encoder: a file into which additional bytes are inserted without the encoder's knowledge.
// So libsndfile's limits of texts do not apply. The encoder owns it and calls it on its only thread.

import AudioFormats
import CSndfile
import Glibc
import SystemPackage

/// A file that an encoder writes, with inserted bytes that the encoder does not see.
final class EncoderOutput {
  /// The inserted bytes and their place.
  enum Insertion {
    case nothing
    /// Bytes before everything else.
    case head([UInt8])
    /// RIFF chunks before the one with the samples.
    case chunks([UInt8])
    /// FLAC blocks in place of the encoder's comments, and a seek table behind them; the function gets the vendor text of
    /// these.
    case blocks(sampleRate: Int, (_ vendor: [UInt8]) -> [UInt8])
    /// Comments in the pages of an Ogg stream.
    case pages(OggCommentFilter)
  }

  private let descriptor: Int32
  private let insertion: Insertion
  /// What the head of a WAV file is to say; nil for other files.
  private let head: WaveHeadEdit?
  /// The position that the encoder believes to be at.
  private var position = 0
  /// The encoder's bytes from `from` on lie `by` bytes further on in the file; nil before the insertion.
  private var moved: (from: Int, by: Int)?
  /// The RIFF header as last written by the encoder.
  private var header: [UInt8] = []
  private var seekTable: FLACSeekTable?
  /// The encoder's position of the first FLAC frame.
  private var firstFrame = Int.max
  /// Why the first write failed that did: an encoder may forget that it did. libsndfile's for MP3 does.
  private(set) var failure: Errno?
  /// Where the bytes end that have been written.
  private var end = 0

  /// Whether the file is as long as what was written into it.
  var isWhole: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && Int(status.st_size) == end
  }

  /// - Parameters:
  ///   - descriptor: an empty file, open for writing; the caller closes it.
  ///   - head: what the head of a WAV file is to say; nil for other files.
  init(_ descriptor: Int32, _ insertion: Insertion, head: WaveHeadEdit? = nil) {
    self.descriptor = descriptor
    self.insertion = insertion
    self.head = head
  }

  /// Opens libsndfile on this output, which must live as long as the returned handle.
  func open(_ info: inout SF_INFO) -> OpaquePointer? {
    var io = SF_VIRTUAL_IO(
      get_filelen: outputLength, seek: outputSeek, read: outputRead, write: outputWrite, tell: outputTell)
    return sf_open_virtual(&io, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The length that the encoder believes the file to have.
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

  /// - Returns: the number of the encoder's bytes that were written.
  fileprivate func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var done = 0
    switch insertion {
    case .nothing:
      if position == 0, let head {
        var header = Array(bytes)
        head.apply(to: &header)
        done = header.withUnsafeBytes { place($0) }
      } else {
        done = place(bytes)
      }
    case .head(let own):
      guard insert(own, from: 0) else { return 0 }
      done = place(bytes)
    case .chunks(let own):
      if position == 0 {
        header = Array(bytes)
        head?.apply(to: &header)
        if moved != nil { WaveHeadEdit.lengthen(&header, by: own.count) }
        done = header.withUnsafeBytes { place($0) }
      } else {
        // The first samples arrive: the bytes right before them are the head of their chunk.
        guard moved != nil || position != header.count || moveHead(behind: own) else { return 0 }
        done = place(bytes)
      }
    case .blocks(let sampleRate, let make):
      if moved == nil, position == Self.flacHead, bytes.first.map({ $0 & 0x7F }) == 4 {
        let isLast = bytes[0] & 0x80 != 0
        let vendor = VorbisComments(Array(bytes.dropFirst(4))[...])?.vendor ?? []
        var own = make(vendor)
        if isLast {
          let table = FLACSeekTable(sampleRate: sampleRate)
          own += table.bytes
          (seekTable, firstFrame) = (table, position + bytes.count)
        }
        guard own.withUnsafeBytes({ put($0, at: position) }) == own.count else { return 0 }
        moved = (position + bytes.count, own.count - bytes.count)
        done = bytes.count
      } else {
        // libFLAC gives each frame by one call.
        if position >= firstFrame { seekTable?.add(bytes, at: position - firstFrame) }
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

  /// Writes what is known when the encoder has written its last byte.
  func complete() {
    guard let moved else { return }
    switch insertion {
    case .blocks:
      guard let table = seekTable?.bytes else { return }
      _ = table.withUnsafeBytes { put($0, at: firstFrame + moved.by - $0.count) }
    case .chunks(let own) where header.has("RF64"):
      _ = WaveMetadata.even(own).withUnsafeBytes { put($0, at: moved.from) }
    default: break
    }
  }

  /// "fLaC" and STREAMINFO.
  private static let flacHead = 42

  /// Inserts bytes, once.
  private func insert(_ own: [UInt8], from place: Int) -> Bool {
    guard moved == nil else { return true }
    moved = (place, own.count)
    return own.withUnsafeBytes { put($0, at: place) } == own.count
  }

  /// Inserts chunks before the last eight bytes of the RIFF header, which are the head of the chunk of samples.
  private func moveHead(behind own: [UInt8]) -> Bool {
    insert(own, from: header.count - 8)
      && header[(header.count - 8)...].withUnsafeBytes { put($0, at: header.count - 8 + own.count) } == 8
  }

  /// Writes the encoder's bytes to their real place: in two parts if they lie on both sides of the insertion.
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
    // The position of the descriptor must move on, because `TemporaryFile.settle` uses it.
    let start = lseek(descriptor, offset ?? 0, offset == nil ? SEEK_CUR : SEEK_SET)
    guard start >= 0 else {
      failed()
      return 0
    }
    var done = 0
    while done < bytes.count {
      errno = 0
      let step = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if step < 0 && errno == EINTR { continue }
      guard step > 0 else {
        failed()
        break
      }
      done += step
    }
    end = max(end, start + done)
    return done
  }

  /// Remembers the error of a system call that has just failed, if it is the first.
  private func failed() {
    // A write of nothing without an error: POSIX leaves open why. The disk is the likely one.
    failure = failure ?? Errno(rawValue: errno == 0 ? ENOSPC : errno)
  }
}

// Called by libsndfile on the thread that calls it; the output is alive, because the encoder owns both.

private func output(_ pointer: UnsafeMutableRawPointer?) -> EncoderOutput {
  Unmanaged<EncoderOutput>.fromOpaque(pointer!).takeUnretainedValue()
}

private func outputLength(_ user: UnsafeMutableRawPointer?) -> sf_count_t { sf_count_t(output(user).length) }

private func outputTell(_ user: UnsafeMutableRawPointer?) -> sf_count_t { sf_count_t(output(user).place) }

private func outputSeek(
  _ offset: sf_count_t, _ origin: Int32, _ user: UnsafeMutableRawPointer?
) -> sf_count_t { sf_count_t(output(user).seek(to: Int(offset), from: origin)) }

/// Required by libsndfile; reads nothing.
private func outputRead(
  _ buffer: UnsafeMutableRawPointer?, _ count: sf_count_t, _ user: UnsafeMutableRawPointer?
) -> sf_count_t { 0 }

private func outputWrite(
  _ buffer: UnsafeRawPointer?, _ count: sf_count_t, _ user: UnsafeMutableRawPointer?
) -> sf_count_t {
  guard let buffer, count > 0 else { return 0 }
  return sf_count_t(output(user).write(UnsafeRawBufferPointer(start: buffer, count: Int(count))))
}
