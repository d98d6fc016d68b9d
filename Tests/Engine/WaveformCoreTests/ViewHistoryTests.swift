// ViewHistoryTests.swift
// Going back and forward among views, with time in the tests' hands.

import Testing
import WaveformCore

@Suite struct `A history of views` {
  private let whole = Viewport(length: 1_000_000, width: 1000)
  private func view(_ place: Int) -> Viewport { whole.showing(place * 1000..<place * 1000 + 500) }

  @Test func `commands are entries, back in their order and forward again`() {
    var history = ViewHistory()
    for place in 0..<5 { history.leave(view(place), by: .single, at: 0) }
    var now = view(5)
    for place in (0..<5).reversed() {
      #expect(history.canGoBack)
      now = history.goBack(from: now)!
      #expect(now == view(place))
    }
    #expect(!history.canGoBack && history.goBack(from: now) == nil)
    for place in 1...5 {
      #expect(history.canGoForward)
      now = history.goForward(from: now)!
      #expect(now == view(place))
    }
    #expect(!history.canGoForward && history.goForward(from: now) == nil)
  }

  @Test func `a thousand detents of a wheel are one entry, and a pause begins another`() {
    var history = ViewHistory()
    for detent in 0..<1000 { history.leave(view(detent % 7), by: .continuous, at: Double(detent) * 0.9) }
    #expect(history.goBack(from: view(9)) == view(0))
    #expect(!history.canGoBack)
    var paused = ViewHistory()
    paused.leave(view(1), by: .continuous, at: 0)
    paused.leave(view(2), by: .continuous, at: ViewHistory.pause + 0.001)
    #expect(paused.goBack(from: view(3)) == view(2))
    #expect(paused.goBack(from: view(2)) == view(1))
  }

  @Test func `a command ends what goes on, and so does going back`() {
    var history = ViewHistory()
    history.leave(view(1), by: .continuous, at: 0)
    history.leave(view(2), by: .single, at: 0.1)
    history.leave(view(3), by: .continuous, at: 0.2)
    #expect(history.goBack(from: view(4)) == view(3))
    history.leave(view(3), by: .continuous, at: 0.3)
    #expect(!history.canGoForward)
    #expect(history.goBack(from: view(6)) == view(3))
    #expect(history.goBack(from: view(3)) == view(2))
    #expect(history.goBack(from: view(2)) == view(1))
  }

  @Test func `another move forgets the way forward`() {
    var history = ViewHistory()
    history.leave(view(1), by: .single, at: 0)
    _ = history.goBack(from: view(2))
    #expect(history.canGoForward)
    history.leave(view(1), by: .single, at: 1)
    #expect(!history.canGoForward)
  }

  @Test func `views come back with the present length and width, and the whole is the whole`() {
    var history = ViewHistory()
    history.leave(whole, by: .single, at: 0)
    history.leave(view(3), by: .single, at: 0)
    let now = view(5).withLength(2_000_000).resized(toWidth: 333)
    let back = history.goBack(from: now)
    #expect(back?.length == 2_000_000 && back?.width == 333 && back?.start == view(3).start)
    #expect(history.goBack(from: back!) == Viewport(length: 2_000_000, width: 333))
  }

  @Test func `an entry that has come to be the present view is passed over`() {
    var history = ViewHistory()
    history.leave(view(1), by: .single, at: 0)
    history.leave(view(2), by: .single, at: 0)
    #expect(history.goBack(from: view(2)) == view(1))
  }

  @Test func `the oldest entries are forgotten`() {
    var history = ViewHistory()
    for place in 0..<ViewHistory.limit + 20 { history.leave(view(place), by: .single, at: 0) }
    var (now, steps) = (whole, 0)
    while let next = history.goBack(from: now) {
      now = next
      steps += 1
    }
    #expect(steps == ViewHistory.limit && now == view(20))
  }
}
