// NoisePresets.swift
// The presets of noise reduction that can be chosen: the program's, and the user's, which are kept as one text in the
// program's settings. A value.

import HostIO
import Localization
import Projects
import Spectral

/// Presets in the order in which they are listed.
struct NoisePresets: Equatable, Sendable {
  /// The standard, the program's, then the user's by name.
  var all: [NoisePreset] { [.standard(standard)] + NoisePreset.builtIn + own }

  private let standard: NoiseReductionSettings
  private var own: [NoisePreset] = []

  /// The most presets of the user's, and characters of a name.
  static let limit = 64, longestName = 40

  /// - Parameters:
  ///   - text: as from `text`; what cannot be read is left out.
  ///   - standard: what the preferences say.
  init(_ text: String, standard: NoiseReductionSettings) {
    self.standard = standard
    guard let json = try? JSONText(reading: Array(text.utf8)) else { return }
    for entry in json["presets"]?.list ?? [] where own.count < Self.limit {
      // The program's names are others in another language, so they refuse none here.
      guard let name = entry["name"]?.text.map(Self.tidy), !name.isEmpty, place(of: name) == nil
      else { continue }
      own.append(NoisePreset(name: name, settings: NoiseReductionSettings(entry), isOwn: true))
    }
    sort()
  }

  /// The user's, as one line of JSON.
  var text: String {
    let entries = own.map { JSONText.object([("name", .string($0.name))] + $0.settings.members) }
    return JSONText.object([("presets", .list(entries))]).line
  }

  /// The preset that sets just this; nil: the settings are nobody's. Whether a profile is needed is no matter of the
  /// program's presets.
  ///
  /// - Parameter name: of the one that is meant where several do; else it is the first.
  func preset(
    with settings: NoiseReductionSettings, preferring name: String? = nil
  ) -> NoisePreset? {
    let equal = all.filter { $0.settings(in: settings) == settings }
    return equal.first { $0.name == name } ?? equal.first
  }

  /// Why settings cannot be kept under a name, and what can be done: a sentence. Nil when they can.
  func problem(ofName name: String) -> String? {
    let name = Self.tidy(name)
    if name.isEmpty { return localized("Type a name for the preset.") }
    if all.contains(where: { !$0.isOwn && $0.name.lowercased() == name.lowercased() }) {
      return localized("“\(name)” is a preset of the program. Choose another name.")
    }
    if own.count >= Self.limit, !replaces(name) {
      return localized("There are \(Self.limit) presets already. Delete one that is no longer needed.")
    }
    return nil
  }

  /// True when one of the user's has that name.
  func replaces(_ name: String) -> Bool { place(of: name) != nil }

  /// Keeps settings; one of the user's with that name is replaced. Nothing happens where there is a `problem`.
  ///
  /// - Returns: the name that it got.
  @discardableResult
  mutating func save(_ settings: NoiseReductionSettings, as name: String) -> String? {
    guard problem(ofName: name) == nil else { return nil }
    let name = Self.tidy(name)
    if let place = place(of: name) { own.remove(at: place) }
    own.append(NoisePreset(name: name, settings: settings, isOwn: true))
    sort()
    return name
  }

  private mutating func sort() { own.sort { $0.name.lowercased() < $1.name.lowercased() } }

  /// Removes one of the user's.
  mutating func remove(_ name: String) { if let place = place(of: name) { own.remove(at: place) } }

  private func place(of name: String) -> Int? {
    let name = Self.tidy(name).lowercased()
    return own.firstIndex { $0.name.lowercased() == name }
  }

  /// A name on one line, without space at its ends.
  private static func tidy(_ name: String) -> String {
    let words = name.split { $0.isWhitespace || $0.isNewline }
    return String(words.joined(separator: " ").prefix(longestName))
  }
}
