// ChapterPlan.swift
// The chapters that a recording gets for marks, and what of the marks it cannot hold. A pure value: ffmpeg writes them.

import WaveformCore

/// Chapters of a recording.
public struct ChapterPlan: Sendable {
  /// For ffmpeg, as its metadata.
  public let bytes: [UInt8]
  public let count: Int
  /// Sentences.
  public let losses: [String]

  public init(_ document: MarkDocument, _ container: ChapterContainer) {
    var losses = MarkLosses(container.name, of: document, abilities: [.lines])
    let rate = document.sampleRate
    var marks = document.flat(cuttingEarly: &losses)
    for index in marks.indices {
      let start = marks[index].range.lowerBound, end = marks[index].range.upperBound
      let next = index + 1 < marks.count ? marks[index + 1].range.lowerBound : nil
      let last = max(document.length ?? 0, start + rate)
      if marks[index].isPoint {
        if !container.isTrack { losses.add(.pointToNext) }
        marks[index].range = start..<max(start, next ?? last)
      }
      if container.isTrack {
        if let next, next != end { losses.add(.gaps) }
        marks[index].range = start..<max(start, next ?? marks[index].range.upperBound)
      }
      if container.isRounded, [start, end].contains(where: { $0 * 1000 % rate != 0 }) {
        losses.add(.rounded)
      }
      let name = container.title(for: marks[index].name)
      if name != marks[index].name, name != ChapterContainer.noTitle { losses.add(.name) }
      marks[index].name = name
      marks[index].note = ""
    }
    let hasLead = container.isTrack && marks.first.map { $0.range.lowerBound > 0 } ?? false
    if hasLead, let first = marks.first {
      losses.add(.lead)
      marks.insert(Mark(id: first.id, range: 0..<first.range.lowerBound), at: 0)
    }
    var plain = MarkDocument(sampleRate: rate, length: document.length)
    plain.add(marks, to: plain.addTier(MarkTier.plainName))
    bytes = FFMetadataChapters.write(plain).bytes
    count = marks.count - (hasLead ? 1 : 0)
    self.losses = losses.sentences
  }
}

extension ChapterContainer {
  /// Stands for no title in an MP3: ffmpeg shows the number of a chapter that has none.
  fileprivate static let noTitle = " "

  fileprivate func title(for name: String) -> String {
    if name.isEmpty { return self == .mp3 ? Self.noTitle : name }
    // A text ends at a NUL, and for ffmpeg 5.1 a line goes on behind a backslash even if that one is protected.
    var bytes: [UInt8] = []
    for byte in name.utf8 where byte != 0 {
      if byte == 0x0A, bytes.last == UInt8(ascii: "\\") { bytes.append(0x20) }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\\") { bytes.append(0x20) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The marks that chapters stand for: without what a plan adds.
  public func marks(of chapters: MarkDocument, named name: String) -> MarkDocument {
    var document = chapters
    func apply(_ change: MarkChange?) { if let change { document.apply(change) } }
    for tier in chapters.tiers { apply(document.changingTier(tier.id, name: name)) }
    let marks = document.flat()
    if isTrack, marks.count > 1, let lead = marks.first, lead.name.isEmpty, lead.range.lowerBound == 0 {
      apply(document.removing([lead.id]))
    }
    let unnamed = marks.filter { $0.name == Self.noTitle }.map(\.id)
    apply(document.changing(Set(unnamed)) { $0.name = "" })
    return document
  }
}
