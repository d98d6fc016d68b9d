// CaptureFormat+Text.swift
// The format of a source in words, and what a recording keeps of it.

import Capture
import Localization
import Playback
import WaveformCore
import WaveformModel

extension CaptureFormat {
  /// Such as "48 kHz · Stereo · 24 bits".
  var text: String {
    let shape = SoundShape(sampleRate: stream.sampleRate, channels: stream.channels, length: nil)
    let samples =
      switch precision {
      case .bits16: localized("16 bits")
      case .bits24: localized("24 bits")
      case .float: localized("floating point")
      }
    return "\(shape.text) · \(samples)"
  }
}

extension TakeFormat {
  /// What a recording of this kind keeps of `format`.
  func kept(of format: CaptureFormat) -> CaptureFormat {
    self == .flac && format.precision == .float ? CaptureFormat(format.stream, .bits24) : format
  }
}
