// SndfileDecoder.swift
// The one place that calls libsndfile's reading functions. Owns one SNDFILE; not thread-safe, as libsndfile.
// Sound: the handle is valid from init to deinit, and every buffer is passed with its own length.

import CSndfile
import Glibc
import Decoding
import HostIO
import Localization
import SystemPackage

/// An open SNDFILE.
final class SndfileDecoder: Decoder {
  let info: SF_INFO
  private let handle: OpaquePointer
  private let window: FileWindow

  /// Reads from a stretch of a file.
  ///
  /// - Parameter codec: what is in it, where no header says so.
  init(_ window: FileWindow, _ codec: HeaderlessCodec? = nil) throws(SndfileError) {
    var info = SF_INFO()
    if let codec {
      let samples = codec == .gsm ? SF_FORMAT_GSM610 : SF_FORMAT_VOX_ADPCM
      (info.format, info.channels, info.samplerate) = (Int32(SF_FORMAT_RAW) | Int32(samples), 1, 8000)
    }
    guard let handle = window.open(&info) else { throw SndfileError(code: sf_error(nil)) }
    self.handle = handle
    self.info = info
    self.window = window
  }

  deinit { sf_close(handle) }

  var failure: Errno? { window.failure }
  var trouble: Sentence? { window.searchEnded?.clause }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    begin(buffer.count)
    return buffer.baseAddress.map {
      Int(sf_readf_short(handle, $0, sf_count_t(buffer.count / Int(info.channels))))
    } ?? 0
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    begin(buffer.count)
    return buffer.baseAddress.map {
      Int(sf_readf_float(handle, $0, sf_count_t(buffer.count / Int(info.channels))))
    } ?? 0
  }

  func read(into buffer: UnsafeMutableBufferPointer<Int32>) -> Int {
    begin(buffer.count)
    return buffer.baseAddress.map {
      Int(sf_readf_int(handle, $0, sf_count_t(buffer.count / Int(info.channels))))
    } ?? 0
  }

  private func begin(_ samples: Int) { window.begin(stepsOverHoles ? .read : .samples(samples)) }

  /// False where the owner finds the end of a hole itself: then the library does not search far for it.
  var stepsOverHoles = true
  /// True when the library was stopped in its search, so that it takes that place for the end of the file.
  var isStopped: Bool { window.isOverdrawn == true }

  /// True when the library has met damage: of FLAC it replaces lost frames by silence and goes on, as if all were well.
  var hasMetDamage: Bool { sf_error(handle) != Int32(SF_ERR_NO_ERROR) }

  func seek(toFrame frame: Int) -> Bool {
    window.begin(stepsOverHoles ? .jump : .shortJump)
    if sf_seek(handle, sf_count_t(frame), SEEK_SET) == frame { return true }
    // When the jump read too much, it has failed; the next reading has bytes of its own.
    window.begin(.read)
    return false
  }

  /// Where the loudspeaker of each channel stands (`SF_CHANNEL_MAP_…`); nil when the file does not say.
  var channelMap: [Int32]? {
    var map = [Int32](repeating: 0, count: Int(info.channels))
    let size = Int32(map.count * MemoryLayout<Int32>.stride)
    return sf_command(handle, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, size) == Int32(SF_TRUE) ? map : nil
  }
}
