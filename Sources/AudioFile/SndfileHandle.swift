// SndfileHandle.swift
// The one place that calls libsndfile's reading functions. Owns one SNDFILE; not thread-safe, as libsndfile.
// Sound: the handle is valid from init to deinit, and every buffer is passed with its own length.

import CSndfile
import Glibc
import SystemPackage

/// An open SNDFILE.
struct SndfileHandle: ~Copyable {
  let info: SF_INFO
  private let handle: OpaquePointer
  /// Keeps a stream flowing that is read through a socket.
  private let feeder: StreamFeeder?

  /// Reads from a descriptor's place on; the descriptor stays the caller's, but shares its place.
  init(descriptor: Int32) throws(SndfileError) {
    var info = SF_INFO()
    let handle = try Self.open(descriptor, &info)
    self.handle = handle
    self.info = info
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
    feeder = nil
  }

  /// Reads samples without a header from byte `offset` of a descriptor to its end.
  init(descriptor: Int32, raw: RawLayout) throws(SndfileError) {
    var info = SF_INFO()
    info.channels = Int32(raw.channels)
    info.samplerate = Int32(raw.sampleRate)
    info.format = Int32(SF_FORMAT_RAW) | raw.encoding
    let handle = try Self.open(descriptor, &info)
    var offset = sf_count_t(raw.dataOffset)
    sf_command(handle, Int32(SFC_SET_RAW_START_OFFSET), &offset, Int32(MemoryLayout<sf_count_t>.size))
    // The command itself does not move (libsndfile 1.2.0), and the header would be heard.
    sf_seek(handle, 0, SEEK_SET)
    info.frames = sf_count_t(raw.frames)
    self.handle = handle
    self.info = info
    feeder = nil
  }

  /// Reads a file as a stream whose end is not known beforehand.
  init(streaming feeder: StreamFeeder) throws(SndfileError) {
    var info = SF_INFO()
    handle = try Self.open(feeder.descriptor, &info)
    self.info = info
    self.feeder = feeder
  }

  deinit { sf_close(handle) }

  /// libsndfile closes the descriptor when it fails, even when it is told not to, so it gets one of its own.
  private static func open(_ descriptor: Int32, _ info: inout SF_INFO) throws(SndfileError) -> OpaquePointer {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw SndfileError(code: Int32(SF_ERR_SYSTEM)) }
    guard let handle = sf_open_fd(own, Int32(SFM_READ), &info, Int32(SF_TRUE)) else {
      throw SndfileError(code: sf_error(nil))
    }
    return handle
  }

  /// - Returns: frames read; fewer than fit at the end, or where the data are damaged.
  mutating func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    return Int(sf_readf_short(handle, base, sf_count_t(buffer.count) / sf_count_t(info.channels)))
  }

  /// - Returns: frames read; fewer than fit at the end, or where the data are damaged.
  mutating func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    return Int(sf_readf_float(handle, base, sf_count_t(buffer.count) / sf_count_t(info.channels)))
  }

  /// - Returns: false when libsndfile cannot go there.
  mutating func seek(toFrame frame: Int) -> Bool { sf_seek(handle, sf_count_t(frame), SEEK_SET) == frame }

  /// Where the loudspeaker of each channel stands (`SF_CHANNEL_MAP_…`); nil when the file does not say.
  var channelMap: [Int32]? {
    var map = [Int32](repeating: 0, count: Int(info.channels))
    let size = Int32(map.count * MemoryLayout<Int32>.stride)
    return sf_command(handle, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, size) == Int32(SF_TRUE) ? map : nil
  }
}
