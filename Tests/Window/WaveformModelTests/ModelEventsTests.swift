// ModelEventsTests.swift
// Who hears of an event, and when.

import Testing

@testable import WaveformModel

@MainActor @Suite struct `Listeners of a model` {
  final class Log {
    var heard: [String] = []
  }

  final class Listener {}

  let events = ModelEvents<String>(), log = Log()
  let first = Listener(), second = Listener()

  private func listen(_ listener: Listener, as name: String) {
    events.listen(listener) { [log] _, event in log.heard.append("\(name) \(event)") }
  }

  @Test func `all of them hear each event, in the order in which they came`() {
    listen(first, as: "first")
    listen(second, as: "second")
    events.send("a")
    events.send("b")
    #expect(log.heard == ["first a", "second a", "first b", "second b"])
  }

  @Test func `one that is stopped hears nothing, the others go on`() {
    listen(first, as: "first")
    listen(second, as: "second")
    events.stop(first)
    events.send("a")
    #expect(log.heard == ["second a"])
  }

  @Test func `one that listens a second time is called once, in the new way`() {
    listen(first, as: "before")
    listen(first, as: "after")
    events.send("a")
    #expect(log.heard == ["after a"])
  }

  @Test func `one that is gone is not kept`() {
    var gone: Listener? = Listener()
    let isThere = { [weak gone] in gone != nil }
    listen(gone!, as: "gone")
    listen(first, as: "first")
    gone = nil
    #expect(!isThere())
    events.send("a")
    #expect(log.heard == ["first a"])
  }

  @Test func `one that is stopped during an event does not hear it, one that is added hears the next`() {
    let third = Listener()
    events.listen(first) { [events, log, second] _, event in
      log.heard.append("first \(event)")
      events.stop(second)
      if event == "a" { events.listen(third) { _, event in log.heard.append("third \(event)") } }
    }
    listen(second, as: "second")
    events.send("a")
    #expect(log.heard == ["first a"])
    events.send("b")
    #expect(log.heard == ["first a", "first b", "third b"])
  }

  @Test func `a waveform has several listeners, and tells the end last`() async throws {
    let plot = PlotViewModel(path: Recordings.speech)
    final class Heard { var events: [PlotEvent] = [] }
    let listeners = [Heard(), Heard()]
    for listener in listeners { plot.events.listen(listener) { $0.events.append($1) } }
    plot.start()
    try await wait { plot.isComplete }
    #expect(listeners[0].events == listeners[1].events)
    #expect(listeners[0].events.starts(with: [.sourceChanged, .lengthChanged, .advanced]))
    #expect(listeners[0].events.suffix(2) == [.completed, .advanced])
  }
}
