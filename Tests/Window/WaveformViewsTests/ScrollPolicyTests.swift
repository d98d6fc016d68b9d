// ScrollPolicyTests.swift
// What wheels, swipes and drags beyond an edge do, without a window.

import GtkBridge
import Testing

@testable import WaveformViews

@Suite struct ScrollPolicyTests {
  /// A view of 800 device pixels on a screen of double density.
  private let policy = ScrollPolicy(width: 800, scale: 2)

  private func moves(
    _ dx: Double, _ dy: Double, _ unit: Scroll.Unit, _ modifiers: Modifiers = []
  ) -> [ScrollPolicy.Move] {
    policy.moves(for: Scroll(dx: dx, dy: dy, unit: unit, modifiers: modifiers))
  }

  @Test func `four detents up double the zoom, four down halve it`() {
    #expect(moves(0, -4, .wheel) == [.zoom(2, isDetent: true)])
    #expect(moves(0, 4, .wheel) == [.zoom(0.5, isDetent: true)])
  }

  @Test func `120 pixels of a touchpad double the zoom`() {
    #expect(moves(0, -120, .surface) == [.zoom(2, isDetent: false)])
    #expect(moves(0, 120, .surface) == [.zoom(0.5, isDetent: false)])
  }

  @Test func `a detent sideways, or with Shift, moves by a tenth of the view`() {
    #expect(moves(1, 0, .wheel) == [.pan(80)])
    #expect(moves(0, -2, .wheel, .shift) == [.pan(-160)])
    #expect(moves(1, 0, .wheel, .shift) == [.pan(80)])
  }

  @Test func `a swipe moves the view along with the fingers, in device pixels`() {
    #expect(moves(30, 0, .surface) == [.pan(60)])
    #expect(moves(0, 30, .surface, .shift) == [.pan(60)])
  }

  @Test func `of a swipe only the stronger direction counts, of wheels both`() {
    #expect(moves(30, -29, .surface) == [.pan(60)])
    #expect(moves(30, 30, .surface) == [.pan(60)])
    #expect(moves(29, -120, .surface) == [.zoom(2, isDetent: false)])
    #expect(moves(1, -4, .wheel) == [.zoom(2, isDetent: true), .pan(80)])
    #expect(moves(0, 0, .wheel).isEmpty)
  }

  @Test func `where there is nothing to zoom every direction moves the view`() {
    #expect(policy.pan(for: Scroll(dx: 0, dy: 1, unit: .wheel)) == 80)
    #expect(policy.pan(for: Scroll(dx: -1, dy: 0, unit: .wheel)) == -80)
    #expect(policy.pan(for: Scroll(dx: 10, dy: 5, unit: .surface)) == 30)
  }

  @Test(arguments: [Scroll.Unit.wheel, .surface])
  func `what goes sideways is the same for all that lies along the time axis`(unit: Scroll.Unit) {
    for dx in -3...3 {
      for dy in -3...3 {
        for modifiers in [[], .shift] as [Modifiers] {
          let scroll = Scroll(dx: Double(dx), dy: Double(dy), unit: unit, modifiers: modifiers)
          let isPan = policy.moves(for: scroll).contains { if case .pan = $0 { true } else { false } }
          #expect(isPan == (unit == .wheel && modifiers.isEmpty ? dx != 0 : scroll.isSideways))
        }
      }
    }
  }

  @Test func `a detent raises by 1.5 decibels, as do 12 pixels of a touchpad`() {
    var wheel = AmplitudeWheel()
    #expect(wheel.decibels(for: Scroll(dx: 0, dy: -1, unit: .wheel)) == 1.5)
    #expect(wheel.decibels(for: Scroll(dx: 0, dy: 2, unit: .wheel)) == -3)
    #expect(wheel.decibels(for: Scroll(dx: 0, dy: -7, unit: .surface)) == nil)
    #expect(wheel.decibels(for: Scroll(dx: 0, dy: -7, unit: .surface)) == 1.5)
    #expect(wheel.decibels(for: Scroll(dx: 0, dy: -10, unit: .surface)) == 1.5)
  }

  @Test func `a drag scrolls in a zone within either edge and beyond it`() {
    func depth(_ x: Double, from start: Double = 500) -> Double {
      Autoscroll.depth(of: x, from: start, width: 1000)
    }
    for x in [24, 500, 976.0] { #expect(depth(x) == 0) }
    #expect(depth(23) == -1 && depth(0) == -24 && depth(-3) == -27)
    #expect(depth(977) == 1 && depth(1000) == 24 && depth(1050) == 74)
    // A drag that begins in a zone scrolls only when it goes on towards the edge.
    for x in [5.0, 10, 30] { #expect(depth(x, from: 5) == 0) }
    #expect(depth(3, from: 5) == -2 && depth(-3, from: 0) == -3 && depth(1000, from: 5) == 24)
    #expect(depth(990, from: 995) == 0 && depth(999, from: 995) == 4)
    // A narrow view is not all zone.
    #expect(Autoscroll.depth(of: 13, from: 40, width: 80) == 0)
  }

  @Test func `the deeper the faster, whatever the frames are`() {
    func way(_ depth: Double, frames: Int) -> Double {
      var autoscroll = Autoscroll()
      return (0...frames).reduce(0.0) {
        $0 + autoscroll.step(at: 7 + Double($1) / Double(frames), depth: depth)
      }
    }
    for frames in [10, 60, 144] {
      #expect(abs(way(50, frames: frames) - 600) < 1e-6 && abs(way(-50, frames: frames) + 600) < 1e-6)
      #expect(abs(way(24, frames: frames) - 288) < 1e-6 && abs(way(6, frames: frames) - 18) < 1e-6)
    }
    let ways = stride(from: 0.0, through: 60, by: 0.5).map { way($0, frames: 60) }
    #expect(zip(ways, ways.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `a frame that was late does not jump`() {
    var autoscroll = Autoscroll()
    #expect(autoscroll.step(at: 5, depth: -30) == 0)
    #expect(autoscroll.step(at: 9, depth: -30) == -36)
  }
}
