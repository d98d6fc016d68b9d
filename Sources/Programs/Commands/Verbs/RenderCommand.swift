// RenderCommand.swift
// barline-cli render FILE… -o OUT: the waveform with the window's own painters.

import ArgumentParser
import AudioExport
import Batch
import HostIO
import Localization
import Marks
import Recording
import SystemPackage
import WaveformCore
import WaveformDrawing

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: localized("Draw waveforms as a picture: PNG, SVG or PDF."),
    discussion: localized(
      """
      It is drawn in the colours of a recording that has been played: every column shows just the frames that it covers, \
      and from half a pixel for each sample on the samples are a line or a curve with dots, as in the window.
      """))

  @OptionGroup var batch: BatchOptions
  @OptionGroup var place: OutputOptions

  @Option(
    name: [.customLong("into"), .customLong("format"), .customLong("output-format")],
    help: Sentence("The format of pictures in a folder or on standard output: png, svg or pdf.").help(
      valueName: "format"))
  var into: FigureFormat?

  @OptionGroup var figure: FigureOptions

  @Option(name: .shortAndLong, help: Sentence("Width of the picture.").help(valueName: "pixels"))
  var width = 1200

  @Option(help: Sentence("Height of the picture.").help(valueName: "pixels"))
  var height = 240

  @Option(
    name: .shortAndLong,
    help: Sentence(
      """
      Where the picture begins: seconds, or [h:]m:s. It begins with the edge of a column (or bar) of the whole \
      recording, up to half a column before or after that.
      """
    ).help(valueName: "time"))
  var start: TimeArgument?

  @Option(
    name: .shortAndLong,
    help: Sentence("Where the picture ends: seconds, or [h:]m:s.").help(valueName: "time")
  )
  var end: TimeArgument?

  @OptionGroup var look: LookOptions

  @Flag(help: Sentence("Use the colours of the dark style.").help())
  var dark = false

  @Option(
    help: Sentence(
      """
      Draw the marks of this file in a strip above the waveform, as the window does: a list in any format of the command \
      marks, or a recording with cue points or chapters. May be given for each of several recordings, in their order.
      """
    ).help(valueName: "file"))
  var marks: [FilePath] = []

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var cache: CacheOptions

  func validate() throws {
    try place.require()
    guard format != nil else {
      throw ValidationError(
        localized("The name of the picture must end in .png, .svg or .pdf, or be that of a folder."))
    }
    guard into == nil || place.needsFormat else {
      throw ValidationError(
        localized("--into is for folders and standard output; the name of a picture says its format."))
    }
    guard batch.filesFrom != nil || marks.count <= batch.named.count else {
      throw ValidationError(localized("There are more files of --marks than recordings."))
    }
    // The limits of Cairo.
    guard (1...32_767).contains(width), (1...32_767).contains(height) else {
      throw ValidationError(localized("--width and --height must be between 1 and 32767."))
    }
    if let end, end.seconds <= start?.seconds ?? 0 {
      throw ValidationError(localized("--end must be later than --start."))
    }
  }

  func run() throws {
    let files = try batch.inputs()
    guard files.count == 1 || place.isEach || batch.isPart else { return try renderTogether(files) }
    let rule = try place.rule(suffix: (format ?? .png).rawValue)
    let marks = Dictionary(zip(files, self.marks)) { first, _ in first }
    let command = self
    try batch.run(files, to: rule) { (item, input) throws(AudioFileError) in
      let target = try OutputTarget(
        item.output ?? "-", notOver: [input.path], makesFolders: rule.makesFolders)
      var drawn = DrawnRecording(
        try command.read(input), from: input.path, named: item.input, options: command.reading.options)
      drawn.marks = marks[item.input]
      let picture = drawn.picture
      var result = FileResult<Never>(
        drawn.recording.report, sampleRate: drawn.recording.description.sampleRate)
      result.written = try command.write([drawn], to: target)
      result.findings += picture.findings
      return result
    }
  }

  /// Draws what was read.
  func write(_ drawn: [DrawnRecording], to target: OutputTarget) throws(AudioFileError) -> Written {
    if drawn.count == 1, !figure.isUsed, format == .png { return try writePlain(drawn[0], to: target) }
    let figure = try makeFigure(drawn)
    return try target.write { () throws(DrawingError) in try figure.picture().bytes(format ?? .png) }
  }

  /// The waveform of one recording, and nothing around it.
  private func writePlain(_ drawn: DrawnRecording, to target: OutputTarget) throws(AudioFileError) -> Written
  {
    let recording = drawn.recording, picture = drawn.picture
    let range = try visibleFrames(of: recording, path: drawn.name)
    var renderer = PictureRenderer(
      width: width, height: height, style: look.style,
      palette: .matching(isDark: dark, isHighContrast: false))
    renderer.look = look.look(ofPeak: recording.peaks.peak)
    // A picture has no playhead: show the waveform in full colour rather than in the grey of unplayed
    // parts.
    renderer.state = .played
    var named: MarkDocument?
    if let marks = drawn.marks {
      named = try Self.document(marks, rate: recording.description.sampleRate)
    }
    renderer.inset = named.map(MarkStripPainter.height) ?? 0
    return try target.write { () throws(DrawingError) in
      let surface = try renderer.render(picture, range: range)
      if let named, !named.isEmpty {
        MarkStripPainter(
          named, grid: renderer.grid(of: picture, range: range), width: width, palette: renderer.palette
        ).paint(into: surface)
      }
      return try surface.pngBytes()
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
      case .content(let error, _): throw AudioFileError(.readFailed, path: path, detail: error.sentence)
      }
    }
  }

  func visibleFrames(of recording: Recording, path: FilePath) throws(AudioFileError) -> FrameRange {
    let rate = recording.description.sampleRate
    let length = recording.report.frames
    let first = start?.frame(sampleRate: rate) ?? 0
    guard first < length else {
      let text = Timecode(frames: length, sampleRate: rate).text
      throw AudioFileError(.noAudio, path: path, detail: Sentence("it ends at \(text), before --start"))
    }
    return first..<max(first + 1, min(length, end?.frame(sampleRate: rate) ?? length))
  }
}
