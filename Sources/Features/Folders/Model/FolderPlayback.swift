// FolderPlayback.swift
// Plays the recordings of a folder, one at a time, from their beginnings. Files are opened by threads of their own: a dead
// share delays nothing. Main actor.

import AudioFormats
import HostIO
import Localization
import Observation
import Playback
import Recording
import SystemPackage

/// What is heard of a folder.
@Observable @MainActor public final class FolderPlayback {
  /// The recording that is opened to be played, or is played; nil: none.
  public private(set) var path: FilePath?
  /// True while it is played.
  public private(set) var isPlaying = false
  /// What the user should know: a sentence; and how many there were.
  public private(set) var notice: (text: String, count: Int) = ("", 0)

  @ObservationIgnored private let player: any Player
  @ObservationIgnored private let open: Open
  /// Counts the recordings that were asked for.
  @ObservationIgnored private var number = 0
  /// Frames of what is played; 0: not known.
  @ObservationIgnored private var length = 0

  /// Opens a file; blocks the calling thread.
  typealias Open =
    @Sendable (FilePath) throws(AudioFileError) -> (description: AudioDescription, source: any SampleSource)

  /// - Parameter player: used by this object only.
  public convenience init(_ player: any Player) {
    self.init(player) { path throws(AudioFileError) in try SampleSources.open(path) }
  }

  init(_ player: any Player, open: @escaping Open) {
    self.player = player
    self.open = open
    player.onEvent = { [weak self] event in Task { @MainActor in self?.receive(event) } }
  }

  /// - Parameter volume: as controls show it, 0…1.
  public func setVolume(_ volume: Double) { player.volume = volume * volume * volume }

  // MARK: Playing

  /// Plays a recording from its beginning; stops when that one is heard already.
  public func toggle(_ path: FilePath) {
    if self.path == path { stop() } else { play(path) }
  }

  /// Plays a recording from its beginning instead of what is heard.
  public func play(_ path: FilePath) {
    stop()
    self.path = path
    let number = number, open = open
    let isStarted = BackgroundThread.start { [weak self] in
      let result = Result { () throws(AudioFileError) in try open(path) }
      Task { @MainActor in self?.opened(result, number) }
    }
    if !isStarted { end(localized("There is no memory to play “\(path.displayName)”.")) }
  }

  public func stop() {
    number += 1
    if isPlaying { player.stop() }
    player.load([], sampleRate: 1)
    if isPlaying { isPlaying = false }
    if path != nil { path = nil }
  }

  private func end(_ text: String) {
    stop()
    notice = (text, notice.count + 1)
  }

  private func opened(
    _ result: Result<(description: AudioDescription, source: any SampleSource), AudioFileError>, _ number: Int
  ) {
    guard number == self.number else {
      if case .success(let opened) = result { opened.source.cancel() }
      return
    }
    switch result {
    case .failure(let error): end("\(error.message) \(error.advice)")
    case .success(let (description, source)):
      length = description.expectedFrames
      player.load(
        [PlayerVoice(source: source, layout: description.layout)],
        sampleRate: description.sampleRate)
      player.length = length > 0 ? length : .max >> 8
      player.start(at: 0, rate: Double(description.sampleRate))
      isPlaying = true
    }
  }

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .failed(let error): end("\(error.message) \(error.advice)")
    case .outputLost(let error): notice = (error.message, notice.count + 1)
    default: break
    }
  }

  // MARK: Progress

  /// How much has been heard, 0…1.
  public var share: Double {
    isPlaying && length > 0 ? min(max(player.position / Double(length), 0), 1) : 0
  }

  /// Stops at the end; to be asked while it plays.
  public func advance() { if isPlaying, length > 0, player.position >= Double(length) { stop() } }
}
