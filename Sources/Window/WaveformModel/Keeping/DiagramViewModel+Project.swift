// DiagramViewModel+Project.swift
// A diagram as a project, and back.

import Projects
import Recording
import WaveformCore

extension DiagramViewModel {
  /// The recordings with their lanes, the view, and what features keep of them.
  public var project: Project { project(seen: keptView) }

  /// - Parameter view: how the time axis is looked at.
  package func project(seen view: KeptView) -> Project {
    let recordings = plots.filter { !$0.isComputed }
    var project = Project(
      lanes: recordings.map { plot in
        ProjectLane(
          path: plot.path, options: plot.options, settings: plot.settings,
          gains: KeptGains(plot.gains, channels: look.channels),
          frames: plot.isComplete && !plot.isFailed ? plot.length : nil)
      }, sampleRate: sampleRate, view: view, look: ProjectLook(lanes.documentLook))
    for companion in lanes.companions.all { companion.keep(recordings, in: &project) }
    return project
  }

  /// Shows the recordings of a project that were found, in place of what there is.
  ///
  /// - Parameter cache: where their peaks may be cached; nil: nowhere.
  public func open(_ project: Project, cache: PeakCache?) {
    removeAll()
    lanes.adopt(project.look.over(lanes.documentLook))
    let plots = project.lanes.map { lane -> PlotViewModel? in
      guard !lane.isMissing else { return nil }
      let plot =
        lane.options.function.map { PlotViewModel($0) }
        ?? PlotViewModel(path: lane.path, options: lane.options, cache: cache)
      plot.settings = lane.settings
      plot.gains = lane.gains.gains(for: look.channels)
      return plot
    }
    lanes.restore(plots.compactMap(\.self), sampleRate: project.sampleRate)
    var view = project.view
    // Lanes that were not found have no place here.
    view.selectedChannels = view.selectedChannels.map { channels in
      let found = plots.indices.filter { plots[$0] != nil }
      let own = found.enumerated().compactMap { place, lane in channels[lane].map { (place, $0) } }
      return Dictionary(uniqueKeysWithValues: own)
    }
    restore(view)
    for companion in lanes.companions.all { companion.restore(project, plots) }
  }
}

extension ProjectLook {
  /// All of the look of a document.
  fileprivate init(_ look: DocumentLook) {
    self.init(
      style: look.style, channels: look.channels, amplitudeUnit: look.amplitudeUnit,
      isNormalized: look.isNormalized, spectrogram: look.spectrogram, timeFormat: look.timeFormat)
  }

  /// What a project says, and what it does not say as it is now.
  fileprivate func over(_ present: DocumentLook) -> DocumentLook {
    DocumentLook(
      style: style ?? present.style, channels: channels ?? present.channels,
      amplitudeUnit: amplitudeUnit ?? present.amplitudeUnit,
      isNormalized: isNormalized ?? present.isNormalized, spectrogram: spectrogram ?? present.spectrogram,
      timeFormat: timeFormat)
  }
}
