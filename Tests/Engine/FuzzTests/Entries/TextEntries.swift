// TextEntries.swift
// What people type, and what programs hand over as arguments: formulas, times, names of outputs.

import AudioFormats
import SystemPackage
import WaveformCore

@testable import Batch
@testable import Functions

extension FuzzEntry {
  static let texts = [
    FuzzEntry(name: "formula") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let signal: FunctionSignal
      do throws(FormulaError) {
        signal = try FunctionSignal(text, sampleRate: 48_000, frames: FunctionSignal.mostFrames)
      } catch {
        let length = text.unicodeScalars.count
        guard let place = error.place else { throw Impossible(description: "no place: \(error.message)") }
        try hold(0...length ~= place.lowerBound && place.upperBound <= length, "\(place) of \(length)")
        try hold(!error.message.isEmpty && error.marked(in: text)?.hasSuffix("^") == true, error.message)
        return
      }
      var buffer = [Float](repeating: 0, count: 3 * signal.channels)
      for first in [0, 1, FunctionSignal.mostFrames - 3, FunctionSignal.mostFrames - 1] {
        let found = buffer.withUnsafeMutableBufferPointer { signal.fill($0, from: first) }
        try hold(found == min(3, FunctionSignal.mostFrames - first), "\(found) frames from \(first)")
      }
    },
    FuzzEntry(name: "typed") { bytes in
      // The first byte chooses how times are written; the rest is the text.
      let format = TimeFormat.allCases[Int(bytes.first ?? 0) % TimeFormat.allCases.count]
      let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
      for (rate, length) in [(1, 0), (48_000, 1000), (768_000, 1 << 46), (.max, .max)] {
        let typed = TypedTime(
          sampleRate: rate, length: length, origin: length / 2, limits: -1000...length, start: 77,
          format: format)
        switch Result(catching: { () throws(TypedTimeError) in try typed.frame(text) }) {
        case .success(let frame): try hold(typed.limits ~= frame, "\(frame) beyond \(typed.limits)")
        case .failure(let error): try hold(!error.message { "\($0)" }.isEmpty, "no reason")
        }
        if let clock = ClockTime(text) {
          try hold(clock.seconds.isFinite && clock.seconds >= 0, "\(clock)")
          try hold(clock.frame(sampleRate: rate) >= 0, "\(clock)")
        }
      }
      if let rate = RawFormat.rate(text) { try hold(RawFormat.rateLimits ~= rate, "\(rate) Hz") }
      if let shard = Shard(text) { try hold(1...shard.count ~= shard.number, "\(shard)") }
    },
    FuzzEntry(name: "outputs") { bytes in
      // A template, a line feed, and names of inputs.
      let paths = FileList.paths(in: bytes, separator: 10)
      guard let template = paths.first, let rule = try? OutputRule(template: template) else { return }
      for path in paths.dropFirst() {
        for rule in [
          rule, OutputRule(folder: template, suffix: "wav"), OutputRule(flat: template, suffix: nil),
        ] {
          _ = try? rule.output(for: path)
        }
      }
    },
  ]
}
