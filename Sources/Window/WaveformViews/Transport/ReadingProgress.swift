// ReadingProgress.swift
// How far a recording has been read: a line over the diagram, a figure below it, and words that stand below the title,
// where they take no room from the times. Also how far spectra are made, the length of a recording that is still being
// made, and that playback waits for the file.

import GtkBridge
import Localization
import WaveformCore
import WaveformModel

/// Shows the progress of the first recording of a window.
@MainActor final class ReadingProgress {
  /// Called when reading takes so long that a message is useful.
  var onSlow: (() -> Void)?
  /// Called with what is going on; nil when that is nothing.
  var onText: ((String?) -> Void)?

  private let diagram: DiagramViewModel
  /// The line over the diagram.
  private let bar: Widget
  private let figure: WindowFigure, figureBox: BoxWidget
  private let liveDot: Widget
  private let observer = ModelObserver()
  private let timer = Timer(), spectraTimer = Timer()
  private var isSlow = false, areSpectraSlow = false
  private var fraction: Double?

  /// What is shown; when a part of it changes, all is shown again.
  private struct Contents: Equatable, Sendable {
    let plot: ObjectIdentifier?
    let percent: Int?
    let recordedTime: String?
    /// Of the spectra of all waveforms.
    let spectra: Int?
    let isStalled: Bool
    /// True while it is heard, and not recorded.
    let isOnlyHeard: Bool

    @MainActor init(_ diagram: DiagramViewModel) {
      let first = diagram.plots.first
      plot = first.map(ObjectIdentifier.init)
      percent = first?.progress.map { Int($0 * 100) }
      spectra = diagram.spectrograms.progress.map { Int($0 * 100) }
      recordedTime = first?.recordedTime
      isOnlyHeard = first?.isHeard == true && !diagram.live.isRecorded
      isStalled = diagram.isPlaying && diagram.transport.sound.isStalled
    }
  }

  /// - Parameters:
  ///   - builder: of the bar below the diagram.
  ///   - bar: the line over the diagram.
  init(_ builder: Builder, bar: Widget, diagram: DiagramViewModel, trace: Trace?) {
    self.diagram = diagram
    self.bar = bar
    liveDot = builder.get("live_dot")
    figureBox = builder.get("reading_box", as: BoxWidget.self)
    figure = WindowFigure("reading", in: figureBox, size: (36, 18), trace: trace)
    figure.motion = { [weak self] in .activity(after: $0, progress: self?.fraction) }
    observer.follow({ Contents(diagram) }) { [weak self] in self?.show($0) }
    observer.follow({ diagram.spectrograms.progress != nil }) { [weak self] in self?.spectraAreMade($0) }
  }

  /// Starts anew for another recording. If it is read within 0.3 s, no progress is shown: it would only
  /// flicker.
  func restart() {
    isSlow = false
    show(Contents(diagram))
    timer.schedule(after: 0.3) { [weak self] in
      guard let self else { return }
      isSlow = true
      onSlow?()
      show(Contents(diagram))
    }
  }

  func cancel() {
    timer.cancel()
    spectraTimer.cancel()
  }

  /// As for reading, figures that go at once would only flicker.
  private func spectraAreMade(_ areMade: Bool) {
    areSpectraSlow = false
    guard areMade else { return spectraTimer.cancel() }
    spectraTimer.schedule(after: 0.3) { [weak self] in
      guard let self else { return }
      areSpectraSlow = true
      show(Contents(diagram))
    }
  }

  private func show(_ contents: Contents) {
    fraction = isSlow ? diagram.plots.first?.progress : nil
    figureBox.isVisible = fraction != nil
    figure.isActive = fraction != nil
    bar.isVisible = fraction != nil
    if let fraction { bar.set("fraction", fraction) }
    liveDot.isVisible = contents.recordedTime != nil && !contents.isOnlyHeard
    if contents.isStalled {
      onText?(localized("Waiting for the file…"))
    } else if let time = contents.recordedTime {
      // A recording of what is heard is shorter than that: its button says how long.
      let isHeard = diagram.plots.first?.isHeard == true
      onText?(isHeard ? localized("Listening… \(time)") : localized("Recording… \(time)"))
    } else if let fraction {
      onText?(localized("Reading… \(Int(fraction * 100))\u{202F}%"))
    } else {
      onText?(areSpectraSlow ? contents.spectra.map { localized("Making spectra… \($0)\u{202F}%") } : nil)
    }
  }
}

extension PlotViewModel {
  /// The length of a recording that is still being made, to the second; nil for any other.
  fileprivate var recordedTime: String? {
    guard isFollowing, sampleRate > 0 else { return nil }
    let text = Timecode(frames: framesRead, sampleRate: sampleRate).text
    return String(text.prefix { $0 != "." })
  }
}
