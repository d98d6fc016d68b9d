// FigureFormat.swift
// The kinds of files that a figure can become.

/// A format of pictures.
public enum FigureFormat: String, Hashable, Sendable, CaseIterable {
  case png, svg, pdf

  /// The format of a file's name: its ending, in any case.
  public init?(fileExtension: String?) { self.init(rawValue: fileExtension?.lowercased() ?? "") }
}

extension FigurePicture {
  /// The figure as a file.
  ///
  /// - Throws: `impossibleSize`, `outOfMemory`, `writeFailed`.
  public func bytes(_ format: FigureFormat) throws(DrawingError) -> [UInt8] {
    switch format {
    case .png: try pngBytes()
    case .svg: svgBytes()
    case .pdf: try pdfBytes()
    }
  }
}
