// ComparedTexts.swift
// What differs between two recordings, as text and JSON. Pure functions.

import AudioFormats
import Comparing
import Glibc
import HostIO
import Localization
import SystemPackage
import WaveformCore

enum ComparedTexts {
  typealias Names = (a: FilePath, b: FilePath)

  // MARK: For people

  static func text(of pair: ComparedPair, _ names: Names) -> String {
    let difference = pair.difference
    let title = "\(names.a.displayPath), \(names.b.displayPath): "
    var lines = [
      title + (difference.isIdentical ? localized("identical") : localized("different"))
    ]
    lines += pair.alignment.map { rows(of: $0, rate: pair.a.description.sampleRate) } ?? []
    if !difference.isIdentical { lines += rows(of: pair) }
    if [pair.a, pair.b].contains(where: \.description.isComparedInPart) {
      lines.append("  " + localized("Of samples with more than 24 bits the upper 24 were compared."))
    }
    return lines.joined(separator: "\n")
  }

  private static func rows(of alignment: Alignment, rate: Int) -> [String] {
    let certainty = Int((alignment.certainty * 100).rounded())
    var rows = [row(localized("Certainty:"), "\(certainty) %")]
    if let doubt = alignment.doubt { rows.append("  " + doubt.localized) }
    guard alignment.certainty >= Alignment.surely else { return rows }
    let frames = alignment.offsetFrames
    let sign = frames < 0 ? "−" : ""
    let time = Timecode(frames: Int(abs(frames).rounded()), sampleRate: rate).text
    rows.append(row(localized("Offset:"), "\(sign)\(decimals(abs(frames), 2)) (\(sign)\(time))"))
    rows.append(row(localized("Gain:"), "\(decibels(20 * log10(alignment.gain))) dB"))
    if alignment.isInverted { rows.append(row(localized("Polarity:"), localized("inverted"))) }
    if alignment.driftPpm != 0 {
      rows.append(row(localized("Drift:"), "\(decibels(alignment.driftPpm)) ppm"))
    }
    rows += alignment.channels.enumerated().map { row(localized("Channel \($0 + 1):"), text(of: $1)) }
    return rows + alignment.pieces.map { row(localized("Piece:"), text(of: $0, rate: rate)) }
  }

  /// Which of the second recording stands beside it, and how.
  private static func text(of channel: Alignment.Channel) -> String {
    let number = channel.source + 1, gain = decibels(20 * log10(channel.gain))
    return channel.isInverted
      // Translators: the number of a channel of the other recording, and decibels.
      ? localized("beside channel \(number), gain \(gain) dB, inverted")
      : localized("beside channel \(number), gain \(gain) dB")
  }

  /// From where to where it goes, and where B would begin.
  private static func text(of piece: Alignment.Piece, rate: Int) -> String {
    func time(_ frame: Double) -> String {
      let sign = frame < 0 ? "−" : ""
      let time = Timecode(frames: Int(abs(frame).rounded()), sampleRate: rate).text
      return "\(sign)\(time) (\(sign)\(decimals(abs(frame), 2)))"
    }
    let ends = [piece.frames.lowerBound, piece.frames.upperBound].map {
      "\(Timecode(frames: $0, sampleRate: rate).text) (\($0))"
    }
    let depth = piece.nullDepth.map { localized("null depth \(decibels($0)) dB") } ?? localized("identical")
    // Translators: a stretch of the first recording, the time at which the second one would begin if all of it lay as it
    // does there, and how much of the sound differs: "null depth −30.00 dB" or "identical".
    return localized("\(ends.joined(separator: " – ")), offset \(time(piece.offsetFrames)), \(depth)")
  }

  private static func rows(of pair: ComparedPair) -> [String] {
    let difference = pair.difference, rate = pair.a.description.sampleRate
    let time = { (frame: Int) in "\(Timecode(frames: frame, sampleRate: rate).text) (\(frame))" }
    var rows: [String] = []
    if difference.lengthA != difference.lengthB || rate != pair.b.description.sampleRate {
      let lengths = [(difference.lengthA, rate), (difference.lengthB, pair.b.description.sampleRate)].map {
        "\(Timecode(frames: $0.0, sampleRate: $0.1).text) (\($0.0))"
      }
      rows.append(row(localized("Lengths:"), lengths.joined(separator: ", ")))
    }
    guard let first = difference.first, let last = difference.last, let worst = difference.worst else {
      rows.append(
        "  "
          + (difference.overlap.isEmpty
            ? localized("There is no time at which both have sound.")
            : localized("Where both have sound, every sample is the same.")))
      return rows
    }
    if let depth = difference.nullDepth {
      rows.append(row(localized("Null depth:"), "\(decibels(depth)) dB"))
    }
    rows.append(row(localized("First:"), time(first)))
    rows.append(row(localized("Last:"), time(last)))
    let level = "\(decibels(20 * log10(Double(worst.magnitude)))) dBFS"
    rows.append(row(localized("Worst:"), "\(time(worst.frame)), \(level)"))
    let share = Double(difference.identicalFrames) / Double(max(1, difference.overlap.count)) * 100
    rows.append(row(localized("Identical:"), "\(decimals(share, 1)) %"))
    return rows
  }

  private static func row(_ title: String, _ value: String) -> String {
    "  " + title + String(repeating: " ", count: max(1, 13 - title.count)) + value
  }

  private static func decibels(_ value: Double) -> String { (value < 0 ? "−" : "") + decimals(abs(value), 2) }

  /// - Parameter value: 0 or more.
  private static func decimals(_ value: Double, _ count: Int) -> String {
    guard value.isFinite, value < 1e15 else { return "∞" }
    let unit = count == 1 ? 10 : 100
    let whole = Int((value * Double(unit)).rounded())
    let rest = String(whole % unit)
    return "\(whole / unit)." + String(repeating: "0", count: count - rest.count) + rest
  }

  // MARK: For programs

  /// Every member is always there, and null without a value.
  ///
  /// - Parameters:
  ///   - pair: nil when one of both could not be read.
  ///   - error: why.
  static func json(of pair: ComparedPair?, _ names: Names, error: String?) -> JSONText {
    typealias Members = [(String, JSONText)]
    let difference = pair?.difference
    let head: Members = [
      ("path", .string(names.a.string)), ("other", .string(names.b.string)),
      ("identical", flag(difference?.isIdentical)),
    ]
    let lengths: Members = [
      ("nullDepth", number(difference?.nullDepth)),
      ("frames", JSONText(difference?.lengthA)), ("otherFrames", JSONText(difference?.lengthB)),
    ]
    let ends: Members = [
      ("losses", losses(pair?.a.report)), ("otherLosses", losses(pair?.b.report)),
      ("error", JSONText(error)),
    ]
    return .object(head + members(pair?.alignment) + lengths + members(difference) + ends)
  }

  private static func members(_ alignment: Alignment?) -> [(String, JSONText)] {
    let gain = alignment.map { 20 * log10($0.gain) }
    return [
      ("offsetFrames", number(alignment?.offsetFrames)), ("gain", number(gain)),
      ("inverted", flag(alignment?.isInverted)), ("driftPpm", number(alignment?.driftPpm)),
      ("certainty", number(alignment?.certainty)), ("doubt", JSONText(alignment?.doubt?.english)),
      ("channels", .list((alignment?.channels ?? []).enumerated().map { object($0, $1) })),
      ("pieces", .list((alignment?.pieces ?? []).map(object))),
    ]
  }

  private static func members(_ difference: DifferenceReport?) -> [(String, JSONText)] {
    let depths: [JSONText] = (difference?.depths ?? []).map { number($0.map { Double($0) }) }
    let overlap: JSONText = difference.map { range($0.overlap) } ?? .null
    return [
      ("overlap", overlap),
      ("first", JSONText(difference?.first)), ("last", JSONText(difference?.last)),
      ("worst", object(difference?.worst)),
      ("identicalFrames", JSONText(difference?.identicalFrames)),
      ("identicalStretches", .list((difference?.identicalStretches ?? []).map(range))),
      ("bands", .list((difference?.bands ?? []).map(object))),
      ("framesPerStep", JSONText(difference?.framesPerStep)), ("depths", .list(depths)),
    ]
  }

  private static func object(_ place: DifferenceReport.Place?) -> JSONText {
    guard let place else { return .null }
    let level = 20 * log10(Double(place.magnitude))
    return .object([
      ("frame", .number(place.frame)), ("channel", .number(place.channel + 1)), ("level", .decimal(level)),
    ])
  }

  private static func object(_ number: Int, _ channel: Alignment.Channel) -> JSONText {
    .object([
      ("channel", .number(number + 1)), ("other", .number(channel.source + 1)),
      ("gain", .decimal(20 * log10(channel.gain))), ("inverted", .bool(channel.isInverted)),
    ])
  }

  private static func object(_ piece: Alignment.Piece) -> JSONText {
    .object([
      ("from", .number(piece.frames.lowerBound)), ("to", .number(piece.frames.upperBound)),
      ("offsetFrames", number(piece.offsetFrames)), ("nullDepth", number(piece.nullDepth)),
    ])
  }

  private static func object(_ band: DifferenceReport.Band) -> JSONText {
    .object([
      ("low", .decimal(band.frequencies.low)), ("high", .decimal(band.frequencies.high)),
      ("nullDepth", number(band.nullDepth)),
    ])
  }

  private static func losses(_ report: ReadReport?) -> JSONText {
    .list((report?.findings ?? []).map { .string($0.english) })
  }

  private static func flag(_ value: Bool?) -> JSONText { value.map { .bool($0) } ?? .null }

  private static func range(_ range: FrameRange) -> JSONText {
    .list([.number(range.lowerBound), .number(range.upperBound)])
  }

  private static func number(_ value: Double?) -> JSONText { value.map { .decimal($0) } ?? .null }
}
