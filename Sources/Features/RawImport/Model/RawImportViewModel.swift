// RawImportViewModel.swift
// A dialog that finds out what samples without a header are: its values, what is wrong with them, and a waveform
// read with them. Every change reads anew; the reading before is cancelled at once and never waited for.

import AudioFormats
import HostIO
import Observation
import Playback
import SystemPackage
import WaveformCore
import WaveformModel

/// The choice of a raw format for one file.
@Observable @MainActor public final class RawImportViewModel {
  public let path: FilePath
  public var kind = SampleEncoding.Kind.s16 { didSet { if kind != oldValue { adopt() } } }
  public var isBigEndian = false { didSet { if isBigEndian != oldValue { adopt() } } }
  public var channels = 1 { didSet { if channels != oldValue { adopt() } } }
  /// Frames per second, as the user writes it.
  public var rateText = "44100" { didSet { if rateText != oldValue { adopt() } } }
  /// In bytes.
  public var offset = 0 { didSet { if offset != oldValue { adopt() } } }

  /// Length of the file in bytes; nil until it has been looked at.
  public private(set) var byteCount: Int?
  /// What the values mean; nil while they make no sense.
  public private(set) var format: RawFormat?
  /// Why they make none, in a sentence.
  public private(set) var problem: String?
  /// The waveform that is being read with these values; nil while they make no sense.
  public private(set) var diagram: DiagramViewModel?

  /// The values are being set together.
  @ObservationIgnored private var isSetting = false
  @ObservationIgnored private let style: WaveformStyle

  public init(path: FilePath, style: WaveformStyle) {
    self.path = path
    // A spectrogram of the wrong format tells nothing.
    self.style = style.over
  }

  isolated deinit { cancel() }

  /// Looks at the file in the background and begins with a guess, or with what was chosen before.
  public func start(with remembered: RawFormat? = nil) {
    let path = path
    let isStarted = BackgroundThread.start { [weak self] in
      let looked = Result { () throws(AudioFileError) in try RawGuess.of(path) }
      Task { @MainActor in self?.begin(looked, remembered) }
    }
    if !isStarted { problem = AudioFileError(.outOfMemory, path: path).message }
  }

  /// Ends the reading; returns at once.
  public func cancel() {
    diagram?.removeAll()
    diagram = nil
  }

  /// How long the recording is with these values, in words.
  public var summary: String? {
    guard let format, let byteCount else { return nil }
    return summary(frames: format.frames(inFileOf: byteCount), sampleRate: format.sampleRate)
  }

  private func begin(
    _ looked: Result<(guess: RawGuess, byteCount: Int), AudioFileError>, _ remembered: RawFormat?
  ) {
    switch looked {
    case .success(let (guess, byteCount)):
      let format = remembered ?? guess.format
      self.byteCount = byteCount
      isSetting = true
      kind = format.encoding.kind
      isBigEndian = format.encoding.isBigEndian
      channels = format.channels
      rateText = String(format.sampleRate)
      offset = format.dataOffset
      isSetting = false
      adopt()
    case .failure(let error): problem = error.message
    }
  }

  /// Takes the values over.
  private func adopt() {
    guard !isSetting, let byteCount else { return }
    guard let rate = RawFormat.rate(rateText) else { return refuse(RawFormat.rateProblem) }
    let wanted = RawFormat(
      encoding: SampleEncoding(kind, isBigEndian: isBigEndian), channels: channels, sampleRate: rate,
      dataOffset: offset)
    if let problem = wanted.problem(inFileOf: byteCount) { return refuse(problem) }
    problem = nil
    guard wanted != format else { return }
    format = wanted
    read(wanted)
  }

  private func refuse(_ sentence: String) {
    problem = sentence
    format = nil
    cancel()
  }

  private func read(_ format: RawFormat) {
    cancel()
    let next = DiagramViewModel(player: SilentPlayer())
    next.look.style = style
    next.lanes.insert(PlotViewModel(path: path, options: OpenOptions(raw: format)))
    diagram = next
  }
}

extension RawImportViewModel: PreviewedChoice {
  public var isAcceptable: Bool { format != nil }
}
