// ElanAnnotations.swift
// Reads ELAN's annotations (EAF; MPI for Psycholinguistics, "ELAN Annotation Format 2.8 and 3.0"). Times are
// milliseconds of time slots that annotations name. An annotation may hang on another one instead; slots without a time,
// and several annotations on the same one, share the room evenly, as ELAN shows them.

import Localization

enum ElanAnnotations: MarkFormat {
  // Translators: begins a sentence such as “… has no tiers: …”
  static var name: String { localized("ELAN's annotations") }

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    var marks = MarkGathering(clock, remarks: text.remarks)
    let file = try ElanFile(text)
    let times = file.times
    let origin = file.origin ?? 0
    // Ranges in milliseconds by the numbers of annotations.
    var ranges: [String: (Double, Double)] = [:]
    for tier in file.tiers {
      for each in tier.annotations {
        guard case .times(let first, let last) = each.kind else { continue }
        guard let start = times[first], let end = times[last] else {
          throw MarkFileError(line: each.line, Sentence("the annotation names a time slot that is not there"))
        }
        ranges[each.id] = (start, end)
      }
    }
    // Annotations on others, which may hang on others in turn: one level after the other.
    var left = file.tiers.map { tier in
      Dictionary(grouping: tier.annotations.filter { $0.parent != nil }) { $0.parent ?? "" }
    }
    for _ in 0..<32 where left.contains(where: { !$0.isEmpty }) {
      for tier in left.indices {
        for (parent, children) in left[tier] {
          guard let (start, end) = ranges[parent] else { continue }
          left[tier][parent] = nil
          let width = (end - start) / Double(children.count)
          for (index, child) in children.enumerated() {
            ranges[child.id] = (
              start + width * Double(index),
              index + 1 == children.count ? end : start + width * Double(index + 1)
            )
          }
        }
      }
    }
    for tier in file.tiers {
      let place = try marks.addTier(tier.name, line: tier.line)
      for each in tier.annotations {
        guard let (start, end) = ranges[each.id] else {
          throw MarkFileError(line: each.line, Sentence("the annotation hangs on one that is not there"))
        }
        // Thousandths of a millisecond: what is shared out has no whole milliseconds.
        guard
          let first = clock.frame(of: Int(((start + origin) * 1000).rounded()), ticksPerSecond: 1_000_000),
          let last = clock.frame(of: Int(((end + origin) * 1000).rounded()), ticksPerSecond: 1_000_000)
        else { throw MarkFileError(line: each.line, Sentence("the annotation lies too far away")) }
        try marks.add(from: first, to: last, name: each.name, tier: place, line: each.line)
      }
    }
    if origin != 0 {
      let seconds = MarkClock(sampleRate: 1_000_000).seconds(Int((origin * 1000).rounded()), digits: 3)
      marks.remark(
        // Translators: TIME_ORIGIN is the name of an attribute.
        Sentence(
          "The document begins \(seconds) s into the recording (TIME_ORIGIN): its marks were moved there."))
    }
    if file.isGuessed {
      marks.remark(Sentence("Time slots without a time were spread evenly between their neighbours."))
    }
    return marks.reading()
  }
}

/// What an EAF file says, before times are worked out.
private struct ElanFile {
  struct Annotation {
    let id: String, line: Int
    let kind: Kind
    var name = ""
    enum Kind { case times(String, String), parent(String) }
    var parent: String? { if case .parent(let id) = kind { id } else { nil } }
  }

  private(set) var tiers: [(name: String, line: Int, annotations: [Annotation])] = []
  /// Milliseconds by the names of slots.
  private(set) var times: [String: Double] = [:]
  /// True when slots had no time of their own.
  private(set) var isGuessed = false
  private var slots: [(id: String, time: Double?)] = []
  /// The milliseconds of the recording at which the document begins; of several recordings, those of the first sound. Nil
  /// where it does not say.
  private(set) var origin: Double?
  private var isOriginOfSound = false

  init(_ text: MarkText) throws(MarkFileError) {
    var xml = StrictXML(text.bytes)
    var annotation: Annotation?, value: String?, count = 0
    var isFirst = true
    while let event = try xml.next() {
      switch event {
      case .start(let name, let attributes):
        guard !isFirst || name == "ANNOTATION_DOCUMENT" else {
          throw MarkFileError(line: xml.line, Sentence("the root element is no “ANNOTATION_DOCUMENT”"))
        }
        isFirst = false
        switch name {
        case "HEADER":
          let unit = attributes["TIME_UNITS"] ?? "milliseconds"
          guard unit == "milliseconds" else {
            throw MarkFileError(
              line: xml.line, Sentence("its times are \(MarkFileError.quoted(unit.utf8)), not milliseconds"))
          }
        case "MEDIA_DESCRIPTOR": try addMedia(attributes, line: xml.line)
        case "TIME_SLOT": try addSlot(attributes, line: xml.line)
        case "TIER":
          guard tiers.count < MarkDocument.mostTiers else {
            throw MarkFileError(line: xml.line, MarkFileError.tooMany)
          }
          tiers.append((attributes["TIER_ID"] ?? "", xml.line, []))
        case "ALIGNABLE_ANNOTATION":
          guard let id = attributes["ANNOTATION_ID"], let start = attributes["TIME_SLOT_REF1"],
            let end = attributes["TIME_SLOT_REF2"]
          else { throw MarkFileError(line: xml.line, Sentence("the annotation names no time slots")) }
          annotation = Annotation(id: id, line: xml.line, kind: .times(start, end))
        case "REF_ANNOTATION":
          guard let id = attributes["ANNOTATION_ID"], let parent = attributes["ANNOTATION_REF"] else {
            throw MarkFileError(line: xml.line, Sentence("the annotation hangs on none"))
          }
          annotation = Annotation(id: id, line: xml.line, kind: .parent(parent))
        case "ANNOTATION_VALUE": value = ""
        default: break
        }
      case .text(let text): value? += text
      case .end(let name):
        if name == "ANNOTATION_VALUE" {
          annotation?.name = MarkText.plainLines(value ?? "")
          value = nil
        } else if name == "ALIGNABLE_ANNOTATION" || name == "REF_ANNOTATION" {
          guard let done = annotation, !tiers.isEmpty else {
            throw MarkFileError(line: xml.line, Sentence("the annotation stands in no tier"))
          }
          count += 1
          guard count <= MarkDocument.mostMarks else {
            throw MarkFileError(line: xml.line, MarkFileError.tooMany)
          }
          tiers[tiers.count - 1].annotations.append(done)
          annotation = nil
        }
      }
    }
    spread()
  }

  private mutating func addMedia(_ attributes: [String: String], line: Int) throws(MarkFileError) {
    let isSound = attributes["MIME_TYPE"]?.hasPrefix("audio/") ?? false
    guard origin == nil || isSound && !isOriginOfSound else { return }
    isOriginOfSound = isSound
    guard let text = attributes["TIME_ORIGIN"] else { return origin = 0 }
    guard let time = DecimalNumber(Array(text.utf8), comma: false)?.value, abs(time) < 1e12 else {
      throw MarkFileError(
        line: line, Sentence("\(MarkFileError.quoted(text.utf8)) is no number of milliseconds"))
    }
    origin = time
  }

  private mutating func addSlot(_ attributes: [String: String], line: Int) throws(MarkFileError) {
    guard let id = attributes["TIME_SLOT_ID"] else {
      throw MarkFileError(line: line, Sentence("the time slot has no name"))
    }
    guard let text = attributes["TIME_VALUE"] else { return slots.append((id, nil)) }
    guard let time = DecimalNumber(Array(text.utf8), comma: false)?.value, abs(time) < 1e12 else {
      throw MarkFileError(
        line: line, Sentence("\(MarkFileError.quoted(text.utf8)) is no number of milliseconds"))
    }
    slots.append((id, time))
  }

  /// Gives slots without a time one: evenly within the annotations of a tier that follow one another, else between the
  /// neighbours in the order of all slots.
  private mutating func spread() {
    for slot in slots { if let time = slot.time { times[slot.id] = time } }
    guard times.count < slots.count else { return }
    isGuessed = true
    for tier in tiers {
      var chain: [String] = []
      for each in tier.annotations {
        guard case .times(let start, let end) = each.kind else { continue }
        if chain.last != start { chain = [start] }
        chain.append(end)
        guard let last = times[end] else { continue }
        if chain.count > 2, let first = times[chain[0]] {
          for (index, id) in chain.enumerated().dropFirst().dropLast() where times[id] == nil {
            times[id] = first + (last - first) * Double(index) / Double(chain.count - 1)
          }
        }
        chain = [end]
      }
    }
    var start = 0
    while start < slots.count {
      guard times[slots[start].id] == nil else {
        start += 1
        continue
      }
      var end = start
      while end < slots.count, times[slots[end].id] == nil { end += 1 }
      let low = start > 0 ? times[slots[start - 1].id] ?? 0 : 0
      let high = end < slots.count ? times[slots[end].id] ?? low : low
      for index in start..<end {
        times[slots[index].id] = low + (high - low) * Double(index - start + 1) / Double(end - start + 1)
      }
      start = end
    }
  }
}
