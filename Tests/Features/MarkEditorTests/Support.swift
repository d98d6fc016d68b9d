// Support.swift
// A recording in a folder of its own, for all tests of marks: they are kept beside it.

import Foundation
import ModelTestSupport
import Playback
import SystemPackage
import Testing
import WaveformModel

/// A folder with a recording.
@MainActor struct RecordingFolder {
  let path: String = {
    let path = NSTemporaryDirectory() + "barline-mark-editor-\(UInt32.random(in: 0...(.max)))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }()

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The recording, read whole and with its marks, in a diagram of its own.
  func opened() async throws -> DiagramViewModel {
    let recording = "\(path)/speech.wav"
    if !FileManager.default.fileExists(atPath: recording) {
      try FileManager.default.copyItem(atPath: Recordings.speech.string, toPath: recording)
    }
    let diagram = DiagramViewModel(player: ManualClock())
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(PlotViewModel(path: FilePath(recording)))
    try await wait { diagram.plots[0].isComplete && diagram.marks.document != nil }
    return diagram
  }
}
