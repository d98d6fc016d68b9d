// SheetCommand.swift
// barline-cli sheet PATH… -o OUT: many recordings on one sheet. Reads one after the other and keeps of each what is drawn.

import ArgumentParser
import AudioFormats
import HostIO
import Recording
import SystemPackage
import WaveformCore
import WaveformDrawing

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Draw many recordings on a contact sheet: PNG, SVG, PDF or HTML.",
    discussion: """
      Each has its name, its length and its waveform. A file that cannot be read is named in its place, with the reason.
      """)

  @Argument(
    help: ArgumentHelp(
      "Sound files, and folders of them. Those of a folder are sorted by name.", valueName: "path")
  )
  var paths: [FilePath]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The sheet to write: .png, .svg, .pdf (A4 pages) or .html.", valueName: "out"))
  var output: FilePath

  @Option(
    help: ArgumentHelp("Recordings side by side, 1 to 12; HTML takes as many as have room.", valueName: "n"))
  var columns: Int?

  @Option(help: ArgumentHelp("A title above everything.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("Draw everything so many times as large, 1 to 8.", valueName: "n"))
  var scale = 1

  @Option(
    help: ArgumentHelp(
      "The colours: screen (or light), dark, print, or two colours, of the waveforms and of the ground.",
      valueName: "colors"))
  var colors: ColorsArgument?

  @Option(help: "Bars, or an envelope with one column per pixel.")
  var style: WaveformStyle = .bars

  @OptionGroup var cache: CacheOptions

  /// True for a page of HTML.
  private var isHTML: Bool { ["html", "htm"].contains(output.extension?.lowercased()) }
  private var format: FigureFormat? { FigureFormat(fileExtension: output.extension) }

  func validate() throws {
    guard isHTML || format != nil else {
      throw ValidationError("The name of the sheet must end in .png, .svg, .pdf or .html.")
    }
    guard (1...12).contains(columns ?? 1), FigureSize.scales.contains(scale) else {
      throw ValidationError("--columns must be between 1 and 12, --scale between 1 and 8.")
    }
  }

  func run() throws {
    var failures = 0
    var files: [(path: FilePath, isNamed: Bool)] = []
    for path in paths {
      guard FolderListing.isFolder(path) else {
        files.append((path, true))
        continue
      }
      do throws(AudioFileError) {
        files += try FolderListing.files(in: path).map { ($0, false) }
      } catch {
        StandardStreams.report(error)
        failures += 1
      }
    }
    let target = try StandardStreams.reporting { () throws(AudioFileError) in
      try OutputFile(output, notOver: files.map(\.path))
    }
    var sheet = ContactSheet(
      columns: columns ?? (format == .pdf ? 3 : 4),
      width: format == .pdf ? ContactSheet.page.logicalWidth : nil, scale: scale, palette: palette)
    sheet.title = title
    var skipped = 0
    for file in files {
      do throws(AudioFileError) {
        try add(file.path, to: &sheet)
      } catch {
        // Folders hold texts and pictures as well.
        if !file.isNamed, error.code == .unknownFormat, !Self.isSoundName(file.path) {
          skipped += 1
          continue
        }
        StandardStreams.report(error)
        sheet.add(name: file.path.displayName, problem: error.reason)
        failures += 1
      }
    }
    if skipped > 0 {
      let what = skipped == 1 ? "1 file of a folder is" : "\(skipped) files of folders are"
      StandardStreams.printError("barline-cli: \(what) no recording, and left out")
    }
    try StandardStreams.reporting { () throws(AudioFileError) in try write(sheet, to: target) }
    if failures > 0 { throw ExitCode(1) }
  }

  private func write(_ sheet: ContactSheet, to target: OutputFile) throws(AudioFileError) {
    try target.write { () throws(DrawingError) in
      if isHTML { return Array(sheet.html.utf8) }
      if format == .pdf { return try FigurePicture.pdfBytes(pages: sheet.pages()) }
      return try sheet.picture().bytes(format ?? .png)
    }
  }

  private func add(_ path: FilePath, to sheet: inout ContactSheet) throws(AudioFileError) {
    let recording = try Recording(reading: path, options: OpenOptions(), cache: cache.cache)
    let length = recording.report.frames
    let picture = RecordingPicture(
      recording,
      source: FileSampleSource(path: path, options: OpenOptions(), description: recording.description))
    var look = WaveformLook(style: style, channels: .mixed)
    look.showsMarks = false
    sheet.add(
      name: path.displayName,
      detail: TimeFormat.clock.text(ofLength: length, sampleRate: recording.description.sampleRate), picture,
      range: 0..<length, look: look)
    (recording.report.warnings + picture.warnings).forEach {
      StandardStreams.printWarning($0, about: path)
    }
  }

  /// A page of HTML is light or dark as its reader likes it: one ink that stands out from both grounds.
  private var palette: Palette {
    if let colors { return colors.colors.palette }
    guard isHTML else { return .light }
    let ink = Color(0xdf5401)
    return Palette(Palette.Inks(played: ink, unplayed: ink, background: Color(0xffffff)))
  }

  /// True for a name that promises a recording.
  private static func isSoundName(_ path: FilePath) -> Bool {
    path.extension.map { soundExtensions.contains($0.lowercased()) } ?? false
  }

  private static let soundExtensions: Set<String> = [
    "aac", "ac3", "aif", "aifc", "aiff", "amr", "ape", "au", "avi", "caf", "dsf", "flac", "m4a", "m4b", "mka",
    "mkv", "mov", "mp2", "mp3", "mp4", "oga", "ogg", "ogv", "opus", "rf64", "snd", "spx", "tta", "voc", "w64",
    "wav", "wave", "webm", "wma", "wv",
  ]
}
