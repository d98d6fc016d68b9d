// FunctionSignalTests.swift
// The samples of signals: the same whatever is asked for, noise with the statistics that it should have, edges and pulses
// in the right frames.

import Foundation
import Testing

@testable import Functions

@Suite struct FunctionSignalTests {
  @Test func `samples are the same bits whatever the blocks`() throws {
    let formula =
      "sin(2*pi*440*t)*noise() + pink(3)*t; sweep(20, 20000, 0.05) + square(n/7)*saw(n) + impulses(100)"
    let signal = try FunctionSignal(formula, sampleRate: 48_000, frames: 3000)
    let whole = samples(of: signal, block: 3000).map(\.bitPattern)
    for block in Array(1...17) + [255, 511, 512, 513, 1023, 1025] {
      #expect(samples(of: signal, block: block).map(\.bitPattern) == whole, "\(block)")
    }
  }

  @Test func `a range that does not exist is empty`() throws {
    let signal = try FunctionSignal("1", sampleRate: 10, frames: 5)
    var room = [Float](repeating: 0, count: 4)
    for (first, expected) in [(-1, 0), (0, 4), (3, 2), (5, 0), (Int.max, 0)] {
      #expect(room.withUnsafeMutableBufferPointer { signal.fill($0, from: first) } == expected)
    }
  }

  @Test func `the middle of a day is as exact as its beginning`() throws {
    // A period of 64 frames, so that every period is the same but for rounding.
    let signal = try FunctionSignal("sin(2*pi*750*t)", sampleRate: 48_000, frames: FunctionSignal.mostFrames)
    var early = [Float](repeating: 0, count: 64), late = early
    _ = early.withUnsafeMutableBufferPointer { signal.fill($0, from: 0) }
    _ = late.withUnsafeMutableBufferPointer { signal.fill($0, from: 64 * 60_000_000) }
    // The phase is 4·10⁸, of which a Double knows 5·10⁻⁸.
    for (one, other) in zip(early, late) { #expect(abs(one - other) < 5e-7) }
  }

  @Test func `noise is even, white and without an offset`() throws {
    let count = 200_000
    let noise = samples(of: try FunctionSignal("noise(1)", sampleRate: 48_000, frames: count)).map(
      Double.init)
    // Five standard errors of each mean.
    let error = 5 / Double(count).squareRoot()
    #expect(abs(noise.reduce(0, +) / Double(count)) < error / 3.0.squareRoot())
    #expect(abs(noise.reduce(0) { $0 + $1 * $1 } / Double(count) - 1 / 3.0) < error * (4 / 45.0).squareRoot())
    for lag in [1, 2, 3, 7, 100] {
      let sum = zip(noise, noise.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(sum / Double(count)) < error / 3, "\(lag)")
    }
    let other = samples(of: try FunctionSignal("noise(2)", sampleRate: 48_000, frames: count)).map(
      Double.init)
    #expect(abs(zip(noise, other).reduce(0) { $0 + $1.0 * $1.1 } / Double(count)) < error / 3)
  }

  @Test func `pink noise loses three decibels in each octave`() throws {
    let count = 1 << 18
    var pink = samples(of: try FunctionSignal("pink(1)", sampleRate: 48_000, frames: count)).map(Double.init)
    #expect(pink.allSatisfy { abs($0) <= 1 })
    // Powers of octaves by Haar's wavelet, whose bands are octaves: those of pink noise are equal in power.
    var powers: [Double] = []
    for _ in 0..<9 {
      let pairs = stride(from: 0, to: pink.count, by: 2)
      powers.append(pairs.reduce(0) { $0 + (pink[$1] - pink[$1 + 1]) * (pink[$1] - pink[$1 + 1]) / 2 })
      pink = pairs.map { (pink[$0] + pink[$0 + 1]) / 2.0.squareRoot() }
    }
    for (one, other) in zip(powers.dropFirst(), powers.dropFirst(2)) {
      // The mean of a band halves its samples, so equal power is equal sums; within a decibel.
      #expect(abs(10 * log10(other / one)) < 1)
    }
  }

  @Test func `a sweep passes every frequency at its time`() throws {
    let rate = 48_000
    for (name, frequency) in [
      ("sweep", { (t: Double) in 100 * pow(80, t / 2) }), ("chirp", { (t: Double) in 100 + 7900 * t / 2 }),
    ] {
      let signal = try FunctionSignal("\(name)(100, 8000, 2)", sampleRate: rate, frames: 3 * rate)
      let all = samples(of: signal)
      #expect(all[(2 * rate)...].allSatisfy { $0 == 0 }, "\(name)")
      for t in [0.5, 1, 1.5] {
        // Upward crossings in a twentieth of a second about the time.
        let range = Int((t - 0.025) * Double(rate))..<Int((t + 0.025) * Double(rate))
        let crossings = range.count { all[$0] < 0 && all[$0 + 1] >= 0 }
        let expected = frequency(t)
        #expect(abs(Double(crossings) / 0.05 - expected) < 20 + 0.02 * expected, "\(name) \(t)")
      }
    }
    #expect(try value("sweep(5, 5, 1)") == 0)
    let tone = try FunctionSignal("sweep(1000, 1000, 1) - sin(2*pi*1000*t)", sampleRate: rate, frames: 1000)
    #expect(samples(of: tone).allSatisfy { abs($0) < 1e-6 })
  }

  @Test func `pulses and edges stand in the right frames`() throws {
    let rate = 44_100
    let pulses = samples(of: try FunctionSignal("impulses(10)", sampleRate: rate, frames: rate * 3))
    #expect(pulses.indices.filter { pulses[$0] == 1 } == Array(stride(from: 0, to: rate * 3, by: rate / 10)))
    let rare = samples(of: try FunctionSignal("impulses(0)", sampleRate: rate, frames: rate))
    #expect(rare.indices.filter { rare[$0] != 0 } == [0])
    let single = samples(of: try FunctionSignal("impulse(t - 0.3)", sampleRate: rate, frames: rate))
    #expect(single.indices.filter { single[$0] != 0 } == [rate * 3 / 10])
    let edge = samples(of: try FunctionSignal("step(t - 0.7)", sampleRate: rate, frames: rate))
    #expect(edge.firstIndex(of: 1) == rate * 7 / 10)
    // A period of 44.1 frames: an edge stands in the first frame that is not before it.
    let square = samples(of: try FunctionSignal("square(2*pi*1000*t)", sampleRate: rate, frames: rate))
    for frame in square.indices {
      // Half periods so far, in whole numbers.
      #expect(square[frame] == (frame * 2000 / rate % 2 == 0 ? 1 : -1), "\(frame)")
    }
    let saw = samples(of: try FunctionSignal("saw(2*pi*1000*t)", sampleRate: rate, frames: rate))
    for frame in saw.indices {
      let part = Double((frame * 1000) % rate) / Double(rate)
      #expect(abs(Double(saw[frame]) - 2 * (part < 0.5 ? part : part - 1)) < 1e-5, "\(frame)")
    }
    let triangle = samples(of: try FunctionSignal("triangle(2*pi*1000*t)", sampleRate: rate, frames: rate))
    for frame in triangle.indices {
      let phase = Double((frame * 1000) % rate) / Double(rate) * 2 * .pi
      #expect(abs(Double(triangle[frame]) - asin(sin(phase)) * 2 / .pi) < 1e-5, "\(frame)")
    }
  }

  @Test func `signals are equal when all of their samples are`() throws {
    let one = try FunctionSignal("t", sampleRate: 10, frames: 5)
    #expect(one == (try FunctionSignal("t", sampleRate: 10, frames: 5)))
    #expect(one != (try FunctionSignal("n", sampleRate: 10, frames: 5)))
    #expect(one != (try FunctionSignal("t", sampleRate: 11, frames: 5)))
    #expect(one != (try FunctionSignal("t", sampleRate: 10, frames: 6)))
    #expect(one != (try FunctionSignal("t", sampleRate: 10, frames: 5, channels: 2)))
  }
}
