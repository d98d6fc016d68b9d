// MainWindow+File.swift
// The window follows what becomes of its file: the bar that says so, reading it again, and a recording that goes
// on while it is looked at.

import GtkBridge
import WaveformCore
import WaveformModel

extension MainWindow {
  /// Reads the file again: in place when something of it is shown, else as if it were opened now.
  func reload() {
    guard let file, let plot = diagram.plots.first else { return }
    switch plot.state {
    case .opening, .failed:
      open(file, as: PlotViewModel(path: plot.path, options: plot.options, cache: settings.peakCache))
    case .reading, .complete: diagram.reload()
    }
  }

  func followFile() {
    let diagram = diagram
    observer.follow({ FileBarText(diagram) }) { [weak self] text in
      guard let self else { return }
      fileBar.show(text)
      // One bar at a time, the latest.
      if text != nil { noticeRevealer.set("reveal-child", false) }
    }
    observer.follow({ diagram.plots.first?.recordedTime }) { [weak self] time in
      guard let self else { return }
      liveDot.isVisible = time != nil
      showProgress()
    }
    observer.follow({ diagram.plots.first?.isFollowing == true }) { [weak self] isFollowing in
      // What the notice says of its length holds no longer.
      if isFollowing { self?.noticeRevealer.set("reveal-child", false) }
    }
    guard let trace else { return }
    observer.follow({ diagram.plots.first?.change }) {
      if let change = $0 { trace.write("file", "\"change\":\"\(change)\"") }
    }
    observer.follow({ diagram.plots.first?.isFollowing == true }) {
      trace.write("following", "\"on\":\($0)")
    }
    observer.follow({ diagram.reloads }) { if $0 > 0 { trace.write("reloaded", "\"count\":\($0)") } }
  }
}

extension PlotViewModel {
  /// How long the recording is that is being made, to the second; nil when none is.
  var recordedTime: String? {
    guard isFollowing, sampleRate > 0 else { return nil }
    let text = Timecode(frames: length, sampleRate: sampleRate).text
    return String(text.prefix { $0 != "." })
  }
}
