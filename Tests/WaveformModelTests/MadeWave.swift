// MadeWave.swift
// A WAV file of 16 bits whose samples a test makes.

import Foundation
import SystemPackage

/// Writes a file into a folder that is made if needed.
///
/// - Parameter samples: interleaved.
func writeWave(_ samples: [Int16], channels: Int = 1, rate: Int, to name: String, in folder: String) throws
  -> FilePath
{
  var bytes: [UInt8] = Array("RIFF".utf8)
  func add(_ number: Int, _ count: Int) {
    for index in 0..<count { bytes.append(UInt8(number >> (8 * index) & 255)) }
  }
  add(36 + 2 * samples.count, 4)
  bytes += Array("WAVEfmt ".utf8)
  for (number, count) in [
    (16, 4), (1, 2), (channels, 2), (rate, 4), (2 * channels * rate, 4), (2 * channels, 2), (16, 2),
  ] { add(number, count) }
  bytes += Array("data".utf8)
  add(2 * samples.count, 4)
  for sample in samples { add(Int(sample), 2) }
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  return FilePath("\(folder)/\(name)")
}
