// ListeningModel.swift
// What a window hears: from which source, how loud, whether it is recorded and into which file, and what went wrong.
// The waveform of it is one of the diagram, which is told of it (`LiveSound`). Main actor; the listener's threads send
// events.

import AudioFormats
import Capture
import HostIO
import Localization
import Marks
import Observation
import Playback
import Recording
import SystemPackage
import WaveformCore
import WaveformModel

/// The sound that a diagram listens to.
@Observable @MainActor final class ListeningModel {
  /// A recording that is being made.
  struct Recording: Equatable, Sendable {
    let path: FilePath
    /// The format of its samples, in words.
    let format: String
    /// Minutes that its disk has room for; nil while there are many.
    fileprivate(set) var minutesLeft: Int?
    /// True when the source slept: that time is missing.
    fileprivate var hasSlept = false
  }

  /// How loud a source was.
  struct Level: Equatable, Sendable {
    /// The largest |x| of each channel.
    fileprivate(set) var channels: [Float] = []
    /// Counts them: in silence each is like the one before, and time goes on.
    fileprivate var number = 0

    fileprivate func next(_ channels: [Float]) -> Level { Level(channels: channels, number: number + 1) }
  }

  /// Where what is heard is kept until the window closes.
  struct Kept: Equatable, Sendable {
    /// Minutes for which there is room; nil while there are many.
    fileprivate(set) var minutesLeft: Int?
    /// Why close views and playing end at some place; nil while they do not.
    fileprivate(set) var problem: String?
  }

  /// What became of a recording.
  struct Outcome: Equatable, Sendable {
    /// Nil when no file remains.
    let path: FilePath?
    /// One sentence or two.
    let text: String
    let hasFailed: Bool
  }

  /// The sources that there are.
  private(set) var devices: [CaptureDevice] = []
  /// The name of the chosen source; nil: the desktop's own choice.
  private(set) var chosen: String?
  /// What the source is called that is heard; nil while none is.
  private(set) var title: String? { didSet { tellLive() } }
  /// How the sound comes; nil before anything has come.
  private(set) var format: CaptureFormat?
  /// Why nothing is heard, in sentences; nil while something is.
  private(set) var problem: String? { didSet { tellLive() } }
  /// True while the source sleeps: it gives nothing, not even silence.
  private(set) var isSuspended = false
  /// How loud it was within the last moments.
  private(set) var level = Level()
  /// Frames that the source, the sound server or a full queue dropped.
  private(set) var lostFrames = 0
  private(set) var recording: Recording? { didSet { live.isRecorded = recording != nil } }
  /// What became of the last recording.
  private(set) var outcome: Outcome?
  /// Counts the outcomes.
  private(set) var outcomeCount = 0
  /// How what is heard is kept.
  private(set) var kept = Kept()

  @ObservationIgnored private var listener: Listener?
  @ObservationIgnored private var take: Take?
  @ObservationIgnored private var marks = TakeMarks()
  /// Counts the listeners.
  @ObservationIgnored private var beginnings = 0
  private let navigation: Navigation
  private let lanes: LaneList
  private let live: LiveSound
  @ObservationIgnored private weak var plot: PlotViewModel?

  /// - Parameter diagram: in which nothing else lets sound come.
  init(_ diagram: DiagramViewModel) {
    lanes = diagram.lanes
    navigation = diagram.navigation
    live = diagram.live
    live.frames = { [weak self] in self?.listener?.frames ?? 0 }
    diagram.marks.onLiveChange = { [weak self] in self?.adopt($0) }
    diagram.events.listen(self) { listening, event in if case .emptied = event { listening.forget() } }
  }

  /// True from `begin` to `forget`.
  var isOn: Bool { live.isOn }
  /// True when something can be recorded now.
  var canRecord: Bool { title != nil && sampleRate > 0 && problem == nil }
  /// Frames per second of what is heard; 0 while nothing is.
  var sampleRate: Int { plot?.sampleRate ?? 0 }
  /// Gigabytes that what is heard takes in an hour; nil before there is any.
  var gigabytesPerHour: Double? {
    // The list is observed.
    guard let plot = lanes.plots.first(where: \.isHeard), plot.sampleRate > 0 else { return nil }
    return Double(plot.sampleRate * plot.channels * 4) * 3600 / 1e9
  }
  /// Frames of the recording that is being made.
  var recordedFrames: Int { take?.frames ?? 0 }

  /// The chosen source, else the one that the desktop would choose; nil while it is not there.
  var device: CaptureDevice? { device(chosen) }

  /// In which format it is heard, and what the source has where that is another: a waveform goes on as it began.
  var formatText: String? { format.map(told) }

  private func told(_ format: CaptureFormat) -> String {
    guard let own = device?.format, own.stream != format.stream else { return format.text }
    // Translators: two formats, such as “48 kHz · Stereo · 24 bits”
    return localized("\(format.text), as this waveform began; the source has \(own.text)")
  }

  private func device(_ name: String?) -> CaptureDevice? {
    devices.first { $0.name == name } ?? devices.first(where: \.isDefault)
  }

  /// How long it is: "0:12".
  var recordedTime: String { length(recordedFrames) }

  /// What is wrong, in sentences; nil while nothing is.
  var notice: String? { problem ?? (isSuspended ? Self.sleeping : nil) ?? kept.problem }

  private static var sleeping: String {
    localized(
      "The source sleeps: it gives nothing, not even silence. Wait until it wakes, or choose another one.")
  }

  // MARK: Commands

  /// Listens, and puts a waveform of it into the diagram.
  ///
  /// - Parameters:
  ///   - input: not started yet.
  ///   - device: the name of a source; nil: the desktop's own choice.
  ///   - place: where what is heard is kept.
  func begin(_ input: some CaptureInput, device: String?, in place: SpoolPlace = .standard) {
    // One that could not begin may have left its words.
    forget()
    chosen = device
    live.isOn = true
    beginnings += 1
    let beginning = beginnings
    do throws(AudioFileError) {
      let listener = try Listener(input, device: device, in: place) { [weak self] event in
        // This is a thread of the listener or of the sound server.
        Task { @MainActor in self?.receive(event, of: beginning) }
      }
      self.listener = listener
      let plot = PlotViewModel(heardIn: listener.path) { listener.feed($0) }
      plot.settings.name = localized("Listening")
      self.plot = plot
      lanes.insert(plot)
    } catch {
      // Translators: a cause, and a sentence that says what can be done
      problem = localized("What is heard cannot be kept: \(error.detail ?? error.message) \(error.advice)")
    }
  }

  /// True when `name` should be heard in a waveform of its own, because it has another rate or other channels than
  /// this one began with. Not once something was recorded, nor when the source has gone: what was heard then stays.
  func beginsAnew(with name: String) -> Bool {
    guard title != nil, recording == nil, outcome == nil, let format, let own = device(name)?.format else {
      return false
    }
    return own.stream != format.stream
  }

  /// Listens to another source, or tries again. What is heard goes on in the same waveform, and in the same recording.
  ///
  /// - Parameter device: the name of a source; nil: the desktop's own choice.
  func choose(_ device: String?) {
    chosen = device
    problem = nil
    listener?.choose(device)
  }

  /// Records from now on.
  ///
  /// - Parameter path: must not exist.
  func record(_ path: FilePath, as format: TakeFormat) {
    guard recording == nil, let listener, let kept = self.format.map(format.kept) else { return }
    take = listener.record(path, as: format) { [weak self] event in
      Task { @MainActor in self?.receive(event) }
    }
    if take != nil { recording = Recording(path: path, format: told(kept), hasSlept: isSuspended) }
  }

  /// Takes over what was marked of all that is heard.
  func adopt(_ document: MarkDocument) { marks.adopt(document, while: take) }

  /// Completes the recording.
  func stopRecording() { listener?.endRecording() }

  /// Hears no more. A recording is completed by its own thread.
  func forget() {
    listener?.cancel()
    listener = nil
    live.isOn = false
    take = nil
    marks = TakeMarks()
    recording = nil
    plot = nil
    devices = []
    chosen = nil
    title = nil
    format = nil
    problem = nil
    kept = Kept()
    isSuspended = false
    level = Level()
    lostFrames = 0
    outcome = nil
  }

  /// A source is heard while it has a name and nothing is wrong with it.
  private func tellLive() { live.isComing = title != nil && problem == nil }

  // MARK: Events

  /// What an earlier listener told, and was still on its way, is of no interest.
  private func receive(_ event: Listener.Event, of beginning: Int) {
    guard listener != nil, beginning == beginnings else { return }
    switch event {
    case .level(let levels):
      // The listener may still have had a block when the source was said to have gone.
      guard title != nil else { return }
      level = level.next(levels)
      adoptStep()
    case .spoolRoom(let minutes): kept.minutesLeft = minutes
    case .spoolFull(let error):
      kept.minutesLeft = nil
      let cause = error.detail ?? localized("the disk is full")
      kept.problem = localized(
        """
        What is heard from here on can be seen, but not looked at closely or played: \(cause). Recording goes on.
        """)
    case .input(let event): receive(event)
    }
  }

  private func receive(_ event: CaptureEvent) {
    switch event {
    case .devices(let devices): self.devices = devices
    case .opened(let format, let device):
      title = device
      self.format = format
      problem = nil
      isSuspended = false
      plot?.settings.name = device
    case .lost(let frames, _): lostFrames += frames
    case .suspended(let isSuspended):
      self.isSuspended = isSuspended
      if isSuspended { recording?.hasSlept = true }
    case .failed(let error):
      title = nil
      problem = error.message
      level = level.next([])
    }
  }

  private func receive(_ event: Take.Event) {
    switch event {
    case .room(let minutes): recording?.minutesLeft = minutes
    case .refused(let error):
      recording = nil
      tell(Outcome(path: nil, text: "\(error.message) \(error.advice)", hasFailed: true))
    case .finished(let result):
      let text = text(of: result)
      tellWithMarks(result, Outcome(path: result.path, text: text, hasFailed: false))
    case .failed(let error, let result):
      let cause =
        (error.cause as? Errno) == .noSpace
        ? localized("the disk is full") : error.detail ?? localized("its disk failed")
      let kept =
        result.frames > 0
        // Translators: a file, and a length of time
        ? localized("“\(result.path.displayName)” holds \(length(result.frames)).")
        : localized("No file remains.")
      // Translators: a cause, such as “the disk is full”, and a sentence about what was recorded
      let text = localized("The recording has ended: \(cause). \(kept) Listening goes on.")
      let path = result.frames > 0 ? result.path : nil
      tellWithMarks(result, Outcome(path: path, text: text, hasFailed: true))
    }
  }

  /// Tells what became of a recording once its marks are kept.
  private func tellWithMarks(_ result: Take.Result, _ outcome: Outcome) {
    let ended = take
    marks.keep(result) { [weak self] sentence in
      guard let self, take === ended, recording != nil else { return }
      recording = nil
      take = nil
      tell(
        Outcome(
          path: outcome.path, text: [outcome.text, sentence].compactMap(\.self).joined(separator: " "),
          hasFailed: outcome.hasFailed))
    }
  }

  private func text(of result: Take.Result) -> String {
    let (length, place) = (length(result.frames), Self.place(of: result.path))
    var sentences = [
      // Translators: a length of time, a file, and a format such as “48 kHz · Stereo · 24 bits”
      recording.map { localized("Recorded \(length) into “\(place)”, \($0.format).") }
        ?? localized("Recorded \(length) into “\(place)”.")
    ]
    if recording?.hasSlept == true {
      sentences.append(localized("The source slept meanwhile, and that time is missing."))
    }
    let limited = result.limitedSamples
    if limited > 0 {
      sentences.append(
        localized(
          "\(limited) samples were beyond full scale, and are limited.",
          plural: "\(limited) samples were beyond full scale, and are limited.", count: limited))
    }
    return sentences.joined(separator: " ")
  }

  private func tell(_ outcome: Outcome) {
    self.outcome = outcome
    outcomeCount += 1
  }

  /// The name with its folder's.
  private static func place(of path: FilePath) -> String {
    let folder = path.removingLastComponent()
    return folder.isEmpty ? path.displayName : "\(folder.displayName)/\(path.displayName)"
  }

  private func length(_ frames: Int) -> String {
    let text = Timecode(frames: frames, sampleRate: max(sampleRate, 1)).text
    return String(text.prefix { $0 != "." })
  }

  /// A step of the waveform is a pixel of what shows it: of the view of its end, or else of the overview.
  private func adoptStep() {
    guard let view = navigation.viewport else { return }
    let isSeen = !navigation.isHeld && (view.isAtEnd || view.isWhole)
    listener?.step(byFrames: Int(isSeen ? view.framesPerPixel : view.coarsest))
  }
}

extension DiagramViewModel {
  /// What this diagram listens to.
  var listening: ListeningModel { model { ListeningModel($0) } }
}
