// CheckProfile.swift
// What is checked, how strictly, and how bad it is: the standard, or what a small text file changes of it. A value.

import Glibc
import HostIO
import Localization
import SystemPackage

/// The checks of a call, and their bounds.
public struct CheckProfile: Hashable, Sendable {
  /// Nil: the check is off.
  private var severities: [CheckKind: Severity] = [:]
  private var values: [CheckParameter: Double] = [:]

  /// What has few false alarms in sounds of any kind.
  public init() {
    for kind in CheckKind.allCases { severities[kind] = kind.severity }
    for parameter in CheckParameter.allCases { values[parameter] = parameter.standard }
  }

  public func severity(of kind: CheckKind) -> Severity? { severities[kind] }

  func isOn(_ kind: CheckKind) -> Bool { severities[kind] != nil }

  /// A bound; nil: there is none.
  func bound(_ parameter: CheckParameter) -> Double? { values[parameter] }

  /// True when loudness or true peaks are asked for.
  var boundsLoudness: Bool {
    let bounds: [(CheckKind, CheckParameter)] = [
      (.loudness, .loudnessLeast), (.loudness, .loudnessMost), (.loudnessRange, .loudnessRangeMost),
      (.truePeak, .truePeakMost),
    ]
    return bounds.contains { isOn($0) && bound($1) != nil }
  }

  /// A number that is always there.
  func number(_ parameter: CheckParameter) -> Double { values[parameter] ?? parameter.standard ?? 0 }

  /// A level in decibels, as a magnitude of full scale.
  func magnitude(_ parameter: CheckParameter) -> Float { Float(pow(10, number(parameter) / 20)) }
}

/// Why a profile cannot be used.
public struct ProfileProblem: Error, Hashable, Sendable {
  /// From 1.
  public let line: Int
  let sentence: Sentence

  public var text: String { sentence.localized }
}

extension CheckProfile {
  /// Reads `name = value` lines; what stands behind a # is not read.
  public init(reading bytes: [UInt8]) throws(ProfileProblem) {
    self.init()
    var seen: Set<String> = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
      if parts == [""] { continue }
      func problem(_ sentence: Sentence) -> ProfileProblem {
        ProfileProblem(line: index + 1, sentence: sentence)
      }
      guard parts.count == 2 else {
        throw problem(Sentence("“\(parts[0])” is no setting: a name, = and a value are wanted"))
      }
      let (name, value) = (parts[0], parts[1])
      guard seen.insert(name).inserted else { throw problem(Sentence("“\(name)” was set before")) }
      if let kind = CheckKind(rawValue: name) {
        let severity = Severity(rawValue: value)
        guard severity != nil || value == "off" else {
          throw problem(Sentence("“\(name)” can be error, warning, note or off, not “\(value)”"))
        }
        severities[kind] = severity
      } else if let parameter = CheckParameter(rawValue: name) {
        let number = Double(value)
        if value == "off", parameter.isBound {
          values[parameter] = nil
        } else if let number, parameter.limits.contains(number) {
          values[parameter] = number
        } else {
          let (low, high) = (parameter.limits.lowerBound, parameter.limits.upperBound)
          throw problem(
            Sentence("“\(name)” must be a number from \(plain(low)) to \(plain(high)), not “\(value)”"))
        }
      } else {
        throw problem(Sentence("there is no setting “\(name)”"))
      }
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let spaces: Set<Character> = [" ", "\t", "\r", "\r\n"]
    var text = text.drop { spaces.contains($0) }
    while let last = text.last, spaces.contains(last) { text.removeLast() }
    return String(text)
  }
}

/// A number without needless zeros, as a profile has it.
private func plain(_ value: Double) -> String { value == value.rounded() ? String(Int(value)) : "\(value)" }
