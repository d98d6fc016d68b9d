// Fault.swift
// Faults of all kinds and many sizes, put into sound that has none.

import Checks
import Foundation
import SystemPackage
import TestSupport

/// A kind of fault, and how many of them are made.
struct Fault: Sendable {
  let kind: CheckKind
  let count: Int
  /// Other findings that follow from it: what is clipped is loud as well.
  var also: Set<CheckKind> = []
  /// Makes one.
  let make: @Sendable (Speech, inout RandomNumbers, TestFolder, _ name: String) throws -> FilePath

  static let all: [Fault] = [
    Fault(kind: .cutOff, count: 25) { speech, numbers, folder, name in
      let bytes = wav(speech.samples, rate: speech.rate)
      return folder.write(
        Array(bytes.prefix(44 + Int(Float(bytes.count) * numbers.number(0.1...0.98)))), as: name)
    },
    Fault(kind: .gaps, count: 15, also: [.md5, .dropouts]) { speech, numbers, folder, name in
      let path = try folder.write(speech.samples, as: name + ".flac", .flac16, rate: speech.rate)
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
      let start = Int(Float(bytes.count) * numbers.number(0.3...0.8))
      for place in start..<min(bytes.count, start + Int.random(in: 20...400, using: &numbers)) {
        bytes[place] = UInt8.random(in: 0...255, using: &numbers)
      }
      return folder.write(bytes, as: name + ".flac")
    },
    Fault(kind: .notFinite, count: 10, also: [.clipped]) { speech, numbers, folder, name in
      var samples = speech.samples
      for _ in 0..<Int.random(in: 1...20, using: &numbers) {
        samples[Int.random(in: samples.indices, using: &numbers)] =
          Bool.random(using: &numbers) ? .nan : .infinity
      }
      return try folder.write(samples, as: name, .wavFloat, rate: speech.rate)
    },
    Fault(kind: .md5, count: 15) { speech, numbers, folder, name in
      let path = try folder.write(speech.samples, as: name + ".flac", .flac16, rate: speech.rate)
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
      // Behind "fLaC" and the head of the first block, its last 16 of 34 bytes.
      bytes[Int.random(in: 26..<42, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      return folder.write(bytes, as: name + ".flac")
    },
    Fault(kind: .bext, count: 21) { speech, numbers, folder, name in
      var bext = BroadcastChunk.announcement, bytes: [UInt8]?
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0:
        bext.date = ["2023-02-29", "2024-13-01", "24-01-01", "01/02/2024"].randomElement(using: &numbers)!
      case 1: bext.time = ["24:00:00", "10:61:00", "9:00"].randomElement(using: &numbers)!
      case 2: bext.description = "Ansage für Köln"
      case 3: bext.version = Int.random(in: 3...300, using: &numbers)
      case 4: bext.reserved = 32
      case 5: bext.timeReference = 90_000 * speech.rate
      case 6: bext.loudness[0] = -3500 - Int.random(in: 0...3000, using: &numbers)
      default: bytes = Array(bext.bytes.prefix(Int.random(in: 0...601, using: &numbers)))
      }
      return folder.write(wav(speech.samples, rate: speech.rate, bext: bytes ?? bext.bytes), as: name)
    },
    Fault(kind: .silent, count: 14) { speech, numbers, folder, name in
      let step: Float = Bool.random(using: &numbers) ? 0 : 1
      return folder.write(
        wav(speech.samples.map { _ in numbers.number(-step...step) / 32_768 }, rate: speech.rate), as: name)
    },
    Fault(kind: .digitalSilence, count: 24, also: [.silence]) { speech, numbers, folder, name in
      let zeros = [Float](repeating: 0, count: Int(numbers.number(0.6...6) * Float(speech.rate)))
      let isStart = Bool.random(using: &numbers)
      return folder.write(
        wav(isStart ? zeros + speech.samples : speech.samples + zeros, rate: speech.rate), as: name)
    },
    Fault(kind: .silence, count: 20) { speech, numbers, folder, name in
      let noise = (0..<Int(numbers.number(1.7...8) * Float(speech.rate))).map { _ in
        numbers.number(-8...8) / 32_768
      }
      let isStart = Bool.random(using: &numbers)
      return folder.write(
        wav(isStart ? noise + speech.samples : speech.samples + noise, rate: speech.rate), as: name)
    },
    Fault(kind: .clipped, count: 26, also: [.loudness, .truePeak, .dc]) { speech, numbers, folder, name in
      // As loud as it takes to cut off a wave, not only to touch full scale.
      var samples = speech.samples, gain = numbers.number(1.6...6) / speech.peak
      func isCut(_ place: Int) -> Bool {
        samples[place..<place + 3].allSatisfy { $0 >= 1 }
          || samples[place..<place + 3].allSatisfy { $0 <= -1 }
      }
      repeat {
        samples = speech.samples.map { $0 * gain }
        gain *= 1.2
      } while !(0..<samples.count - 2).contains(where: isCut)
      return folder.write(wav(samples, rate: speech.rate), as: name)
    },
    Fault(kind: .dropouts, count: 30) { speech, numbers, folder, name in
      var speech = speech, count = 0
      // Nobody can tell that silence was lost.
      while count == 0 {
        for _ in 0..<Int.random(in: 1...3, using: &numbers) {
          let frames = Int(numbers.number(0.009...0.12) * Float(speech.rate))
          guard let start = speech.loudPlace(frames: frames, &numbers) else { continue }
          for frame in start..<start + frames { speech.samples[frame] = 0 }
          count += 1
        }
        if count == 0 { speech = try .some(&numbers) }
      }
      return folder.write(wav(speech.samples, rate: speech.rate), as: name)
    },
    Fault(kind: .dc, count: 20, also: [.clipped]) { speech, numbers, folder, name in
      let offset = numbers.number(0.007...0.1) * (Bool.random(using: &numbers) ? 1 : -1)
      return folder.write(wav(speech.samples.map { $0 * 0.8 + offset }, rate: speech.rate), as: name)
    },
    Fault(kind: .deadChannel, count: 15) { speech, numbers, folder, name in
      let isLeft = Bool.random(using: &numbers), step: Float = Bool.random(using: &numbers) ? 0 : 1
      let samples = speech.samples.flatMap { sample -> [Float] in
        let nothing = numbers.number(-step...step) / 32_768
        return isLeft ? [nothing, sample] : [sample, nothing]
      }
      return folder.write(wav(samples, channels: 2, rate: speech.rate), as: name)
    },
    Fault(kind: .identicalChannels, count: 12) { speech, numbers, folder, name in
      let gain = Bool.random(using: &numbers) ? 1 : numbers.number(0.3...0.9)
      return folder.write(
        wav(speech.samples.flatMap { [$0, $0 * gain] }, channels: 2, rate: speech.rate), as: name)
    },
    Fault(kind: .invertedChannel, count: 13) { speech, numbers, folder, name in
      let stereo = try speech.stereo(&numbers)
      return folder.write(
        wav(
          stereo.enumerated().map { $0.offset % 2 == 0 ? $0.element : -$0.element }, channels: 2,
          rate: speech.rate), as: name)
    },
    Fault(kind: .hum, count: 26) { speech, numbers, folder, name in
      let mains: Float = Bool.random(using: &numbers) ? 50 : 60
      let level = pow(10, numbers.number(-54 ... -28) / 20), phase = numbers.number(0...6)
      let drift = numbers.number(0.999...1.001), share = numbers.number(0...0.7)
      let samples = speech.samples.enumerated().map { frame, sample -> Float in
        let angle = 2 * .pi * Double(mains * drift) * Double(frame) / Double(speech.rate)
        let hum =
          sin(angle + Double(phase)) + Double(share) * sin(2 * angle) + Double(share) / 2 * sin(3 * angle)
        return sample * 0.9 + level * Float(hum)
      }
      return folder.write(wav(samples, rate: speech.rate), as: name)
    },
    Fault(kind: .loudness, count: 14) { speech, numbers, folder, name in
      let gain = pow(10, numbers.number(-42 ... -32) / 20)
      return folder.write(wav(speech.samples.map { $0 * gain }, rate: speech.rate), as: name)
    },
  ]
}

extension Speech {
  /// Two channels that have much in common, as those of two microphones at one place.
  func stereo(_ numbers: inout RandomNumbers) throws -> [Float] {
    let other = try Speech.some(&numbers).samples
    return samples.indices.flatMap { frame -> [Float] in
      let second = other[frame % other.count] * 0.2
      return [samples[frame] * 0.6 + second, samples[frame] * 0.5 - second * 0.5]
    }
  }
}
