// Color.swift
// A colour as palettes name it, and as it stands in the memory of an image surface.

/// A colour in sRGB; components 0…1, not premultiplied.
public struct Color: Hashable, Sendable {
  public var red: Double, green: Double, blue: Double, alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour as designers write it: `0xff7800`.
  public init(_ hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255,
      alpha: alpha)
  }

  /// Nothing.
  public static let clear = Color(0, alpha: 0)

  /// The colour on the way to `other`: itself at 0, `other` at 1.
  public func mixed(with other: Color, at fraction: Double) -> Color {
    Color(
      red: red + (other.red - red) * fraction, green: green + (other.green - green) * fraction,
      blue: blue + (other.blue - blue) * fraction, alpha: alpha + (other.alpha - alpha) * fraction)
  }

  /// Premultiplied 0xAARRGGBB: a pixel of `CAIRO_FORMAT_ARGB32`.
  public var pixel: UInt32 {
    func byte(_ value: Double) -> UInt32 { UInt32(min(max(value, 0), 1) * 255 + 0.5) }
    return byte(alpha) << 24 | byte(red * alpha) << 16 | byte(green * alpha) << 8 | byte(blue * alpha)
  }
}
