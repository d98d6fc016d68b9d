// InformationJSON.swift
// What a file says about itself, as members of the object that `info --json` prints.

import AudioExport
import HostIO

extension RecordingInformation {
  /// The members of a file of which nothing is known.
  static let noJSON: [(String, JSONText)] = [
    ("tags", .object([])), ("broadcast", .null), ("productionData", .bool(false)), ("cues", .list([])),
    ("pictures", .list([])), ("checksum", .null), ("remarks", .list([])),
  ]

  func json(sampleRate: Int, _ verified: ChecksumVerification.Outcome?) -> [(String, JSONText)] {
    [
      ("tags", tagsJSON), ("broadcast", broadcast?.json ?? .null),
      ("productionData", .bool(hasProductionData)),
      ("cues", .list(places.map { $0.json(sampleRate: sampleRate) })),
      ("pictures", .list(pictures.map(\.json))),
      ("checksum", checksum.json(verified)), ("remarks", .list(findings.map { .string($0.english) })),
    ]
  }

  /// Each name once, in the order of the file, with all of its texts.
  private var tagsJSON: JSONText {
    var order: [String] = []
    var texts: [String: [JSONText]] = [:]
    for tag in tags {
      if texts[tag.name] == nil { order.append(tag.name) }
      texts[tag.name, default: []].append(.string(tag.value))
    }
    return .object(order.map { ($0, .list(texts[$0] ?? [])) })
  }
}

extension BroadcastDescription {
  fileprivate var json: JSONText {
    .object([
      ("description", .string(description)), ("originator", .string(originator)),
      ("originatorReference", .string(originatorReference)), ("date", .string(date)), ("time", .string(time)),
      ("timeReference", JSONText(timeReference)), ("version", JSONText(version)),
      ("umid", materialIdentifier.isEmpty ? .null : .string(materialIdentifier)),
      ("loudness", decimal(loudness?.integrated)), ("loudnessRange", decimal(loudness?.range)),
      ("truePeak", decimal(loudness?.truePeak)), ("momentaryMax", decimal(loudness?.momentary)),
      ("shortTermMax", decimal(loudness?.shortTerm)), ("codingHistory", .string(codingHistory)),
    ])
  }

  private func decimal(_ value: Double?) -> JSONText { value.map { .decimal($0) } ?? .null }
}

extension RecordingInformation.Place {
  fileprivate func json(sampleRate: Int) -> JSONText {
    .object([
      ("frame", JSONText(frame)), ("time", .decimal(Double(frame) / Double(sampleRate))),
      ("frames", JSONText(length)), ("name", .string(name)), ("note", .string(note)),
    ])
  }
}

extension RecordingInformation.Picture {
  fileprivate var json: JSONText {
    .object([
      ("kind", .string(kindName.english.lowercased())), ("type", .string(type)),
      ("description", .string(description)),
      ("width", JSONText(width)), ("height", JSONText(height)), ("bytes", JSONText(byteCount)),
    ])
  }
}

extension StoredChecksum {
  fileprivate func json(_ verified: ChecksumVerification.Outcome?) -> JSONText {
    let (of, md5): (String, String?) =
      switch self {
      case .none: ("", nil)
      case .frames: ("frames", nil)
      case .pages: ("pages", nil)
      case .samples(let md5, _): ("samples", md5)
      }
    guard self != .none else { return .null }
    let isSame: JSONText =
      switch verified {
      case .same: .bool(true)
      case .differs: .bool(false)
      case .impossible, nil: .null
      }
    return .object([("of", .string(of)), ("md5", JSONText(md5)), ("verified", isSame)])
  }
}
