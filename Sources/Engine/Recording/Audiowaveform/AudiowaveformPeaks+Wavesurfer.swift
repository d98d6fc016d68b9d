// AudiowaveformPeaks+Wavesurfer.swift
// Peaks for wavesurfer.js (wavesurfer.xyz): an object with its options `duration` and `peaks`, a list for each channel of
// minimum and maximum in turn, from -1 to 1.

extension AudiowaveformPeaks {
  /// - Parameter frames: of the recording; the last pixel may cover fewer than the others.
  public func wavesurfer(bits: Bits = .sixteen, frames: Int) -> [UInt8] {
    var text = "{\"duration\":\(Double(frames) / Double(max(1, sampleRate))),\"peaks\":["
    for channel in 0..<channels {
      if channel > 0 { text += "," }
      text += "["
      for pixel in 0..<length {
        for side in 0..<2 {
          if pixel + side > 0 { text += "," }
          text += Self.decimal(Int(values[(pixel * channels + channel) * 2 + side]), bits)
        }
      }
      text += "]"
    }
    return Array((text + "]}\n").utf8)
  }

  /// A value as part of full scale: four digits hold 16 bits as far as a screen shows them, two hold 8.
  private static func decimal(_ value: Int, _ bits: Bits) -> String {
    let unit = bits == .eight ? 100 : 10_000
    let scaled = (value.magnitude * UInt(unit) + 16_384) / 32_768
    let (whole, part) = scaled.quotientAndRemainder(dividingBy: UInt(unit))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard part > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(String(UInt(unit) + part).dropFirst())"
  }
}
