// FigurePicture.swift
// A figure that is laid out: its size, what it says about itself, and everything to draw.

/// A figure, ready to be written as PNG, SVG or PDF, or drawn on paper.
public struct FigurePicture {
  public let size: FigureSize
  /// What it shows, in a line, and more of it: for those who do not see it.
  public let title: String, details: String
  let elements: [FigureElement]
}
