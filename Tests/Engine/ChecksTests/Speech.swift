// Speech.swift
// Sound to check: the prompts of Debian's asterisk-core-sounds-en-wav where they are, else something that is like speech.

import AudioDecoding
import Foundation
import HostIO
import SystemPackage
import TestSupport

/// One channel.
struct Speech {
  var samples: [Float]
  let rate: Int

  var peak: Float { samples.lazy.map(\.magnitude).max() ?? 0 }

  /// Syllables of a voice whose pitch falls, hiss between them, and pauses with the noise of 16 bits.
  static func made(_ numbers: inout RandomNumbers, rate: Int = 8000) -> Speech {
    var samples: [Float] = []
    let level = numbers.number(0.2...0.6)
    for _ in 0..<Int.random(in: 8...20, using: &numbers) {
      let frames = Int(numbers.number(0.08...0.3) * Float(rate))
      let pitch = numbers.number(90...230), formant = numbers.number(400...1800)
      let isHiss = Int.random(in: 0..<4, using: &numbers) == 0
      var phase: Float = 0
      for frame in 0..<frames {
        let part = Float(frame) / Float(frames)
        let envelope = sin(.pi * part)
        phase += pitch * (1.1 - 0.2 * part) / Float(rate)
        var value: Float = 0
        if isHiss {
          value = numbers.number(-0.3...0.3)
        } else {
          for harmonic in 1..<Int(Float(rate) / 2.2 / pitch) {
            let distance = (Float(harmonic) * pitch - formant) / 500
            value += sin(2 * .pi * phase * Float(harmonic)) * (0.05 + exp(-distance * distance)) / 3
          }
        }
        samples.append(value * envelope * level)
      }
      for _ in 0..<Int(numbers.number(0.02...0.2) * Float(rate)) { samples.append(0) }
    }
    let peak = samples.lazy.map(\.magnitude).max() ?? 1
    let gain = peak > 0.9 ? 0.9 / peak : 1
    return Speech(samples: samples.map { $0 * gain + numbers.number(-2...2) / 32_768 }, rate: rate)
  }

  /// Those of the package, sorted by their names; empty where it is not.
  static let prompts: [FilePath] = {
    let folder = ProcessInfo.processInfo.environment["BARLINE_PROMPTS"] ?? "/usr/share/asterisk/sounds"
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix(".wav") }.sorted().map { FilePath(folder).appending($0) }
  }()

  init(samples: [Float], rate: Int) {
    self.samples = samples
    self.rate = rate
  }

  /// Reads a file of one channel.
  init(_ path: FilePath) throws {
    var reader = try AudioFileReader(path: path)
    rate = reader.description.sampleRate
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 65_536)
    defer { buffer.deallocate() }
    samples = []
    while case let count = try reader.read(into: buffer), count > 0 { samples += buffer[..<count] }
  }

  /// What faults are made of: two seconds or more, not faint.
  static func some(_ numbers: inout RandomNumbers) throws -> Speech {
    while true {
      guard let path = prompts.randomElement(using: &numbers) else { return made(&numbers) }
      let speech = try Speech(path)
      if speech.samples.count >= 2 * speech.rate, speech.peak > 0.1 { return speech }
    }
  }

  /// A stretch of frames from which on there is sound for so long, and right before.
  func loudPlace(frames: Int, _ numbers: inout RandomNumbers) -> Int? {
    let context = rate / 200
    func level(_ range: Range<Int>) -> Float {
      (samples[range].reduce(0) { $0 + $1 * $1 } / Float(range.count)).squareRoot()
    }
    for _ in 0..<10_000 {
      let start = Int.random(in: context..<samples.count - frames - context, using: &numbers)
      if level(start - context..<start) > 0.012, level(start + frames..<start + frames + context) > 0.012 {
        return start
      }
    }
    return nil
  }
}
