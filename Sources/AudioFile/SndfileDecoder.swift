// SndfileDecoder.swift
// The one place that calls libsndfile's reading functions. Owns one SNDFILE; not thread-safe, as libsndfile.
// Sound: the handle is valid from init to deinit, and every buffer is passed with its own length.

import CSndfile
import Glibc
import SystemPackage

/// An open SNDFILE.
final class SndfileDecoder: Decoder {
  let info: SF_INFO
  private let handle: OpaquePointer
  /// What the handle reads from, when that is a file.
  private let window: FileWindow?
  /// Keeps a stream flowing that is read through a socket.
  private let feeder: StreamFeeder?

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

  deinit { sf_close(handle) }

  var failure: Errno? { window?.failure ?? feeder?.failure }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    return Int(sf_readf_short(handle, base, sf_count_t(buffer.count) / sf_count_t(info.channels)))
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    return Int(sf_readf_float(handle, base, sf_count_t(buffer.count) / sf_count_t(info.channels)))
  }

  func seek(toFrame frame: Int) -> Bool { sf_seek(handle, sf_count_t(frame), SEEK_SET) == frame }

  /// Where the loudspeaker of each channel stands (`SF_CHANNEL_MAP_…`); nil when the file does not say.
  var channelMap: [Int32]? {
    var map = [Int32](repeating: 0, count: Int(info.channels))
    let size = Int32(map.count * MemoryLayout<Int32>.stride)
    return sf_command(handle, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, size) == Int32(SF_TRUE) ? map : nil
  }
}
