// RenderCommand+Figure.swift
// `render` of several files: one below the other in one picture, or each into a folder; and of pictures with more than
// waveforms, in three formats.

import ArgumentParser
import AudioFormats
import HostIO
import Marks
import Recording
import SystemPackage
import WaveformCore
import WaveformDrawing

extension RenderCommand {
  /// True when the output is a folder: each file has a picture of its own there.
  var isIntoFolder: Bool { FolderListing.isFolder(output) }

  /// True for the waveform of one file, and nothing around it.
  var isPlain: Bool { files.count == 1 && !figure.isUsed && format == .png }

  /// What the picture becomes; nil when the name does not say.
  var format: FigureFormat? { FigureFormat(fileExtension: output.extension) }

  // MARK: Each for itself

  /// One picture per file; a file that fails is reported, and the others are drawn.
  func renderEach() throws {
    var names: Set<String> = []
    var failures = 0
    for (index, file) in files.enumerated() {
      var single = self
      single.files = [file]
      single.marks = marks.indices.contains(index) ? [marks[index]] : []
      let stem = file.stem ?? "recording"
      // Two recordings may differ in their formats alone, or in their folders.
      var name = stem, number = 1
      // Some file systems take two cases for one name.
      while !names.insert(name.lowercased()).inserted {
        name = number == 1 ? file.lastComponent?.string ?? stem : "\(stem) \(number)"
        number += 1
      }
      single.output = output.appending("\(name).\(into?.rawValue ?? "png")")
      do { try single.run() } catch is ExitCode { failures += 1 }
    }
    if failures > 0 { throw ExitCode(1) }
  }

  // MARK: Figures

  func renderFigure() throws {
    try StandardStreams.reporting { () throws(AudioFileError) in
      let target = try OutputFile(output, notOver: files)
      var recordings: [(recording: Recording, picture: RecordingPicture)] = []
      for file in files {
        let recording = try Recording(reading: file, options: reading.options, cache: cache.cache)
        let source = FileSampleSource(
          path: file, options: reading.options, description: recording.description)
        recordings.append((recording, RecordingPicture(recording, source: source)))
      }
      let figure = try makeFigure(recordings)
      try target.write { () throws(DrawingError) in try figure.picture().bytes(format ?? .png) }
      for (file, each) in zip(files, recordings) {
        (each.recording.report.warnings + each.picture.warnings).forEach {
          StandardStreams.printWarning($0, about: file)
        }
      }
    }
  }

  private func makeFigure(
    _ recordings: [(recording: Recording, picture: RecordingPicture)]
  ) throws(AudioFileError) -> Figure {
    func seconds(_ recording: Recording) -> Double {
      Double(recording.report.frames) / Double(max(1, recording.description.sampleRate))
    }
    // All rows show the same seconds: those of the longest.
    let longest = recordings.indices.max {
      seconds(recordings[$0].recording) < seconds(recordings[$1].recording)
    }!
    let shown = try visibleFrames(of: recordings[longest].recording, path: files[longest])
    let rate = recordings[longest].recording.description.sampleRate
    let palette = self.palette
    var rows: [Figure.Row] = []
    for (index, each) in recordings.enumerated() {
      let ratio = Double(each.recording.description.sampleRate) / Double(max(1, rate))
      func own(_ frame: Int) -> Int { Int((Double(frame) * ratio).rounded()) }
      let range = own(shown.lowerBound)..<max(own(shown.lowerBound) + 1, own(shown.upperBound))
      var row = Figure.Row(
        each.picture, range: range, name: files.count > 1 ? files[index].displayName : nil,
        look: look.look(
          ofPeak: each.recording.peaks.peak, colors: figure.colors?.colors == .print ? .ink : .inferno),
        palette: palette)
      if marks.indices.contains(index) {
        row.marks = try Self.document(marks[index], rate: each.recording.description.sampleRate)
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
