// KeptEntries.swift
// The program's own files that people pass on: projects, views, profiles, manifests. What is read can be written, and
// comes back.

import Checks
import HostIO
import Localization
import SystemPackage

@testable import Batch
@testable import Projects
@testable import Spectral

extension FuzzEntry {
  static let kept = [
    FuzzEntry(name: "json") { bytes in
      guard let json = try? JSONText(reading: bytes) else { return }
      for text in [json.text(), json.line] {
        guard let again = try? JSONText(reading: Array(text.utf8)) else {
          throw Impossible(description: "what was written is not read: \(text)")
        }
        try hold(again.line == json.line, "\(again.line) instead of \(json.line)")
      }
    },
    FuzzEntry(name: "project") { bytes in
      let folder: FilePath = "/music/set"
      guard let project = try? ProjectFile.project(bytes, in: folder, exists: { _ in false }) else { return }
      let text = project.json(in: folder).text()
      guard let again = try? ProjectFile.project(Array(text.utf8), in: folder, exists: { _ in false }) else {
        throw Impossible(description: "what was written is not read: \(text)")
      }
      try hold(again == project, "\(again) instead of \(project)")
    },
    FuzzEntry(name: "view") { bytes in
      guard let json = try? JSONText(reading: bytes) else { return }
      let kept = KeptRecording(
        view: KeptView(json["view"]), gains: KeptGains(json["gains"]), noise: KeptNoise(json["noise"]))
      let again = KeptRecording(
        view: KeptView(kept.view.json), gains: KeptGains(kept.gains.json), noise: KeptNoise(kept.noise.json))
      try hold(again == kept, "\(again) instead of \(kept)")
    },
    FuzzEntry(name: "noise-profile") { bytes in
      // A checksum that is right lets all through.
      guard let profile = NoiseProfile(bytes: NoiseProfile.checked(bytes)) else { return }
      try hold(NoiseProfile(bytes: profile.bytes) == profile, "what was written is not read")
    },
    FuzzEntry(name: "check-profile") { bytes in
      do throws(ProfileProblem) { _ = try CheckProfile(reading: bytes) } catch {
        try hold(error.line >= 1 && !error.text.isEmpty, "line \(error.line): \(error.text)")
      }
    },
    FuzzEntry(name: "manifest") { bytes in
      guard let entry = ManifestEntry(bytes) else { return }
      let again = ManifestEntry(Array(entry.line.utf8))
      try hold(again?.line == entry.line && again?.key == entry.key, "\(entry.line)")
    },
    FuzzEntry(name: "sentence") { bytes in
      let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard let sentence = Sentence(parts: parts) else { return }
      try hold(Sentence(parts: sentence.parts) == sentence, "\(parts)")
      _ = sentence.english + sentence.localized
    },
  ]
}
