// PixelRect.swift
// What painters fill: whole device pixels.

/// A bar, or the column of an envelope: whole device pixels.
public struct PixelRect: Hashable, Sendable {
  public var x: Int, y: Int, width: Int, height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
