// SoundPlayerTests.swift
// Every block edge of small buffers: what is rendered, and which frame it is said to be.

import Foundation
import Testing
import WaveformCore

@testable import Playback

@Suite struct `Sound players` {
  @Test(arguments: [1, 2, 6])
  func `samples are the recording's own, and so are the positions, whatever the buffers`(channels: Int) {
    for (ring, piece) in [(16, 5), (17, 17), (64, 24), (33, 100)] {
      for block in [1, 7, 8, 13] {
        let rig = Rig(
          RampSource(frames: 150, channels: channels), length: 150, ring: ring, first: 3, piece: piece)
        rig.start(at: 20)
        var next = 20
        while next < 150 {
          let frames = min(block, 150 - next)
          let samples = rig.hear(frames)
          #expect(samples == RampSource.samples(next..<next + frames, channels: channels))
          for frame in 0..<frames {
            #expect(rig.output.epoch!.place(heard: Double(next - 20 + frame)).frame == Double(next + frame))
          }
          next += frames
          #expect(rig.player.position == Double(next))
        }
      }
    }
  }

  @Test func `after the end there is silence, and the playhead stands at the end`() {
    let rig = Rig(RampSource(frames: 50), length: 50)
    rig.start(at: 40)
    #expect(rig.hear(30) == RampSource.samples(40..<50) + Array(repeating: 0, count: 20))
    #expect(rig.player.position == 50)
    rig.time.now += 10
    #expect(rig.hear(30) == Array(repeating: 0, count: 30))
    #expect(rig.player.position == 50)
    #expect(rig.events == [])
  }

  @Test func `a seek at every block edge goes on at its place`() {
    for edge in 0..<12 {
      let rig = Rig(RampSource(frames: 400), length: 400)
      rig.start(at: 5)
      for _ in 0..<edge { _ = rig.hear(9) }
      rig.player.start(at: 200, rate: 1000)
      // Before it is heard, the place is where it will be.
      #expect(rig.player.position == 200)
      rig.output.waitForStart(2)
      #expect(rig.player.position == 200)
      #expect(rig.hear(100) == RampSource.samples(200..<300))
      #expect(rig.player.position == 300)
    }
  }

  @Test func `a loop is exact at every length, place of start and size of block`() {
    for count in [1, 2, 3, 7, 15, 16, 17, 24, 25, 40, 70] {
      let loop = 30..<30 + count
      for start in [0, 29, 30, 30 + count - 1, 30 + count, 50] {
        for block in [5, 16, 31] {
          let rig = Rig(RampSource(frames: 300), length: 300)
          rig.player.loop = loop
          rig.start(at: Double(start))
          let expected = path(from: start, loop: loop, length: 300, count: 200)
          var samples: [Float] = []
          while samples.count < 200 { samples += rig.hear(min(block, 200 - samples.count)) }
          #expect(samples == RampSource.samples(expected))
          for (place, frame) in expected.enumerated() {
            #expect(rig.output.epoch!.place(heard: Double(place)).frame == Double(frame))
          }
        }
      }
    }
  }

  @Test func `a thousand rounds of a loop are the same to the sample, and nothing is made anew`() {
    let rig = Rig(RampSource(frames: 5000, channels: 2), length: 5000, ring: 512, first: 64, piece: 128)
    rig.player.loop = 1000..<1737
    rig.start(at: 1000)
    let round = RampSource.samples(1000..<1737, channels: 2)
    for _ in 0..<1000 {
      var samples: [Float] = []
      while samples.count < round.count { samples += rig.hear(min(256, (round.count - samples.count) / 2)) }
      #expect(samples == round)
    }
    #expect(rig.output.startCount == 1)
    #expect(rig.player.position == 1000)
  }

  @Test func `a loop that is set at any block edge holds from where it is heard`() {
    for edge in 0..<9 {
      for loop in [nil, 0..<20, 10..<90, 40..<60, 50..<500, 100..<104, 0..<300] as [FrameRange?] {
        for first in [nil, 0..<60, 0..<1000] as [FrameRange?] {
          let rig = Rig(RampSource(frames: 1000), length: 1000)
          rig.player.loop = first
          rig.start(at: 3)
          var heard = 0
          for _ in 0..<edge {
            _ = rig.hear(11)
            heard += 11
          }
          let here = path(from: 3, loop: first, length: 1000, count: heard + 1).last!
          rig.player.loop = loop
          rig.settle()
          let expected = path(from: here, loop: loop, length: 1000, count: 150)
          var samples: [Float] = []
          while samples.count < 150 { samples += rig.hear(15) }
          #expect(samples == RampSource.samples(expected), "edge \(edge), \(first as Any) to \(loop as Any)")
          let next = path(from: here, loop: loop, length: 1000, count: 151).last!
          #expect(rig.player.position == Double(next))
        }
      }
    }
  }

  @Test func `a loop that ends further ahead than what is ready changes without a new beginning`() {
    let rig = Rig(RampSource(frames: 5000), length: 5000)
    rig.player.loop = 0..<500
    rig.start(at: 0)
    for end in stride(from: 490, to: 300, by: -10) {
      rig.player.loop = 0..<end
      rig.settle()
      _ = rig.hear(10)
    }
    #expect(rig.output.startCount == 1)
    #expect(rig.hear(150) == RampSource.samples(path(from: 190, loop: 0..<310, length: 5000, count: 150)))
    #expect(rig.output.startCount == 1)
  }

  @Test func `a length that grows goes on after silence`() {
    let source = RampSource(frames: 100)
    let rig = Rig(source, length: 40)
    rig.start(at: 20)
    #expect(rig.hear(30) == RampSource.samples(20..<40) + Array(repeating: 0, count: 10))
    #expect(rig.player.position == 40)
    rig.player.length = 100
    rig.settle()
    #expect(rig.hear(10) == RampSource.samples(40..<50))
    #expect(rig.player.position == 50)
    #expect(rig.output.startCount == 1)
  }

  @Test func `stop keeps the place, and nothing is pulled any more`() {
    let rig = Rig(RampSource(frames: 100), length: 100)
    rig.start(at: 10)
    _ = rig.hear(25)
    #expect(rig.player.isRunning)
    rig.player.stop()
    #expect(!rig.player.isRunning)
    #expect(rig.player.position == 35)
    #expect(!rig.output.isPulling)
    rig.time.now += 5
    #expect(rig.player.position == 35)
    rig.start(at: 35)
    #expect(rig.hear(5) == RampSource.samples(35..<40))
  }

  @Test func `the position goes on between two timings, and never ahead of what was rendered`() {
    let rig = Rig(RampSource(frames: 1000, sampleRate: 1000), length: 1000, ring: 500)
    rig.start(at: 100)
    #expect(rig.player.position == 100)
    _ = rig.output.pull(50)
    #expect(rig.player.position == 100)
    rig.output.hear(-10, at: rig.time.now)
    #expect(rig.player.position == 100)
    rig.time.now += 0.03
    #expect(abs(rig.player.position - 120) < 1e-6)
    #expect(abs(rig.player.position(at: rig.time.now + 0.01) - 130) < 1e-6)
    rig.time.now += 1
    #expect(rig.player.position == 150)
  }

  @Test func `a frame between two samples is where it is said to be until sound has passed it`() {
    let rig = Rig(RampSource(frames: 1000), length: 1000)
    rig.start(at: 100.75)
    #expect(rig.player.position == 100.75)
    #expect(rig.hear(1) == RampSource.samples(100..<101))
    #expect(rig.player.position == 101)
  }

  @Test func `a source that stalls gives silence, and goes on at the right place`() {
    let source = RampSource(frames: 1000)
    let rig = Rig(source, length: 1000)
    rig.start(at: 0)
    rig.settle()
    source.hold(true)
    let asked = source.readCount
    var heard = rig.output.pull(40, patiently: false)
    source.waitForRead(after: asked)
    heard += rig.output.pull(24, patiently: false)
    let ready = heard.count
    #expect(heard == RampSource.samples(0..<ready))
    // Nothing comes: 150 ms of silence.
    #expect(rig.output.pull(150, patiently: false) == Array(repeating: 0, count: 150))
    rig.output.hear(Double(ready + 150), at: rig.time.now)
    #expect(rig.player.position == Double(ready))
    #expect(rig.events == ["stalled(true)"])
    source.hold(false)
    #expect(rig.hear(30) == RampSource.samples(ready..<ready + 30))
    #expect(rig.output.epoch!.place(heard: Double(ready + 149)).frame == Double(ready))
    #expect(rig.output.epoch!.place(heard: Double(ready + 160)).frame == Double(ready + 10))
    #expect(rig.player.position == Double(ready + 30))
    #expect(rig.events == ["stalled(true)", "stalled(false)"])
    #expect(rig.output.startCount == 1)
  }

  @Test func `a start whose samples do not come is told, and begins when they do`() {
    let source = RampSource(frames: 1000)
    let rig = Rig(source, length: 1000)
    source.hold(true)
    rig.player.start(at: 300, rate: 1000)
    #expect(rig.player.position == 300)
    rig.time.now += 1
    #expect(rig.player.position == 300)
    #expect(rig.events == ["stalled(true)"])
    source.hold(false)
    rig.output.waitForStart(1)
    #expect(rig.hear(10) == RampSource.samples(300..<310))
    #expect(rig.player.position == 310)
    #expect(rig.events == ["stalled(true)", "stalled(false)"])
  }

  @Test func `another recording takes over while a read of the first one hangs`() {
    let first = RampSource(frames: 1000)
    let rig = Rig(first, length: 1000)
    first.hold(true)
    rig.player.start(at: 0, rate: 1000)
    first.waitForRead(after: 0)
    let second = RampSource(frames: 500, channels: 2)
    rig.player.load([PlayerVoice(source: second, layout: .usual(2))], sampleRate: 1024)
    #expect(first.wasCancelled)
    #expect(!rig.player.isRunning)
    #expect(rig.player.position == 0)
    rig.player.length = 500
    rig.player.start(at: 7, rate: 1000)
    rig.output.waitForStart(1)
    #expect(rig.hear(10) == RampSource.samples(7..<17, channels: 2))
  }

  @Test func `samples that cannot be read are silence, and it is told why, once`() {
    let source = RampSource(frames: 1000)
    let rig = Rig(source, length: 1000)
    source.fail(true)
    rig.start(at: 0)
    #expect(rig.hear(200) == Array(repeating: 0, count: 200))
    #expect(rig.player.position == 200)
    #expect(rig.events.count == 1)
    #expect(rig.events[0].hasPrefix("failed("))
  }

  @Test func `a recording that ends before its length is silence up to there`() {
    let rig = Rig(RampSource(frames: 100), length: 130)
    rig.start(at: 90)
    #expect(rig.hear(60) == RampSource.samples(90..<100) + Array(repeating: 0, count: 50))
    #expect(rig.player.position == 130)
  }
}
