// MadeWave.swift
// A WAV file of 16 bits whose samples a test makes.

import TestSupport
import Foundation
import SystemPackage

/// Writes a file into a folder that is made if needed.
///
/// - Parameter samples: interleaved.
package func writeWave(
  _ samples: [Int16], channels: Int = 1, rate: Int, to name: String, in folder: String
) throws
  -> FilePath
{
  let bytes = WaveFile(samples, channels: channels, rate: rate).bytes
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  return FilePath("\(folder)/\(name)")
}
