// NavigationTests.swift
// A view by itself: what it needs is a playhead and a clock, no diagram.

import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `A view without a diagram` {
  let playhead = Playhead()
  let navigation: Navigation

  init() {
    navigation = Navigation(following: playhead) { 0 }
    navigation.setWidth(100)
    navigation.setLength(10_000, staysAtEnd: false)
  }

  @Test func `it shows the whole as soon as there is a length, and nothing once it is forgotten`() {
    #expect(navigation.viewport == Viewport(length: 10_000, width: 100))
    navigation.zoom(by: 4, around: 50)
    #expect(navigation.canGoBack)
    navigation.forget()
    #expect(navigation.viewport == nil && navigation.destination == nil && !navigation.canGoBack)
    navigation.zoomToSamples()
    navigation.pan(by: 10)
    navigation.toggleZoom(to: 0..<10)
    #expect(navigation.viewport == nil)
  }

  @Test(arguments: [true, false])
  func `a view of the end stays there when it is asked to`(staysAtEnd: Bool) {
    navigation.zoom(by: 4, around: 100)
    let start = navigation.viewport?.start
    navigation.setLength(20_000, staysAtEnd: staysAtEnd)
    #expect(navigation.viewport?.isAtEnd == staysAtEnd)
    #expect((navigation.viewport?.start == start) == !staysAtEnd)
  }

  @Test func `a view of all that is heard rolls when it is full, by the zoom that it had, unless it is held`()
  {
    let zoom = navigation.viewport?.framesPerPixel
    navigation.setLength(10_250, staysAtEnd: true, rolls: true)
    #expect(navigation.viewport?.framesPerPixel == zoom)
    #expect(navigation.viewport?.start == 250 && navigation.viewport?.isAtEnd == true)
    navigation.hold(true)
    navigation.setLength(20_000, staysAtEnd: true, rolls: true)
    #expect(navigation.viewport?.start == 250)
    navigation.hold(false)
    #expect(navigation.viewport?.start == 10_000)
    navigation.pan(by: -20)
    navigation.setLength(30_000, staysAtEnd: true, rolls: true)
    #expect(navigation.viewport?.start == 8000)
  }

  @Test func `a view of all that is heard, held before it is full, stays`() {
    navigation.hold(true)
    navigation.setLength(20_000, staysAtEnd: true, rolls: true)
    #expect(navigation.viewport?.start == 0 && navigation.viewport?.framesPerPixel == 100)
  }

  @Test func `a stretch is shown, and where the view was before`() {
    let whole = navigation.viewport
    navigation.toggleZoom(to: 2000..<3000)
    #expect(navigation.viewport?.visibleFrames.contains(2500) == true && navigation.canLeaveSelectionZoom)
    navigation.toggleZoom(to: nil)
    #expect(navigation.viewport == whole && !navigation.canLeaveSelectionZoom)
  }

  @Test func `it follows what plays until the user looks away, and again when that begins anew`() {
    navigation.zoom(by: 10, around: 0)
    playhead.setPlaying(true)
    playhead.step(to: 5000)
    navigation.follow()
    #expect(navigation.viewport?.visibleFrames.contains(5000) == true)
    navigation.pan(by: 300)
    let seen = navigation.viewport
    playhead.step(to: 5100)
    navigation.follow()
    #expect(navigation.viewport == seen)
    navigation.followAgain()
    #expect(navigation.viewport?.visibleFrames.contains(5100) == true)
  }
}
