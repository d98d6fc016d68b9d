// FoundReport.swift
// Says what a search has come to, and what became of places that were to be marked.

import WaveformModel

/// Tells what was found, unless that can be seen.
@MainActor final class FoundReport {
  private let observer = ModelObserver()

  init(_ diagram: DiagramViewModel, _ messages: Messages, _ trace: Trace?) {
    let finder = diagram.finder
    observer.follow({ finder.result }) { [weak finder, weak messages] result in
      guard result.count > 0 else { return }
      // Where it was asked for, if that can be seen.
      if finder?.isShown() != true, !result.isSeen { messages?.say(result.text) }
      trace?.write("found", ["text": result.text])
    }
  }
}
