// ProjectSession.swift
// The project that a window shows: its file, what of it could not be found, and whether anything would be lost when the
// window closed now. Main actor.

import HostIO
import Localization
import Observation
import Projects
import SystemPackage
import WaveformCore
import WaveformModel

/// The project of a diagram; one that was never saved has no file.
@Observable @MainActor final class ProjectSession {
  /// The file; nil for a window that is no project.
  private(set) var path: FilePath?
  /// Recordings that were not found: they stay in the project.
  private(set) var missing: [ProjectLane] = []
  /// What was chosen about their noise, by their places among them.
  private var missingNoise: [Int: KeptNoise] = [:]
  /// What the file holds, or what the user has given up.
  private var saved: Project?
  /// The lanes as they were opened, to tell of those that have another length now.
  private var opened: [ProjectLane] = []
  private let diagram: DiagramViewModel

  init(_ diagram: DiagramViewModel) { self.diagram = diagram }

  /// True when there is something to save. What is heard has no name by which a project could find it.
  var canSave: Bool { !diagram.plots.isEmpty && !diagram.live.isOn }

  /// What would be written now.
  var present: Project { present(seen: diagram.keptView) }

  private func present(seen view: KeptView) -> Project {
    var project = diagram.project(seen: view)
    for (place, kept) in missingNoise { project.noise[project.lanes.count + place] = kept }
    project.lanes += missing
    return project
  }

  /// True when somebody would miss what is not saved: never for a single recording, nor for files that were just
  /// opened one after the other.
  var hasUnsavedChanges: Bool {
    // Without the view, so that whoever follows this is not told of each zoom.
    let present = present(seen: KeptView())
    guard present.content != saved else { return false }
    return path != nil || present.isArranged
  }

  /// The diagram has been given what was read from a file.
  func became(_ project: Project, at path: FilePath) {
    self.path = path
    let places = project.lanes.indices.filter { project.lanes[$0].isMissing }
    missing = places.map { project.lanes[$0] }
    missingNoise = places.enumerated().reduce(into: [:]) { $0[$1.offset] = project.noise[$1.element] }
    opened = project.lanes.filter { !$0.isMissing }
    saved = present.content
  }

  /// `project` has been written.
  func wasSaved(_ project: Project, to path: FilePath) {
    self.path = path
    saved = project.content
  }

  /// The user does not want to keep what there is.
  func giveUp() { saved = present.content }

  /// Something else is about to be opened.
  func forget() {
    path = nil
    missing = []
    missingNoise = [:]
    opened = []
    saved = nil
  }

  /// What a user should know of a project that was saved: the noise profiles that it does not hold, in sentences. Nil when
  /// it holds all.
  ///
  /// - Parameter lanes: those whose profiles were left out.
  static func loss(ofProfiles lanes: [ProjectLane]) -> String? {
    guard !lanes.isEmpty else { return nil }
    let names = lanes.map {
      let name = $0.settings.name ?? $0.path.displayName
      return localized("“\(name)”")
    }
    // Translators: names of waveforms in quotation marks
    return localized(
      """
      The noise profiles are too long for a project: of \(names.joined(separator: ", ")) there is none in it. Keep them in \
      files of their own.
      """)
  }

  /// What a user should know of the recordings: those that were not found, and those that are not as they were. One
  /// sentence or two a line.
  var remarks: [String] {
    var lines: [String] = []
    if !missing.isEmpty {
      let names = missing.map { localized("“\($0.path.displayName)”") }.joined(separator: ", ")
      lines.append(
        missing.count == 1
          // Translators: the name of a file in quotation marks
          ? localized(
            """
            \(names) was not found. It stays in the project: put it beside the project's file, and open that again.
            """)
          // Translators: a number, and names of files in quotation marks
          : localized(
            """
            \(missing.count) recording was not found: \(names). It stays in the project: put it beside the \
            project's file, and open that again.
            """,
            plural: """
              \(missing.count) recordings were not found: \(names). They stay in the project: put them beside \
              the project's file, and open that again.
              """, count: missing.count))
    }
    for lane in opened {
      guard let before = lane.frames,
        let plot = diagram.plots.first(where: { $0.path == lane.path && $0.options == lane.options }),
        plot.isComplete, !plot.isFailed, plot.length != before, plot.sampleRate > 0
      else { continue }
      let text = { (frames: Int) in
        Numerals.shown(
          TimeFormat.clock.text(
            ofLength: frames, sampleRate: plot.sampleRate, precision: .ofFrames(sampleRate: plot.sampleRate)))
      }
      let name = lane.path.displayName
      // Translators: a file, and two lengths of time
      lines.append(
        localized(
          """
          “\(name)” is not as it was when the project was saved: \(text(plot.length)) long, not \(text(before)).
          """))
    }
    return lines
  }
}
