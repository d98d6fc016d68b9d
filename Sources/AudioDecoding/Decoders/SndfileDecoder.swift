// SndfileDecoder.swift
// The one place that calls libsndfile's reading functions. Owns one SNDFILE; not thread-safe, as libsndfile.
// Sound: the handle is valid from init to deinit, and every buffer is passed with its own length.

import CSndfile
import Glibc
import HostIO
import SystemPackage

/// An open SNDFILE.
final class SndfileDecoder: Decoder {
  let info: SF_INFO
  private let handle: OpaquePointer
  /// What the handle reads from, when that is a file.
  private let window: FileWindow?
  /// Keeps a stream flowing that is read through a socket.
  private let feeder: StreamFeeder?
  /// One frame of MP3, always of the same kind of samples, and what of it was not delivered yet.
  private var mpegFrame = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var ready = 0..<0
  /// Frames that are asked for next: after a jump fewer, so that what is dropped before damage does not depend on it.
  private var unit = mpegUnit
  private static let mpegUnit = 1152

  /// Reads from a stretch of a file.
  init(_ window: FileWindow) throws(SndfileError) {
    var info = SF_INFO()
    guard let handle = window.open(&info) else { throw SndfileError(code: sf_error(nil)) }
    self.handle = handle
    self.info = info
    self.window = window
    feeder = nil
  }

  /// Takes the file by its name, whose suffix is a hint for files without a proper beginning.
  init(path: FilePath) throws(SndfileError) {
    var info = SF_INFO()
    guard let handle = path.withPlatformString({ sf_open($0, Int32(SFM_READ), &info) }) else {
      throw SndfileError(code: sf_error(nil))
    }
    self.handle = handle
    self.info = info
    window = nil
    feeder = nil
  }

  /// Reads a file as a stream whose end is not known beforehand.
  init(streaming feeder: StreamFeeder) throws(SndfileError) {
    // libsndfile closes the descriptor when it fails, even when it is told not to, so it gets one of its own.
    let own = fcntl(feeder.descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw SndfileError(code: Int32(SF_ERR_SYSTEM)) }
    var info = SF_INFO()
    guard let handle = sf_open_fd(own, Int32(SFM_READ), &info, Int32(SF_TRUE)) else {
      throw SndfileError(code: sf_error(nil))
    }
    self.handle = handle
    self.info = info
    window = nil
    self.feeder = feeder
  }

  deinit {
    sf_close(handle)
    mpegFrame.deallocate()
  }

  var isMPEG: Bool { info.format & Int32(SF_FORMAT_TYPEMASK) == Int32(SF_FORMAT_MPEG) }

  var failure: Errno? { window?.failure ?? feeder?.failure }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    read(into: buffer) { Int(sf_readf_short(handle, $0, sf_count_t($1))) }
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    read(into: buffer) { Int(sf_readf_float(handle, $0, sf_count_t($1))) }
  }

  /// In one go, but MP3 frame by frame, whoever asks for how much: where that is damaged or cut, libsndfile drops
  /// all that it was asked for.
  private func read<Sample>(
    into buffer: UnsafeMutableBufferPointer<Sample>, _ body: (UnsafeMutablePointer<Sample>, Int) -> Int
  ) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    let channels = Int(info.channels), wanted = buffer.count / channels
    guard isMPEG else { return body(base, wanted) }
    if mpegFrame.count == 0 { mpegFrame = .allocate(byteCount: Self.mpegUnit * channels * 4, alignment: 16) }
    let frame = mpegFrame.bindMemory(to: Sample.self).baseAddress!
    var done = 0
    while done < wanted {
      if ready.isEmpty, wanted - done >= unit {
        let count = body(base + done * channels, unit)
        guard count > 0 else { break }
        unit = Self.mpegUnit
        done += count
        continue
      }
      if ready.isEmpty {
        ready = 0..<max(0, body(frame, unit))
        if ready.isEmpty { break }
        unit = Self.mpegUnit
      }
      let count = min(ready.count, wanted - done)
      (base + done * channels).update(from: frame + ready.lowerBound * channels, count: count * channels)
      ready = ready.lowerBound + count..<ready.upperBound
      done += count
    }
    return done
  }

  /// True when the library has met damage: of FLAC it replaces lost frames by silence and goes on, as if all were well.
  var hasMetDamage: Bool { sf_error(handle) != Int32(SF_ERR_NO_ERROR) }

  func seek(toFrame frame: Int) -> Bool {
    ready = 0..<0
    unit = Self.mpegUnit - max(0, frame) % Self.mpegUnit
    return sf_seek(handle, sf_count_t(frame), SEEK_SET) == frame
  }

  /// Where the loudspeaker of each channel stands (`SF_CHANNEL_MAP_…`); nil when the file does not say.
  var channelMap: [Int32]? {
    var map = [Int32](repeating: 0, count: Int(info.channels))
    let size = Int32(map.count * MemoryLayout<Int32>.stride)
    return sf_command(handle, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, size) == Int32(SF_TRUE) ? map : nil
  }
}
