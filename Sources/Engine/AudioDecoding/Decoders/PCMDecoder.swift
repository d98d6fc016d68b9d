// PCMDecoder.swift
// Reads plain samples by position, without a library: as fast as the file can be copied, and any number of frames at
// any place. One thread at a time.

import AudioFormats
import Decoding
import Glibc
import HostIO
import SystemPackage

/// Plain interleaved samples in a file.
final class PCMDecoder: Decoder {
  private let file: FileBytes
  private let layout: RawLayout
  private var position = 0
  private(set) var failure: Errno?
  /// Bytes that are still to be converted; empty for encodings that need no conversion.
  private var scratch = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  init(_ file: FileBytes, layout: RawLayout) {
    self.file = file
    self.layout = layout
  }

  deinit { scratch.deallocate() }

  func read(into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    read(into: buffer, asIs: .s16le, SampleConversion.convert)
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    read(into: buffer, asIs: .f32le, SampleConversion.convert)
  }

  func read(into buffer: UnsafeMutableBufferPointer<Int32>) -> Int {
    read(into: buffer, asIs: .s32le, SampleConversion.convert)
  }

  func seek(toFrame frame: Int) -> Bool {
    guard 0...layout.frames ~= frame else { return false }
    position = frame
    return true
  }

  /// Reads whole frames as they are.
  ///
  /// - Returns: frames read.
  private func take(_ bytes: UnsafeMutableRawBufferPointer, frames wanted: Int) -> Int {
    let size = layout.format.bytesPerFrame
    let frames = min(wanted, layout.frames - position)
    guard frames > 0 else { return 0 }
    let result = file.read(
      into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<(frames * size)]),
      at: layout.format.dataOffset + position * size)
    failure = result.failure
    position += result.count / size
    return result.count / size
  }

  /// Reads samples that already have the right type straight into `buffer`. Reads others in pieces that fit into the
  /// processor's cache, and converts each at once.
  private func read<Sample>(
    into buffer: UnsafeMutableBufferPointer<Sample>, asIs own: SampleEncoding,
    _ convert: (UnsafeRawPointer, SampleEncoding, Int, UnsafeMutablePointer<Sample>) -> Void
  ) -> Int {
    let format = layout.format
    let wanted = buffer.count / format.channels
    #if _endian(little)
      if format.encoding == own { return take(UnsafeMutableRawBufferPointer(buffer), frames: wanted) }
    #endif
    // Equal pieces, none of which is a small rest.
    let most = max(1, 262_144 / format.bytesPerFrame)
    let pieces = max(1, (wanted + most - 1) / most)
    let piece = max(1, (wanted + pieces - 1) / pieces)
    if scratch.count < piece * format.bytesPerFrame {
      scratch.deallocate()
      scratch = .allocate(byteCount: piece * format.bytesPerFrame, alignment: 16)
    }
    var done = 0
    while done < wanted {
      let frames = min(piece, wanted - done)
      let count = take(scratch, frames: frames)
      if count > 0 {
        let place = buffer.baseAddress! + done * format.channels
        convert(scratch.baseAddress!, format.encoding, count * format.channels, place)
      }
      done += count
      if count < frames { break }
    }
    return done
  }
}
