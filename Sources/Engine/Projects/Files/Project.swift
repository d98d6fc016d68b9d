// Project.swift
// A set of lanes as a project file keeps it. Values; positions are frames of the time axis.

import AudioFormats
import SystemPackage
import WaveformCore

/// The waveforms of a window, and how they are looked at.
public struct Project: Equatable, Sendable {
  /// From top to bottom.
  public var lanes: [ProjectLane]
  /// Frames per second of the time axis; 0 where it is not known.
  public var sampleRate: Int
  public var view: KeptView
  public var look: ProjectLook
  /// Loudness over time; nil in files that do not say so.
  public var loudness: KeptLoudness?
  /// What was chosen about the noise of recordings, by their places in `lanes`.
  public var noise: [Int: KeptNoise]
  /// What is compared; nil: nothing.
  public var comparison: KeptComparison?

  public init(
    lanes: [ProjectLane], sampleRate: Int, view: KeptView = KeptView(), look: ProjectLook = ProjectLook(),
    loudness: KeptLoudness? = nil, noise: [Int: KeptNoise] = [:]
  ) {
    self.lanes = lanes
    self.sampleRate = sampleRate
    self.view = view
    self.look = look
    self.loudness = loudness
    self.noise = noise
  }

  /// The project without what nobody would miss: how it is looked at, and what can be found out again. Two projects
  /// whose contents are equal need not be saved one after the other.
  public var content: Project {
    var content = self
    content.view = KeptView()
    content.look = ProjectLook()
    content.loudness = nil
    content.comparison = nil
    for lane in noise.keys {
      content.noise[lane]?.isClean = false
      content.noise[lane]?.listening = ""
    }
    for index in lanes.indices {
      content.lanes[index].frames = nil
      if lanes[index].gains.gains.own.isEmpty { content.lanes[index].gains.channels = .separate }
    }
    return content
  }

  /// True when there is more to it than files that were opened one after the other. A function is in no file.
  public var isArranged: Bool {
    if lanes.contains(where: { $0.options.function != nil }) { return true }
    guard lanes.count > 1 else { return false }
    return noise.values.contains { !$0.isUnchanged }
      || lanes.enumerated().contains { index, lane in
        var fresh = LaneSettings()
        fresh.color = index
        fresh.isOver = lane.settings.isOver
        return lane.settings != fresh || !lane.gains.gains.isUnchanged
      }
  }
}

/// A recording of a project, and its lane.
public struct ProjectLane: Equatable, Sendable {
  /// Absolute. Where the recording is, or where it was when none was found.
  public var path: FilePath
  /// True when there is no such file.
  public var isMissing = false
  /// The format of raw samples, and the audio track.
  public var options: OpenOptions
  public var settings: LaneSettings
  public var gains: KeptGains
  /// Frames of the recording when the project was saved; nil when it had not been read to its end.
  public var frames: Int?

  public init(
    path: FilePath, options: OpenOptions = OpenOptions(), settings: LaneSettings = LaneSettings(),
    gains: KeptGains = KeptGains(LaneGains(), channels: .separate), frames: Int? = nil
  ) {
    self.path = path
    self.options = options
    self.settings = settings
    self.gains = gains
    self.frames = frames
  }
}
