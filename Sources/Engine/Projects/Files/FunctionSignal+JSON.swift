// FunctionSignal+JSON.swift
// A formula with its rate and length, as a project keeps it.

import Functions
import HostIO

extension FunctionSignal {
  var json: JSONText {
    .object([
      ("formula", .string(formula)), ("sampleRate", .number(sampleRate)), ("frames", .number(frames)),
      ("channels", .number(channels)),
    ])
  }

  /// - Returns: nil for what cannot be computed.
  init?(_ json: JSONText) {
    guard let formula = json["formula"]?.text, let rate = json["sampleRate"]?.whole,
      let frames = json["frames"]?.whole, let channels = json["channels"]?.whole
    else { return nil }
    try? self.init(formula, sampleRate: rate, frames: frames, channels: channels)
  }
}
