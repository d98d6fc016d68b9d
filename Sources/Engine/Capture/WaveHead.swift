// WaveHead.swift
// The head of a WAV file of any length: RIFF up to 4 GiB, RF64 beyond, with the samples at the same place in both, so
// that a file can become longer without being moved. A pure value.
// Formats: Multimedia Programming Interface 1.0 (RIFF), EBU Tech 3306 (RF64), WAVEFORMATEXTENSIBLE.

import AudioFormats
import HostIO
import Playback

/// What stands before the samples.
struct WaveHead {
  let channels: Int
  let sampleRate: Int
  let precision: CaptureFormat.Precision
  /// Bytes of a RIFF chunk at most; tests need not write so many.
  var mostBytes = 0xFFFF_FFFE
  /// A bit for the loudspeaker of each channel; 0 when nobody knows for certain which they are.
  private let mask: UInt32

  init(_ format: StreamFormat, _ precision: CaptureFormat.Precision) {
    channels = format.channels
    sampleRate = format.sampleRate
    self.precision = precision
    mask = UInt32(ChannelLayout.of(format.speakers).mask ?? 0)
  }

  var bytesPerSample: Int {
    switch precision {
    case .bits16: 2
    case .bits24: 3
    case .float: 4
    }
  }
  var bytesPerFrame: Int { channels * bytesPerSample }
  /// WAVEFORMATEX can only say mono and stereo of 16 bits or float.
  private var isExtensible: Bool { channels > 2 || precision == .bits24 }
  private var formatBytes: Int { isExtensible ? 40 : 16 }
  /// Where the samples begin.
  var count: Int { 12 + 8 + 28 + 8 + formatBytes + 8 }

  /// - Parameter dataBytes: the length of the samples.
  func bytes(dataBytes: Int) -> [UInt8] {
    // The chunk of samples is padded to an even length.
    let riffBytes = count - 8 + dataBytes + dataBytes & 1
    let isLong = riffBytes > mostBytes
    var head = ByteWriter()
    tag(isLong ? "RF64" : "RIFF", &head)
    head.number(isLong ? .max : UInt32(riffBytes))
    tag("WAVE", &head)
    tag(isLong ? "ds64" : "JUNK", &head)
    head.number(UInt32(28))
    head.number(UInt64(isLong ? riffBytes : 0))
    head.number(UInt64(isLong ? dataBytes : 0))
    head.number(UInt64(isLong ? dataBytes / bytesPerFrame : 0))
    head.number(UInt32(0))
    tag("fmt ", &head)
    head.number(UInt32(formatBytes))
    let code: UInt16 = precision == .float ? 3 : 1
    head.number(isExtensible ? 0xFFFE : code)
    head.number(UInt16(clamping: channels))
    head.number(UInt32(clamping: sampleRate))
    head.number(UInt32(clamping: sampleRate * bytesPerFrame))
    head.number(UInt16(clamping: bytesPerFrame))
    head.number(UInt16(8 * bytesPerSample))
    if isExtensible {
      head.number(UInt16(22))
      head.number(UInt16(8 * bytesPerSample))
      head.number(mask)
      head.number(code)
      for byte in Self.mediaSubtype { head.number(byte) }
    }
    tag("data", &head)
    head.number(isLong ? .max : UInt32(dataBytes))
    return head.bytes
  }

  /// The rest of KSDATAFORMAT_SUBTYPE_PCM and _IEEE_FLOAT.
  private static let mediaSubtype: [UInt8] = [
    0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
  ]

  private func tag(_ text: StaticString, _ head: inout ByteWriter) {
    text.withUTF8Buffer { for byte in $0 { head.number(byte) } }
  }
}
