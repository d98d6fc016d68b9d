// MarkExportViewModel.swift
// Which marks are written, and as what, as somebody is choosing it; and what cannot be held, before it is lost. What is
// lost is found on a thread of its own: there may be a hundred thousand marks. Main actor.

import AudioExport
import HostIO
import Localization
import Marks
import Observation
import SystemPackage
import WaveformModel

/// The choices of an export of marks.
@Observable @MainActor final class MarkExportViewModel {
  let targets: [MarkTarget]
  /// The place of the chosen one of `targets`.
  var target: Int { didSet { if target != oldValue { look() } } }
  /// The tiers with marks that can be chosen.
  let tiers: [String]
  /// The place of the chosen one of `tiers`; nil: all.
  var tier: Int? { didSet { if tier != oldValue { look() } } }
  /// What the chosen target cannot hold: sentences; nil while that is being found out.
  private(set) var losses: [String]?

  private let recording: FilePath
  private let document: MarkDocument
  /// Cue points or chapters of the recording that were not taken.
  private let offer: Int
  @ObservationIgnored private var looks = 0

  /// - Parameter isCopy: true to choose a copy of the recording at first.
  /// - Returns: nil while there are no marks; or no copy can be made, if one is wanted.
  init?(_ marks: RecordingMarks, isCopy: Bool = false) {
    guard let recording = marks.recording, var document = marks.document, !document.isEmpty else {
      return nil
    }
    document.length = marks.length
    self.recording = recording
    self.document = document
    offer = marks.offer
    tiers = document.tiers.filter { !$0.marks.isEmpty }.map(\.name)
    let copy = Self.copy(of: recording)
    targets = [copy].compactMap(\.self) + Self.lists.map(MarkTarget.list)
    if isCopy, copy == nil { return nil }
    target = isCopy || copy == nil ? 0 : 1
    look()
  }

  /// Audacity's first: most programs read it.
  private static let lists: [MarkFileKind] =
    [.audacity] + MarkFileKind.allCases.filter { $0 != .audacity && $0 != .wav && $0.isWritable }

  /// How a copy of a recording holds marks; nil when it cannot.
  static func copy(of recording: FilePath) -> MarkTarget? {
    MarkTarget(named: recording).flatMap { $0.isCopy && $0.isWritable ? $0 : nil }
  }

  /// True when there are marks that a copy of their recording can hold.
  static func canCopy(_ marks: RecordingMarks) -> Bool {
    !marks.isEmpty && marks.recording.flatMap(copy) != nil
  }

  var chosen: MarkTarget { targets[target] }

  /// What is written.
  private var part: MarkDocument {
    guard let tier else { return document }
    var part = document
    let chosen = document.tiers.filter { !$0.marks.isEmpty }[tier].id
    for other in document.tiers where other.id != chosen {
      if let change = part.removingTier(other.id) { part.apply(change) }
    }
    return part
  }

  /// How many marks are written, in words.
  var summary: String {
    let counts = document.tiers.map(\.marks.count).filter { $0 > 0 }
    let count = tier.map { counts[$0] } ?? counts.reduce(0, +)
    let marks = localized("\(count) mark", plural: "\(count) marks", count: count)
    guard tier == nil, counts.count > 1 else { return marks }
    // Translators: “5 marks”, and a number of tiers
    return localized(
      "\(marks) in \(counts.count) tier", plural: "\(marks) in \(counts.count) tiers", count: counts.count)
  }

  private func look() {
    looks += 1
    let number = looks, document = part, target = chosen
    let own =
      target.isCopy && offer > 0
      ? [
        localized(
          "The \(offer) marks in the recording itself are left out; take them first to keep them.",
          plural: "The \(offer) marks in the recording itself are left out; take them first to keep them.",
          count: offer)
      ] : []
    losses = nil
    let isStarted = BackgroundThread.start { [weak self] in
      let found = MarkTransfer.losses(document, as: target)
      Task { @MainActor in if let self, self.looks == number { self.losses = own + found } }
    }
    if !isStarted { losses = [] }
  }

  /// A name for the file, beside the recording.
  var newName: NewFileName {
    let stem = recording.stem ?? "recording"
    return NewFileName(stem: chosen.isCopy ? "\(stem) with marks" : stem, suffix: suffix)
  }

  private var suffix: String { chosen.isCopy ? recording.extension ?? "" : chosen.suffix }

  /// The folder of the recording.
  var folder: FilePath { recording.removingLastComponent() }

  /// A name that somebody chose, with the suffix that says what is in the file.
  func named(_ path: FilePath) -> FilePath {
    guard let name = path.lastComponent, !name.string.lowercased().hasSuffix(".\(suffix.lowercased())") else {
      return path
    }
    return path.removingLastComponent().appending("\(name.string).\(suffix)")
  }

  /// Other files that are open, none of which is written over.
  @ObservationIgnored var inputs: [FilePath] = []

  /// Writes the file on a thread of its own.
  ///
  /// - Parameters:
  ///   - isNew: see `OutputFile`.
  ///   - ended: called once.
  func write(
    to path: FilePath, isNew: Bool = false, ended: @escaping @MainActor (MarkFileOutcome) -> Void
  ) {
    let document = part, target = chosen, recording = recording, inputs = [recording] + inputs
    let summary = summary
    let isStarted = BackgroundThread.start {
      let result = Result { () throws(MarkError) -> [String] in
        let output: OutputFile
        do throws(AudioFileError) { output = try OutputFile(path, notOver: inputs, isNew: isNew) } catch {
          throw .file(error)
        }
        return try MarkTransfer.write(document, as: target, at: output, copyOf: recording)
      }
      Task { @MainActor in
        switch result {
        case .success(let losses):
          // Translators: “5 marks” or “5 marks in 2 tiers”, and a file
          let written = localized("\(summary) written into “\(path.displayName)”.")
          let text = ([written] + losses).joined(separator: " ")
          ended(MarkFileOutcome(text: text, isDone: true, isIncomplete: !losses.isEmpty))
        case .failure(let error):
          ended(.failed(error.sentence { localized("No marks were written: \($0).") }))
        }
      }
    }
    if !isStarted { ended(.failed(localized("There is no memory to write the marks."))) }
  }
}

extension MarkTarget {
  /// The suffix of the file's name; "" for a copy, which has that of the recording.
  fileprivate var suffix: String { if case .list(let kind) = self { kind.suffix } else { "" } }

  /// What it is called in a list.
  var label: String {
    guard case .list(let kind) = self, kind != .wav else { return localized("Copy of the Recording") }
    return switch kind {
    case .audacity: localized("Audacity Labels")
    case .barline: localized("Barline Marks")
    case .textgrid: localized("Praat TextGrid")
    case .textgridShort: localized("Praat TextGrid, Short")
    case .csv: localized("Table, CSV")
    case .tsv: localized("Table, TSV")
    case .raven: localized("Raven Selection Table")
    case .srt: localized("SubRip Subtitles")
    case .webvtt: localized("WebVTT Subtitles")
    case .ffmetadata: localized("Chapters for ffmpeg")
    case .chapters: localized("Chapters of a Podcast")
    case .reaper: localized("Reaper Regions")
    case .wav, .elan: kind.name
    }
  }
}
