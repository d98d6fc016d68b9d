// SheetCommand.swift
// barline-cli sheet FILE… -o OUT: many recordings on one sheet. Keeps of each what is drawn.

import ArgumentParser
import AudioFormats
import Batch
import HostIO
import Localization
import Recording
import SystemPackage
import WaveformCore
import WaveformDrawing

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: localized("Draw many recordings on a contact sheet: PNG, SVG, PDF or HTML."),
    discussion: localized(
      """
      Each has its name, its length and its waveform. A file that cannot be read is named in its place, with the reason. \
      Folders stand for the files in them, sorted by name.
      """))

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case png, svg, pdf, html

    init?(suffix: String?) {
      switch suffix?.lowercased() {
      case "htm": self = .html
      case let suffix?: self.init(rawValue: suffix)
      case nil: return nil
      }
    }

    /// Nil for HTML.
    var figure: FigureFormat? { FigureFormat(fileExtension: rawValue) }
  }

  @OptionGroup var list: FileOptions
  @OptionGroup var work: WorkOptions

  @Option(
    name: [.customShort("o"), .customLong("output"), .customLong("output-filename")],
    help: Sentence("The sheet to write: .png, .svg, .pdf (A4 pages) or .html; - is standard output.").help(
      valueName: "out"))
  var output: FilePath

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: Sentence("png, svg, pdf or html; else as the name of the sheet says, and png on standard output.")
      .help(valueName: "format"))
  var chosenFormat: Format?

  @Option(
    help: Sentence("Recordings side by side, 1 to 12; HTML takes as many as have room.").help(valueName: "n"))
  var columns: Int?

  @Option(help: Sentence("A title above everything.").help(valueName: "text"))
  var title: String?

  @Option(help: Sentence("Draw everything so many times as large, 1 to 8.").help(valueName: "n"))
  var scale = 1

  @Option(
    help: Sentence(
      "The colours: screen (or light), dark, print, or two colours, of the waveforms and of the ground."
    ).help(valueName: "colors"))
  var colors: ColorsArgument?

  @Option(help: Sentence("Bars, or an envelope with one column per pixel.").help())
  var style: WaveformStyle = .bars

  @OptionGroup var cache: CacheOptions

  /// What is written; nil when nothing says so.
  private var format: Format? {
    chosenFormat ?? (output == "-" ? .png : Format(suffix: output.extension))
  }

  func validate() throws {
    guard format != nil else {
      throw ValidationError(localized("The name of the sheet must end in .png, .svg, .pdf or .html."))
    }
    guard (1...12).contains(columns ?? 1), FigureSize.scales.contains(scale) else {
      throw ValidationError(localized("--columns must be between 1 and 12, --scale between 1 and 8."))
    }
  }

  func run() throws {
    work.begin()
    let listing = try StandardStreams.reporting { () throws(AudioFileError) in Listing(try list.paths()) }
    let target = try StandardStreams.reporting { () throws(AudioFileError) in
      try OutputTarget(output, notOver: listing.files)
    }
    let isPaged = format == .pdf
    var sheet = ContactSheet(
      columns: columns ?? (isPaged ? 3 : 4), width: isPaged ? ContactSheet.page.logicalWidth : nil,
      scale: scale, palette: palette)
    sheet.title = title
    var skipped = 0
    let (command, empty) = (self, sheet)
    try work.run(work.plan(listing.files, to: nil)) { (item, input) throws(AudioFileError) in
      if let problem = listing.problems[item.input] { throw problem }
      do throws(AudioFileError) { return try command.cell(of: input, named: item.input, on: empty) } catch {
        // Folders hold texts and pictures as well.
        guard listing.found.contains(item.input), error.code == .unknownFormat, !Self.isSoundName(item.input)
        else { throw error }
        return FileResult()
      }
    } finished: { item, result in
      if let cell = result.product {
        sheet.add(cell)
      } else if let error = result.error {
        sheet.add(name: item.input.displayName, problem: error.why.english)
      } else {
        skipped += 1
      }
    } atEnd: { _ in
      if skipped > 0 {
        StandardStreams.printNote(
          localized(
            "1 file of a folder is no recording, and left out",
            plural: "\(skipped) files of folders are no recording, and left out", count: skipped))
      }
      try StandardStreams.reporting { () throws(AudioFileError) in try write(sheet, to: target) }
    }
  }

  /// The files that were named, and those of folders that were.
  private struct Listing {
    private(set) var files: [FilePath] = []
    /// Those that a folder holds.
    private(set) var found: Set<FilePath> = []
    /// Folders that cannot be read.
    private(set) var problems: [FilePath: AudioFileError] = [:]

    init(_ paths: [FilePath]) {
      for path in paths {
        guard FolderListing.isFolder(path) else {
          files.append(path)
          continue
        }
        do throws(AudioFileError) {
          let inside = try FolderListing.files(in: path)
          files += inside
          found.formUnion(inside)
        } catch {
          files.append(path)
          problems[path] = error
        }
      }
    }
  }

  private func write(_ sheet: ContactSheet, to target: OutputTarget) throws(AudioFileError) {
    try target.write { () throws(DrawingError) in
      guard let figure = format?.figure else { return Array(sheet.html.utf8) }
      if figure == .pdf { return try FigurePicture.pdfBytes(pages: sheet.pages()) }
      return try sheet.picture().bytes(figure)
    }
  }

  private func cell(
    of input: BatchInput, named name: FilePath, on sheet: ContactSheet
  ) throws(AudioFileError) -> FileResult<ContactSheet.Cell> {
    let recording = try Recording(
      reading: input.path, options: OpenOptions(), cache: input.isKept ? cache.cache : nil)
    let (length, rate) = (recording.report.frames, recording.description.sampleRate)
    let picture = RecordingPicture(
      recording,
      source: FileSampleSource(
        path: input.path, options: OpenOptions(), description: recording.description))
    var look = WaveformLook(style: style, channels: .mixed)
    look.showsMarks = false
    let cell = sheet.cell(
      name: name.displayName, detail: TimeFormat.clock.text(ofLength: length, sampleRate: rate), picture,
      range: 0..<length, look: look)
    var result = FileResult(recording.report, sampleRate: rate, cell)
    result.findings += picture.findings
    return result
  }

  /// A page of HTML is light or dark as its reader likes it: one ink that stands out from both grounds.
  private var palette: Palette {
    if let colors { return colors.colors.palette }
    guard format == .html else { return .light }
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
