// ExportViewModel.swift
// What is to be exported, and how, as somebody is choosing it: which choices there are, what is wrong with them, and
// what the file would be called. Nothing is written here.

import AudioExport
import AudioFormats
import HostIO
import Localization
import Marks
import Observation
import Recording
import SystemPackage
import WaveformCore
import WaveformModel

/// The choices of an export.
@Observable @MainActor final class ExportViewModel {
  /// What can be exported; never empty.
  let choices: [Choice]
  var sources: [ExportSource] { choices.map(\.source) }
  /// The chosen one.
  private var choice: Choice { choices[source] }
  /// What of it is written.
  private var written: ExportSource {
    guard isSelectionOnly, let channels = choice.channels else { return choice.source }
    return choice.source.picking(channels.places)
  }
  /// What is selected of the chosen one, in its own frames; nil when that is nothing.
  var selection: FrameRange? { choice.selection }
  /// The file whose pictures a video has.
  var path: FilePath { choices[0].path }
  /// All files that are open, none of which is written over.
  @ObservationIgnored var inputs: [FilePath] = []

  /// The tiers of marks that have ranges.
  @ObservationIgnored var tiers: [MarkTier] = []

  /// The parts that there are.
  var parts: [Part] {
    [.whole] + (selection == nil ? [] : [.selection]) + (tiers.isEmpty ? [] : [.ranges])
  }

  /// The place of the chosen one of `sources`.
  var source = 0
  var part: Part {
    get { parts.contains(wanted) ? wanted : .whole }
    set { wanted = newValue }
  }
  private var wanted: Part
  /// True when only the selection is wanted, and there is one.
  var isSelectionOnly: Bool {
    get { part == .selection }
    set { part = newValue ? .selection : .whole }
  }
  /// The place of the chosen one of `tiers`; nil: all.
  var tier: Int?
  var kind: Kind

  /// The formats that there are; a video joins them once its file is known to be one.
  private(set) var kinds: [Kind] = ExportFormat.allCases.map(Kind.sound)
  private var movie: Movie?

  /// - Parameters:
  ///   - choices: at least one.
  ///   - source: the place of the one that is chosen at first.
  ///   - wantsSelection: true to choose the selection at first, where there is one.
  ///   - last: the format that was chosen last for files of a kind.
  init(
    _ choices: [Choice], source: Int = 0, wantsSelection: Bool = true, last: LastFormats = LastFormats()
  ) {
    precondition(choices.indices.contains(source))
    self.choices = choices
    self.source = source
    wanted = wantsSelection ? .selection : .whole
    let choice = choices[source]
    let known = last[choice.path].flatMap { $0.problem(of: choice.source) == nil ? $0 : nil }
    kind = .sound(known ?? Self.usualFormat(for: choice))
  }

  /// The last choices, with the present one for files of this kind.
  func remembered(in last: LastFormats) -> LastFormats {
    var last = last
    if case .sound(let format) = kind {
      last[choice.path] = format == Self.usualFormat(for: choice) ? nil : format
    }
    return last
  }

  /// The format of the recording itself, where that is written and can hold the samples; else FLAC, or WAV.
  private static func usualFormat(for choice: Choice) -> ExportFormat {
    let source = choice.source
    let flac = source.precision == .bits16 ? ExportFormat.flac16 : .flac24
    return [ExportFormat(choice.path, source.precision), flac].compactMap { $0 }.first {
      $0.problem(of: source) == nil
    } ?? .wav24
  }

  /// Looks whether the file is a video, in the background; it is exported as one then.
  func lookForPictures(_ options: OpenOptions) async {
    let path = path
    let found: Movie? = await withCheckedContinuation { continuation in
      let isStarted = BackgroundThread.start {
        continuation.resume(returning: try? Movie(path, options: options))
      }
      if !isStarted { continuation.resume(returning: nil) }
    }
    guard let movie = found else { return }
    self.movie = movie
    kinds.append(.video)
    if part == .whole { kind = .video }
  }

  /// Why it cannot be done so: a sentence; nil when it can.
  var problem: String? {
    switch kind {
    case .sound(let format):
      if let problem = format.problem(of: written) { return problem + "." }
      return part == .ranges && ranges.items.isEmpty
        ? ([localized("No range of marks lies in it.")] + ranges.notes).joined(separator: "\n") : nil
    case .video:
      guard choice.belongsToVideo else {
        return localized("This is not the sound of “\(path.displayName)”; choose a format of sounds.")
      }
      return part == .whole ? nil : localized("A video is exported whole; choose the whole recording.")
    }
  }

  /// What will be written, and how it will differ from what was read.
  var summary: String {
    let source = written
    let ranges = part == .ranges ? ranges : nil
    let frames = isSelectionOnly ? selection?.count : ranges?.frameCount ?? source.length
    let shape = SoundShape(sampleRate: source.sampleRate, channels: source.channels, length: frames)
    let channels = isSelectionOnly ? choice.channels.map(Self.sentence) : nil
    let sentences = [shape.text, channels].compactMap(\.self) + choice.notes
    return (sentences + (ranges.map(self.sentences) ?? [])).joined(separator: "\n")
  }

  private func sentences(_ ranges: MarkedRanges) -> [String] {
    let names = rangePlanner.names { _ in false }, count = ranges.items.count
    let doubled = localized(
      "\(names.doubled) name occurs again and gets a number.",
      plural: "\(names.doubled) names occur again and get numbers.", count: names.doubled)
    let files = localized("\(count) file", plural: "\(count) files", count: count)
    let isSlow = count > 1 && choice.source.isTreated
    return [files] + (names.doubled > 0 ? [doubled] : []) + ranges.notes
      + (isSlow ? [localized("Noise reduction begins anew for each file: many ranges take long.")] : [])
  }

  /// The ranges that are exported.
  private var ranges: MarkedRanges {
    MarkedRanges(
      of: tier.map { [tiers[$0]] } ?? tiers, length: choice.source.length, frames: choice.frames)
  }

  /// The suffix of the chosen format.
  private var suffix: String {
    switch kind {
    case .sound(let format): format.suffixes[0]
    case .video: movie?.container.suffix ?? "mkv"
    }
  }

  /// A name for the file: that of the recording, what was done to it, and the suffix of the format.
  var newName: NewFileName {
    let path = choice.path
    let parts = [
      choice.stem, choice.treatment, isSelectionOnly ? "selection" : nil, channelName,
    ]
    // The same name would be the file itself.
    let isSame = parts.count { $0 != nil } == 1 && path.extension?.lowercased() == suffix
    let stem = parts.compactMap { $0 }.joined(separator: " ") + (isSame ? " copy" : "")
    return NewFileName(stem: stem, suffix: suffix)
  }

  private static func sentence(about channels: (places: [Int], labels: [String])) -> String {
    let labels = channels.labels.joined(separator: ", ")
    return localized(
      "Only channel \(labels).", plural: "Only channels \(labels).", count: channels.labels.count)
  }

  /// The selected channels, as a part of a name.
  private var channelName: String? {
    guard isSelectionOnly, let channels = choice.channels else { return nil }
    // Labels come from files: nothing else of them belongs into a name.
    return channels.labels.map { $0.filter { $0.isLetter || $0.isNumber } }.joined(separator: "+")
  }

  /// Takes a name that somebody chose. Its suffix chooses the format, if it is that of another one.
  ///
  /// - Returns: the name with the suffix that says what is in the file.
  func adopt(_ path: FilePath) -> FilePath {
    let named = named(path)
    if named == path { return path }
    if Movie.Container(path) != nil, movie != nil {
      kind = .video
    } else if let format = ExportFormat(path, choice.source.precision) {
      kind = .sound(format)
    } else {
      return named
    }
    return path
  }

  /// A name with the suffix of the chosen format.
  private func named(_ path: FilePath) -> FilePath {
    let isRight =
      switch kind {
      case .sound(let format):
        format.suffixes.contains { path.extension?.lowercased() == $0 }
      case .video: Movie.Container(path) != nil
      }
    guard !isRight, let name = path.lastComponent else { return path }
    var whole = Array(name.string.utf8)
    guard FilePath.Component(name.string) == name else { return path }
    whole += Array(".".utf8) + Array(suffix.utf8)
    return path.removingLastComponent().appending(String(decoding: whole, as: UTF8.self))
  }

  /// What the files for the ranges of marks will be, once their folder is known.
  var rangePlanner: RangePlanner {
    let ranges = ranges
    return RangePlanner(
      marks: ranges.items.map(\.name), ranges: ranges.items.map(\.range), stem: choice.stem,
      suffix: suffix)
  }

  /// What was chosen, as it is now: the work is made of it.
  private var order: ExportOrder {
    ExportOrder(
      source: written, choice: choice, kind: kind, movie: movie, range: isSelectionOnly ? selection : nil,
      inputs: choices[0].options.function == nil ? [path] + inputs : inputs)
  }

  /// The work, ready to start; see `ExportOrder`.
  func export(
    _ plan: RangePlan, event: @escaping @Sendable (ExportBatch.Event) -> Void
  ) throws(AudioFileError) -> ExportBatch {
    guard case .sound(let format) = kind else {
      throw AudioFileError(
        .writeFailed, path: plan.folder, detail: problem ?? localized("a video is exported whole"))
    }
    return order.batch(plan, as: format, event: event)
  }

  /// The work, ready to start; see `ExportOrder`.
  func export(
    to target: FilePath, isNew: Bool = false, event: @escaping @Sendable (AudioExport.Event) -> Void
  ) -> AudioExport {
    order.export(to: target, isNew: isNew, event: event)
  }
}
