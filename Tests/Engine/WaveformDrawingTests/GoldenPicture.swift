// GoldenPicture.swift
// Compares a picture with the one that a person has looked at and found right. Pixel by pixel: painting uses
// whole pixels and opaque colours, so there is nothing to be tolerant about; but for lines that Cairo strokes, whose
// edges may round either way.

import Foundation
import Testing
import WaveformCore
@testable import WaveformDrawing

/// Pictures in the folder `Golden` beside this file.
///
/// A picture that differs is written to the folder for temporary files. With BARLINE_UPDATE_GOLDEN=1 the
/// pictures are written anew instead: look at them before they are committed.
enum GoldenPicture {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")
  private static let isUpdating = ProcessInfo.processInfo.environment["BARLINE_UPDATE_GOLDEN"] == "1"

  static func expect(
    _ actual: ImageSurface, named name: String, tolerance: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent(name + ".png")
    if isUpdating {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(actual.pngBytes()).write(to: file)
      return
    }
    let failure: String
    do {
      let golden = try ImageSurface(png: Array(Data(contentsOf: file)), scale: Int(actual.scale))
      guard let found = difference(actual, golden, tolerance: tolerance) else { return }
      failure = found
    } catch let error as CocoaError {
      failure = "it cannot be read: \(error.localizedDescription)"
    }
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("barline-\(name).png")
    try Data(actual.pngBytes()).write(to: copy)
    Issue.record("\(name) differs, \(failure). Actual picture: \(copy.path)", sourceLocation: sourceLocation)
  }
}
