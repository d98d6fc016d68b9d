// MediaControls.swift
// Media keys, the shell's media controls and headsets (MPRIS), for the window that played last. It comes on
// the bus with the first playback, so that a program that only shows recordings is not listed as a player. No
// signals are sent while nothing changes.

import Glibc
import GtkBridge
import Playback
import WaveformModel
import WaveformViews

/// The program as a media player on the session's bus. One for all windows.
@MainActor final class MediaControls {
  private struct Watch {
    let window: WindowParts
    let observer: ModelObserver
  }

  /// The observers of each open window, by its diagram.
  private var watches: [ObjectIdentifier: Watch] = [:]
  /// The window that played last.
  private var window: WindowParts?
  private var observer: ModelObserver?
  private var bus: SessionBus?
  private var isConnecting = false
  private var object: BusObject?
  private var name: BusName?
  /// The last state that was sent, and when.
  private var told = MediaState()
  private var toldAt = 0.0
  private var track: (number: Int, file: FileReference?) = (0, nil)

  private static let root = "org.mpris.MediaPlayer2", player = "org.mpris.MediaPlayer2.Player"

  /// Lets media keys control a window as soon as it plays, until `forget`.
  func watch(_ window: WindowParts) {
    let diagram = window.diagram
    let watch = ModelObserver()
    watch.follow({ diagram.isPlaying }) { [weak self] in if $0 { self?.control(window) } }
    watches[ObjectIdentifier(diagram)] = Watch(window: window, observer: watch)
  }

  /// Stops watching a window that is closing.
  func forget(_ window: WindowParts) {
    watches[ObjectIdentifier(window.diagram)] = nil
    guard self.window?.diagram === window.diagram else { return }
    if let playing = watches.values.lazy.map(\.window).first(where: { $0.diagram.isPlaying }) {
      return control(playing)
    }
    self.window = nil
    observer = nil
    name = nil
    object = nil
  }

  private func control(_ window: WindowParts) {
    guard self.window?.diagram !== window.diagram else { return }
    self.window = window
    let diagram = window.diagram
    let observer = ModelObserver()
    observer.follow({ Changes(diagram) }) { [weak self] _ in self?.tell() }
    self.observer = observer
    register()
  }

  /// When one of these changes, the state must be sent. Observers are told of seeks, not of steps of the
  /// playhead.
  private struct Changes: Equatable, Sendable {
    let isPlaying: Bool, isLooping: Bool, placements: Int, length: Int?, plot: ObjectIdentifier?
    let speed: Double, volume: Double
    let tagged: RecordingTitle?

    @MainActor init(_ diagram: DiagramViewModel) {
      isPlaying = diagram.isPlaying
      isLooping = diagram.transport.isLooping
      placements = diagram.transport.placementCount
      length = diagram.knownLength
      plot = diagram.plots.first.map(ObjectIdentifier.init)
      speed = diagram.transport.speed
      volume = diagram.shownVolume
      tagged = diagram.tagged
    }
  }

  // MARK: The bus

  private func register() {
    guard object == nil else { return }
    guard let bus else {
      guard !isConnecting else { return }
      isConnecting = true
      SessionBus.connect { [weak self] bus in
        self?.bus = bus
        self?.register()
      }
      return
    }
    guard window != nil else { return }
    told = state
    toldAt = now
    object = bus.export(
      "/org/mpris/MediaPlayer2", description: Self.description,
      handler: BusHandler(
        call: { [weak self] in self?.call($0, $1) }, get: { [weak self] in self?.property($0) },
        set: { [weak self] in self?.set($0, $1) }))
    // Every process has its own name: the specification's form for players that may run several times.
    name = bus.own("\(Self.root).Barline.instance\(getpid())")
  }

  private func tell() {
    guard let object else { return }
    let state = state
    let now = now
    let changes = state.changes(since: told)
    let isSeek = state.isSeek(from: told, after: now - toldAt)
    (told, toldAt) = (state, now)
    if !changes.isEmpty { object.emitChanges(changes, of: Self.player) }
    if isSeek { object.emit("Seeked", of: Self.player, [.int64(state.position)]) }
  }

  private var now: Double { window?.diagram.transport.player.now ?? 0 }

  private var state: MediaState {
    guard let window else { return MediaState() }
    let diagram = window.diagram
    let file = window.file()
    if file != track.file { track = (track.number + 1, file) }
    let tagged = diagram.tagged
    return MediaState(
      title: tagged?.tagged ?? file?.displayName ?? "", artists: tagged?.artists ?? [], album: tagged?.album,
      uri: file?.uri ?? "",
      track: diagram.length > 0 ? track.number : 0,
      length: diagram.knownLength.map { diagram.microseconds(Double($0)) },
      isPlaying: diagram.isPlaying,
      isLooping: diagram.transport.isLooping,
      position: diagram.microseconds(diagram.position), speed: diagram.transport.speed,
      volume: diagram.shownVolume,
      canPlay: diagram.length > 0)
  }

  // MARK: What is asked for

  private func property(_ name: String) -> BusValue? {
    switch name {
    case "Identity": .string("Barline")
    case "DesktopEntry": .string(BarlineApplication.identifier)
    case "CanRaise": .boolean(true)
    case "CanQuit", "HasTrackList": .boolean(false)
    case "SupportedUriSchemes", "SupportedMimeTypes": .strings([])
    case "Position": .int64(state.position)
    default: MediaState.constants[name] ?? state.properties[name]
    }
  }

  private func call(_ method: String, _ arguments: [BusValue]) {
    guard let window else { return }
    let diagram = window.diagram
    switch (method, arguments.first, arguments.last) {
    case ("Raise", _, _): window.window.present()
    case ("Play", _, _): if !diagram.isPlaying { diagram.togglePlayback() }
    case ("Pause", _, _): diagram.transport.pause()
    case ("PlayPause", _, _): diagram.togglePlayback()
    case ("Stop", _, _):
      diagram.transport.pause()
      diagram.transport.jump(to: 0)
    case ("Seek", .int64(let offset)?, _):
      seek(diagram, to: diagram.position + diagram.frames(offset))
    case ("SetPosition", .path(let path)?, .int64(let position)?):
      // A position beyond this recording, or a request that came after another one was opened, is ignored.
      let frame = diagram.frames(position)
      guard path == MediaState.path(ofTrack: state.track),
        (0...Double(diagram.length)).contains(frame)
      else { return }
      diagram.transport.jump(to: frame)
    // Quit, Next, Previous, OpenUri: the properties say that these cannot be done.
    default: break
    }
  }

  /// There is no next recording, so a seek beyond the end stops at the end.
  private func seek(_ diagram: DiagramViewModel, to frame: Double) {
    if frame > Double(diagram.length) { diagram.transport.pause() }
    diagram.transport.jump(to: min(max(frame, 0), Double(diagram.length)))
  }

  private func set(_ property: String, _ value: BusValue) {
    guard let diagram = window?.diagram else { return }
    switch (property, value) {
    case ("Rate", .double(let rate)):
      // A rate of 0 means pause, by the specification.
      if rate == 0 { return diagram.transport.pause() }
      if rate > 0 { diagram.transport.setSpeed(rate) }
    case ("Volume", .double(let volume)):
      setVolume(diagram, volume)
    case ("LoopStatus", .string(let status)):
      if (status != "None") != diagram.transport.isLooping { diagram.toggleLoop() }
    default: break
    }
  }

  /// MPRIS has no mute: 0 means muted, and any other volume ends mute.
  private func setVolume(_ diagram: DiagramViewModel, _ volume: Double) {
    guard volume.isFinite else { return }
    diagram.transport.setVolume(volume)
    diagram.transport.setMuted(false)
  }
}

extension DiagramViewModel {
  /// Where playback is, in frames.
  fileprivate var position: Double { isPlaying ? min(transport.player.position, Double(length)) : playhead }

  /// What the tags of the recording say; nil where several are heard together.
  fileprivate var tagged: RecordingTitle? {
    plots.count { !$0.isComputed } == 1 ? plots.first?.taggedTitle : nil
  }

  fileprivate var shownVolume: Double { transport.isMuted ? 0 : transport.volume }

  /// The length, once it is final.
  fileprivate var knownLength: Int? {
    !plots.isEmpty && plots.allSatisfy(\.isComplete) ? length : nil
  }

  fileprivate func microseconds(_ frames: Double) -> Int64 {
    sampleRate > 0 ? Int64((frames / Double(sampleRate) * 1e6).rounded()) : 0
  }

  fileprivate func frames(_ microseconds: Int64) -> Double {
    Double(microseconds) / 1e6 * Double(sampleRate)
  }
}
