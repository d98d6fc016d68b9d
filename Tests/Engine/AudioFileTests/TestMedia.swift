// TestMedia.swift
// Files that only ffmpeg writes, made from known samples; and what became of the processes that read them.

import Foundation
import SystemPackage

enum TestMedia {
  /// Noise that is the same on every run, in full scale ±1/2; interleaved 16-bit samples.
  static func noise(frames: Int, channels: Int, seed: UInt32 = 1) -> [Int16] {
    var state = seed
    return (0..<frames * channels).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 17)
    }
  }

  /// Runs ffmpeg; what it complains about is an error of the test.
  static func ffmpeg(_ arguments: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
    process.standardInput = FileHandle.nullDevice
    let isStarted = (try? process.run()) != nil
    if isStarted { process.waitUntilExit() }
    precondition(isStarted && process.terminationStatus == 0, "ffmpeg \(arguments.joined(separator: " "))")
  }

  /// Encodes samples; the suffix of `name` is the container.
  static func encode(
    _ samples: [Int16], channels: Int, sampleRate: Int = 44_100, _ options: [String], as name: String,
    in folder: TestFolder
  ) -> FilePath {
    let source = folder.write(
      samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] },
      as: name + ".raw")
    ffmpeg(
      ["-f", "s16le", "-ar", "\(sampleRate)", "-ac", "\(channels)", "-i", source.string, "-strict", "-2"]
        + options + [folder.file(name).string])
    unlink(source.string)
    return folder.file(name)
  }

  /// Processes that hold a file of this folder as their descriptor 3, as our children do.
  static func readers(of folder: TestFolder) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/fd/3")
      return $0 != getpid() && target?.contains(folder.path.lastComponent!.string) == true
    }
  }

  /// Asks again until it is so, for 20 s.
  static func eventually(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while !condition() {
      if ContinuousClock.now > end { return false }
      usleep(5000)
    }
    return true
  }
}
