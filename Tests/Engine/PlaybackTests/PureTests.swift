// PureTests.swift
// The engine's values: ring, spans, silences, ramps, loudspeakers, mixes.

import AudioFormats
import Testing
import WaveformCore

@testable import Playback

@Suite struct `Frame rings` {
  /// Stereo whose samples tell their frame.
  private func stereo(_ frames: Range<Int>) -> [Float] {
    var samples: [Float] = []
    for frame in frames { samples += [Float(frame), -Float(frame)] }
    return samples
  }

  @Test func `what goes in comes out in order, at every size of ring and piece`() {
    for capacity in 1...9 {
      for piece in 1...10 {
        for taken in 1...10 {
          let ring = FrameRing(capacity: capacity, channels: 2)
          var next = 0
          var expected = 0
          for _ in 0..<30 {
            let frames = stereo(next..<next + piece)
            let room = ring.free
            let written = frames.withUnsafeBufferPointer { ring.write($0) }
            #expect(written == min(room, piece))
            next += written
            var buffer = [Float](repeating: .nan, count: taken * 2)
            let count = buffer.withUnsafeMutableBufferPointer { ring.read(into: $0) }
            #expect(count == min(taken, next - expected))
            #expect(Array(buffer.prefix(count * 2)) == stereo(expected..<expected + count))
            expected += count
          }
        }
      }
    }
  }
}

@Suite struct `Silences` {
  @Test func `frames after silence were ready that much earlier, and stand still during it`() {
    var list = SilenceList()
    var ready = 0.0
    var expected: [Double] = []
    for frame in 0..<60 {
      expected.append(ready)
      if !(10..<13).contains(frame), !(20..<21).contains(frame), frame < 50 { ready += 1 }
    }
    list.append(10..<13)
    list.append(15..<15)
    list.append(20..<21)
    #expect(list.count == 4)
    for frame in 0..<60 { #expect(list.ready(before: Double(frame), open: 50) == expected[frame]) }
    #expect(list.ready(before: 12.5, open: nil) == 10)
    #expect(list.ready(before: 14.5, open: nil) == 11.5)
  }
}

@Suite struct `Span lists` {
  @Test func `positions follow the recording from span to span`() {
    var list = SpanList(frame: 100, loop: nil)
    list.append(at: 50, frame: 20, loop: 20..<30, oldest: 0)
    list.append(at: 75, frame: 500, loop: 20..<30, oldest: 0)
    let expected = Array(100..<150) + Array(20..<30) + Array(20..<30) + Array(20..<25) + Array(500..<525)
    for (count, frame) in expected.enumerated() { #expect(list.position(Double(count)) == Double(frame)) }
    #expect(list.position(54.5) == 24.5)
    #expect(list.isStraight(from: 0, to: 50))
    #expect(!list.isStraight(from: 0, to: 51))
    #expect(list.isStraight(from: 50, to: 60))
    #expect(!list.isStraight(from: 50, to: 61))
    #expect(list.isStraight(from: 61, to: 61))
  }

  @Test func `a second span at the same place takes that of the first, and those nobody asks for go`() {
    var list = SpanList(frame: 0, loop: nil)
    list.append(at: 10, frame: 5, loop: nil, oldest: 0)
    list.append(at: 10, frame: 90, loop: nil, oldest: 0)
    var same = SpanList(frame: 0, loop: nil)
    same.append(at: 10, frame: 90, loop: nil, oldest: 0)
    #expect(list == same)
    for count in 2..<1000 { list.append(at: count * 10, frame: count, loop: nil, oldest: count * 10 - 15) }
    #expect(list.position(9981) == 998 + 1)
    #expect("\(list)".count < 1000)
  }
}

@Suite struct `Gain ramps` {
  private func apply(_ ramp: inout GainRamp, to value: Float, frames: Int, amplitude: Float) -> [Float] {
    var samples = [Float](repeating: value, count: frames * 2)
    ramp.aim(at: amplitude, over: 100)
    samples.withUnsafeMutableBufferPointer { ramp.apply(to: $0, channels: 2) }
    return samples
  }

  @Test func `a gain of 1 leaves every bit`() {
    var ramp = GainRamp(gain: 1)
    #expect(apply(&ramp, to: 0.1234567, frames: 50, amplitude: 1).allSatisfy { $0 == 0.1234567 })
  }

  @Test func `another amplitude is reached in even steps, whatever the blocks, and kept`() {
    for block in [1, 7, 64, 300] {
      var ramp = GainRamp(gain: 1)
      var samples: [Float] = []
      while samples.count < 600 { samples += apply(&ramp, to: 1, frames: block, amplitude: 0.2) }
      let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
      #expect(left == stride(from: 1, to: samples.count, by: 2).map { samples[$0] })
      for (before, after) in zip([1] + left, left) { #expect(before - after < 0.0081 && before >= after) }
      #expect(left[99...].allSatisfy { $0 == 0.2 })
      #expect(left[98] > 0.2)
    }
  }

  @Test func `a change on the way turns around without a step`() {
    var ramp = GainRamp(gain: 1)
    let down = apply(&ramp, to: 1, frames: 40, amplitude: 0)
    let up = apply(&ramp, to: 1, frames: 200, amplitude: 1)
    #expect(abs(up[0] - down.last!) < 0.011)
    #expect(up.last == 1)
  }
}

@Suite struct `Loudspeakers` {
  @Test func `a voice has those of its layout, and what nobody knows is numbered`() {
    func speakers(_ layout: ChannelLayout?, _ channels: Int) -> [Speaker] {
      PlayerVoice(source: RampSource(frames: 1, channels: channels), layout: layout).speakers
    }
    #expect(speakers(nil, 1) == [.mono])
    #expect(speakers(nil, 2) == [.frontLeft, .frontRight])
    let surround: [Speaker] = [.frontLeft, .frontCenter, .frontRight, .sideLeft, .sideRight, .lowFrequency]
    #expect(speakers(.of(surround), 6) == surround)
    for layout in [nil, .unknown(3), .usual(2), .of([.frontLeft, .frontLeft, .frontCenter]), .discrete(3)]
      as [ChannelLayout?]
    {
      #expect(speakers(layout, 3) == [.auxiliary(0), .auxiliary(1), .auxiliary(2)])
    }
  }

  @Test func `a surround pair goes to the other one of an output, unless it has both`() {
    let side: [Speaker] = [.frontLeft, .frontRight, .sideLeft, .sideRight]
    let rear: [Speaker] = [.frontLeft, .frontRight, .rearLeft, .rearRight]
    let same = (0..<4).map { row in (0..<4).map { $0 == row ? Float(1) : 0 } }
    #expect(ChannelMix(from: side, to: rear).weights == same)
    #expect(ChannelMix(from: rear, to: side).weights == same)
    let both = ChannelMix(from: rear + [.sideLeft, .sideRight], to: rear).weights
    #expect(both[2][2] > 0 && both[2][3] == 0 && both[2][5] == 0)
  }

  @Test func `each goes to itself, or to its side, and nothing exceeds full scale`() {
    let surround: [Speaker] = [
      .frontLeft, .frontRight, .frontCenter, .lowFrequency, .rearLeft, .rearRight,
    ]
    #expect(
      ChannelMix(from: [.frontLeft, .frontRight], to: [.frontRight, .frontLeft]).weights
        == [[0, 1], [1, 0]])
    #expect(ChannelMix(from: [.mono], to: [.frontLeft, .frontRight]).weights == [[1], [1]])
    let stereo = ChannelMix(from: surround, to: [.frontLeft, .frontRight]).weights
    let part = Float(0.5).squareRoot()
    let sum = 1 + 2 * part
    #expect(stereo[0] == [1 / sum, 0, part / sum, 0, part / sum, 0])
    #expect(stereo[1] == [0, 1 / sum, part / sum, 0, 0, part / sum])
    let mono = ChannelMix(from: surround, to: [.mono]).weights
    #expect(mono[0][3] == 0 && mono[0][0] > 0)
    #expect(abs(mono[0].reduce(0, +) - 1) < 1e-6)
  }

  @Test func `frames are mixed one by one`() {
    let mix = ChannelMix(from: [.frontLeft, .frontRight], to: [.frontRight, .frontLeft])
    #expect(mix.apply(to: [1, 2, 3, 4, 5, 6]) == [2, 1, 4, 3, 6, 5])
  }
}
