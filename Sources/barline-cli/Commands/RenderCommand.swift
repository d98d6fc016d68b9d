// RenderCommand.swift
// barline-cli render FILE… -o OUT: the waveform with the window's own painters.

import ArgumentParser
import AudioExport
import HostIO
import Marks
import Recording
import SystemPackage
import WaveformCore
import WaveformDrawing

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw waveforms as a picture: PNG, SVG or PDF.",
    discussion: """
      It is drawn in the colours of a recording that has been played: every column shows just the frames that it covers, \
      and from half a pixel for each sample on the samples are a line or a curve with dots, as in the window.
      """)

  @Argument(
    help: ArgumentHelp(
      "The sound files to read. Several are drawn below one another, on one time axis.", valueName: "file"))
  var files: [FilePath]

  /// The only one.
  private var file: FilePath { files[0] }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture to write: .png, .svg or .pdf; or a folder, for a picture of each file.", valueName: "out"))
  var output: FilePath

  @Option(help: ArgumentHelp("The format of pictures in a folder: png, svg or pdf.", valueName: "format"))
  var into: FigureFormat?

  @OptionGroup var figure: FigureOptions

  @Option(help: ArgumentHelp("Width of the picture.", valueName: "pixels"))
  var width = 1200

  @Option(help: ArgumentHelp("Height of the picture.", valueName: "pixels"))
  var height = 240

  @Option(
    help: ArgumentHelp(
      """
      Where the picture begins: seconds, or [h:]m:s. It begins with the edge of a column (or bar) of the whole \
      recording, up to half a column before or after that.
      """, valueName: "time"))
  var start: TimeArgument?

  @Option(help: ArgumentHelp("Where the picture ends: seconds, or [h:]m:s.", valueName: "time"))
  var end: TimeArgument?

  @OptionGroup var look: LookOptions

  @Flag(help: "Use the colours of the dark style.")
  var dark = false

  @Option(
    help: ArgumentHelp(
      """
      Draw the marks of this file in a strip above the waveform, as the window does: a list in any format of the command \
      marks, or a recording with cue points or chapters. May be given for each of several recordings, in their order.
      """, valueName: "file"))
  var marks: [FilePath] = []

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var cache: CacheOptions

  func validate() throws {
    guard isIntoFolder || format != nil else {
      throw ValidationError("The name of the picture must end in .png, .svg or .pdf, or be that of a folder.")
    }
    guard into == nil || isIntoFolder else {
      throw ValidationError("--into is for a folder; the name of a picture says its format.")
    }
    guard marks.count <= files.count else {
      throw ValidationError("There are more files of --marks than recordings.")
    }
    // The limits of Cairo.
    guard (1...32_767).contains(width), (1...32_767).contains(height) else {
      throw ValidationError("--width and --height must be between 1 and 32767.")
    }
    if let end, end.seconds <= start?.seconds ?? 0 {
      throw ValidationError("--end must be later than --start.")
    }
  }

  func run() throws {
    if isIntoFolder { return try renderEach() }
    guard isPlain else { return try renderFigure() }
    try StandardStreams.reporting { () throws(AudioFileError) in
      let target = try OutputFile(output, notOver: file)
      let recording = try Recording(
        reading: file, options: reading.options, cache: cache.cache)
      let range = try visibleFrames(of: recording, path: file)
      var renderer = PictureRenderer(
        width: width, height: height, style: look.style,
        palette: .matching(isDark: dark, isHighContrast: false))
      renderer.look = look.look(ofPeak: recording.peaks.peak)
      // A picture has no playhead: show the waveform in full colour rather than in the grey of unplayed
      // parts.
      renderer.state = .played
      let picture = RecordingPicture(
        recording,
        source: FileSampleSource(
          path: file, options: reading.options, description: recording.description))
      var named: MarkDocument?
      if let marks = marks.first { named = try Self.document(marks, rate: recording.description.sampleRate) }
      renderer.inset = named.map(MarkStripPainter.height) ?? 0
      try target.write { () throws(DrawingError) in
        let surface = try renderer.render(picture, range: range)
        if let named, !named.isEmpty {
          MarkStripPainter(
            named, grid: renderer.grid(of: picture, range: range), width: width, palette: renderer.palette
          ).paint(into: surface)
        }
        return try surface.pngBytes()
      }
      (recording.report.warnings + picture.warnings).forEach {
        StandardStreams.printWarning($0, about: file)
      }
    }
  }

  static func document(_ path: FilePath, rate: Int) throws(AudioFileError) -> MarkDocument {
    do throws(MarkError) {
      let reading = try MarkTransfer.read(path, rate: rate).reading
      reading.remarks.forEach { StandardStreams.printWarning($0, about: path) }
      return reading.document
    } catch {
      switch error {
      case .file(let error): throw error
      case .content(let error, _): throw AudioFileError(.readFailed, path: path, detail: error.reason)
      }
    }
  }

  func visibleFrames(of recording: Recording, path: FilePath) throws(AudioFileError) -> FrameRange {
    let rate = recording.description.sampleRate
    let length = recording.report.frames
    let first = start?.frame(sampleRate: rate) ?? 0
    guard first < length else {
      let text = Timecode(frames: length, sampleRate: rate).text
      throw AudioFileError(.noAudio, path: path, detail: "it ends at \(text), before --start")
    }
    return first..<max(first + 1, min(length, end?.frame(sampleRate: rate) ?? length))
  }
}
