// RenderCommand+Figure.swift
// `render` of several files: one below the other in one picture, or each into a folder; and of pictures with more than
// waveforms, in three formats.

import ArgumentParser
import AudioFormats
import Batch
import HostIO
import Marks
import Recording
import SystemPackage
import WaveformCore
import WaveformDrawing

/// A recording that was read to be drawn.
struct DrawnRecording {
  /// As it was named.
  let name: FilePath
  let recording: Recording
  let picture: RecordingPicture
  /// The file of its marks.
  var marks: FilePath?

  init(_ recording: Recording, from path: FilePath, named name: FilePath, options: OpenOptions) {
    self.name = name
    self.recording = recording
    picture = RecordingPicture(
      recording,
      source: FileSampleSource(path: path, options: options, description: recording.description))
  }
}

extension RenderCommand {
  /// What the picture becomes; nil when nothing says so.
  var format: FigureFormat? {
    if place.needsFormat { return into ?? .png }
    return FigureFormat(fileExtension: place.output?.extension)
  }

  /// A recording that is read to be drawn.
  func read(_ input: BatchInput) throws(AudioFileError) -> Recording {
    try Recording(
      reading: input.path, options: reading.options, cache: input.isKept ? cache.cache : nil)
  }

  /// Several recordings below one another in one picture: none, if one of them cannot be read.
  func renderTogether(_ files: [FilePath]) throws {
    let target = try StandardStreams.reporting { () throws(AudioFileError) in
      try OutputTarget(place.output ?? "-", notOver: files)
    }
    var drawn: [DrawnRecording] = []
    let command = self
    try batch.work.run(batch.plan(files, to: nil)) { (_, input) throws(AudioFileError) in
      let recording = try command.read(input)
      return FileResult(
        recording.report, sampleRate: recording.description.sampleRate, (input.path, recording))
    } finished: { item, result in
      guard let (path, recording) = result.product else { return }
      var each = DrawnRecording(recording, from: path, named: item.input, options: reading.options)
      each.marks = marks.indices.contains(drawn.count) ? marks[drawn.count] : nil
      drawn.append(each)
    } atEnd: { tally in
      guard tally.failed == 0, !drawn.isEmpty else { return }
      try StandardStreams.reporting { () throws(AudioFileError) in _ = try write(drawn, to: target) }
      for each in drawn {
        each.picture.findings.forEach { StandardStreams.printWarning($0, about: each.name) }
      }
    }
  }

  func makeFigure(_ recordings: [DrawnRecording]) throws(AudioFileError) -> Figure {
    func seconds(_ recording: Recording) -> Double {
      Double(recording.report.frames) / Double(max(1, recording.description.sampleRate))
    }
    // All rows show the same seconds: those of the longest.
    let longest = recordings.indices.max {
      seconds(recordings[$0].recording) < seconds(recordings[$1].recording)
    }!
    let shown = try visibleFrames(of: recordings[longest].recording, path: recordings[longest].name)
    let rate = recordings[longest].recording.description.sampleRate
    let palette = self.palette
    var rows: [Figure.Row] = []
    for each in recordings {
      let ratio = Double(each.recording.description.sampleRate) / Double(max(1, rate))
      func own(_ frame: Int) -> Int { Int((Double(frame) * ratio).rounded()) }
      let range = own(shown.lowerBound)..<max(own(shown.lowerBound) + 1, own(shown.upperBound))
      var row = Figure.Row(
        each.picture, range: range, name: recordings.count > 1 ? each.name.displayName : nil,
        look: look.look(
          ofPeak: each.recording.peaks.peak, colors: figure.colors?.colors == .print ? .ink : .inferno),
        palette: palette)
      if let marks = each.marks {
        row.marks = try Self.document(marks, rate: each.recording.description.sampleRate)
      }
      rows.append(row)
    }
    let first = recordings[0].recording.description
    var result = Figure(size: figure.size(width: width, height: height), rows: rows, palette: palette)
    result.title = figure.title
    result.caption = figure.caption
    if figure.axes { result.axis = Figure.TimeAxis(sampleRate: first.sampleRate) }
    return result
  }

  var palette: Palette {
    figure.colors?.colors.palette ?? .matching(isDark: dark, isHighContrast: false)
  }
}
